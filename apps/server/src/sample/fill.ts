import { Worker } from 'node:worker_threads';
import { changeRows, type Database } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import type { FillMessage, FillOrder } from './fill-worker.ts';
import type { SampleServices } from './services.ts';

/** Browsers are told this often how far it is. */
const TELL_EVERY_MS = 400;

/**
 * Fills the sample database and bucket in a thread of its own, so that the product answers as
 * quickly as ever meanwhile. A fill that is cut off is begun again at the next start.
 */
export function fillInBackground(
  services: Services,
  samples: SampleServices,
  workspace: { projectId: string; anchor: string },
): { stop(): Promise<void> } {
  const { db, env, logger } = services;
  const order: FillOrder = {
    database: samples.database,
    bucket: samples.bucket,
    anchor: workspace.anchor,
    scale: env.SAMPLE_SCALE,
  };
  const worker = new Worker(new URL('fill-worker.ts', import.meta.url), { workerData: order });
  const note = createNote(services, workspace.projectId);
  worker.on('message', (message: FillMessage) => void note(message));
  worker.on('error', (error) => {
    logger.warn({ err: error }, 'the sample workspace could not be filled');
    void setState(db, 'failed').catch(() => {});
  });
  return {
    stop: async () => {
      await worker.terminate();
    },
  };
}

/** Keeps the progress for whoever asks, and tells those who watch. */
function createNote({ db, events, logger }: Services, projectId: string) {
  let toldAt = 0;
  return async (message: FillMessage) => {
    const isLast = message.done === message.total;
    if (!isLast && Date.now() - toldAt < TELL_EVERY_MS) return;
    toldAt = Date.now();
    try {
      await db.transaction(async (tx) => {
        const { done, total, what } = message;
        await changeRows(
          tx,
          sql`update sample_workspace set done = ${done}, total = ${total}, what = ${what},
                state = ${isLast ? 'ready' : 'filling'}`,
        );
        const progress = { type: 'sample.progress' as const, projectId, done, total, what };
        await events.publish(tx, { projectId }, progress);
      });
    } catch (error) {
      logger.warn({ err: error }, 'progress of the sample workspace was not noted');
    }
  };
}

async function setState(db: Database, state: string): Promise<void> {
  await changeRows(db, sql`update sample_workspace set state = ${state}`);
}
