import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import type { FillMessage, FillOrder } from './fill-process.ts';
import { checkSampleConnectors } from './check-connectors.ts';
import type { SampleServices } from './services.ts';
import type { Workspace } from './workspace.ts';

/** Browsers are told this often how far it is. */
const TELL_EVERY_MS = 400;

/**
 * Fills the sample database and bucket in a process of its own, so that the product answers as
 * quickly as ever meanwhile and is as small as ever afterwards. A fill that is cut off is begun
 * again at the next start.
 */
export function fillInBackground(
  services: Services,
  samples: SampleServices,
  workspace: Workspace & { projectId: string },
  whenFilled: () => Promise<void>,
): { stop(): Promise<void> } {
  const { env, logger } = services;
  const order: FillOrder = {
    database: samples.database,
    bucket: samples.bucket,
    anchor: workspace.anchor,
    scale: env.SAMPLE_SCALE,
  };
  const program = fileURLToPath(new URL('fill-process.ts', import.meta.url));
  const filling = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], detached: true });
  const note = createNote(services, workspace.projectId);
  let stopping = false;
  let after: Promise<void> | undefined;
  const ended = new Promise<void>((resolve) => {
    filling.once('exit', (code) => {
      if (!stopping) void note({ done: 1, total: 1, what: '' }, code === 0 ? 'ready' : 'failed');
      if (!stopping) void checkSampleConnectors(services, workspace);
      if (!stopping && code === 0) after = whenFilled();
      if (!stopping && code !== 0) logger.warn('the sample workspace could not be filled');
      resolve();
    });
  });
  void checkSampleConnectors(services, workspace);
  filling.on('message', (message: FillMessage) => void note(message, 'filling'));
  // The order holds passwords: it travels neither in arguments nor in the environment.
  filling.send(order);
  return {
    stop: async () => {
      stopping = true;
      filling.kill('SIGKILL');
      await ended;
      await after;
    },
  };
}

/** Keeps the progress for whoever asks, and tells those who watch. */
function createNote({ db, events, logger }: Services, projectId: string) {
  let toldAt = 0;
  return async (message: FillMessage, state: 'filling' | 'ready' | 'failed') => {
    if (state === 'filling' && Date.now() - toldAt < TELL_EVERY_MS) return;
    toldAt = Date.now();
    const { done, total, what } = message;
    try {
      await db.transaction(async (tx) => {
        await changeRows(
          tx,
          sql`update sample_workspace set done = ${done}, total = ${total}, what = ${what},
                state = ${state}`,
        );
        const progress = { type: 'sample.progress' as const, projectId, done, total, what };
        await events.publish(tx, { projectId }, progress);
      });
    } catch (error) {
      logger.warn({ err: error }, 'progress of the sample workspace was not noted');
    }
  };
}
