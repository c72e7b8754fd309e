import { Failure } from '@causeway/contract/errors.ts';
import type { Services } from '#platform/services.ts';
import { failureOf, type OpenedExport } from './open-export.ts';
import { beat, endExport, type StoredExport } from './queries.ts';

type RunServices = Pick<Services, 'db' | 'events' | 'logger'>;

const BEAT_MS = 1_000;

/**
 * Looks after an export that runs: tells how far it is, hears when it is cancelled, writes down how
 * it ended. `take` moves the bytes, and its end is the export's end. One that is left to others falls
 * silent instead, and is begun anew by whoever notices.
 */
export async function runExport(
  services: RunServices,
  stored: StoredExport,
  stopping: AbortController,
  take: () => Promise<OpenedExport>,
  { isLeftToOthers }: { isLeftToOthers?: () => boolean } = {},
): Promise<void> {
  const { db, logger } = services;
  let opened: OpenedExport | undefined;
  const counts = () => ({ rows: opened?.rows() ?? 0, bytes: opened?.bytes() ?? 0 });
  const pulse = setInterval(() => {
    beat(db, stored, counts())
      .then((goesOn) => {
        if (!goesOn) stopping.abort(new Failure('E_QUERY_CANCELLED'));
      })
      .catch((error: unknown) => logger.warn({ err: error }, 'export could not tell its progress'));
    void tell(services, stored, 'running');
  }, BEAT_MS);
  const settle = async (ending: Parameters<typeof endExport>[2]) => {
    clearInterval(pulse);
    await endExport(db, stored, ending);
    await tell(services, stored, ending.state);
  };
  try {
    opened = await take();
    await opened.ended;
    await settle({ state: 'done', ...counts() });
  } catch (error) {
    if (isLeftToOthers?.()) {
      clearInterval(pulse);
      throw error;
    }
    const { code, message } = failureOf(error, stopping.signal);
    const isCancelled = stopping.signal.aborted;
    await settle({
      state: isCancelled ? 'cancelled' : 'failed',
      ...counts(),
      error: isCancelled ? undefined : { code, message },
    });
    throw error;
  }
}

async function tell(
  { db, events, logger }: RunServices,
  { id, projectId, connectorId }: StoredExport,
  state: string,
): Promise<void> {
  await events
    .publish(db, { projectId }, { type: 'exports.changed', projectId, connectorId, id, state })
    .catch((error: unknown) => logger.warn({ err: error }, 'export could not tell its progress'));
}
