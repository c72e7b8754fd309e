import { z } from 'zod';
import type { Services } from '#platform/services.ts';
import type { OpenedExport } from './open-export.ts';
import { claimQueued, type StoredExport } from './queries.ts';
import { runExport } from './run-export.ts';

/** A job that writes an export somewhere; it was allowed when it was asked for. */
export const exportJob = <const Name extends string>(name: Name) => ({
  name,
  data: z.object({ exportId: z.string() }),
});

type Work = {
  job: ReturnType<typeof exportJob>;
  open: (stored: StoredExport, signal: AbortSignal) => Promise<OpenedExport>;
  /** Whether a server that is stopped leaves it to the one that comes after. */
  isHandedOn: boolean;
};

export function defineExportJob(services: Services, { job, open, isHandedOn }: Work): void {
  const { db, jobs, logger } = services;
  jobs.define({
    ...job,
    // The export itself knows what became of it; a second try would begin behind the user's back.
    retries: 0,
    concurrency: 4,
    perPerson: 2,
    run: async ({ exportId }, signal) => {
      const stored = await claimQueued(db, exportId);
      if (!stored) return;
      const stopping = new AbortController();
      signal.addEventListener('abort', () => stopping.abort(), { once: true });
      await runExport(services, stored, stopping, () => open(stored, stopping.signal), {
        isLeftToOthers: () => isHandedOn && signal.aborted,
      }).catch((error: unknown) => logger.info({ err: error, exportId }, 'export ended early'));
    },
  });
}

/** An export ends when it is read and written; where writing is refused, reading ends as well. */
export function endWhenWritten(opened: OpenedExport, writing: Promise<unknown>): OpenedExport {
  const written = writing.catch((error: unknown) => {
    opened.body.destroy();
    throw error;
  });
  // The reading's own complaint would only be about that.
  const ended = Promise.all([written, opened.ended.catch(() => written)]).then(() => {});
  ended.catch(() => {});
  return { ...opened, ended };
}
