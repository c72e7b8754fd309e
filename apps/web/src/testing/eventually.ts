import { vi } from 'vitest';

/** Waits until a check no longer throws. That a machine is busy is no failure: so it is patient. */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: 60_000, interval: 10 });
}
