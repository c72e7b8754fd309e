import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import type { TestServer } from './test-server.ts';

/**
 * Writes down what was used, as is done every minute. A run tells what it cost once its end is written,
 * and that may be seen before.
 */
export async function bookRuns({ app, services }: TestServer, projectId: string): Promise<void> {
  const of = { projectId, runsAtOnce: 1 };
  await eventually(() => expect(app.automations.engine.isBusy(of)).toBe(false));
  await services.credits.flush();
}
