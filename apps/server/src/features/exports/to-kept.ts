import { z } from 'zod';
import { Failure } from '@causeway/contract/errors.ts';
import { findConnectorById, openSqlTarget } from '#platform/connectors/stored.ts';
import type { Services } from '#platform/services.ts';
import { deleteKeptFile, keepFile } from './kept-files.ts';
import { type OpenedExport, openExport } from './open-export.ts';
import { claimQueued, type StoredExport } from './queries.ts';
import { runExport } from './run-export.ts';

/** The job that writes an export into a kept file; it was allowed when it was asked for. */
export const keepJob = { name: 'exports.keep', data: z.object({ exportId: z.string() }) };

export function defineKeepJob(services: Services): void {
  const { db, jobs, logger } = services;
  jobs.define({
    ...keepJob,
    // The export itself knows when its worker died and who follows: see `reviveExports`.
    retries: 0,
    concurrency: 2,
    run: async ({ exportId }, signal) => {
      const stored = await claimQueued(db, exportId);
      if (!stored) return;
      const stopping = new AbortController();
      signal.addEventListener('abort', () => stopping.abort(), { once: true });
      await runExport(services, stored, stopping, () => keep(services, stored, stopping.signal), {
        // A server that is stopped leaves it to the one that comes after.
        isLeftToOthers: () => signal.aborted,
      }).catch((error: unknown) => logger.info({ err: error, exportId }, 'export ended early'));
    },
  });
}

async function keep(
  { db, databases, secrets }: Services,
  stored: StoredExport,
  signal: AbortSignal,
): Promise<OpenedExport> {
  const connector = await findConnectorById(db, stored.connectorId);
  if (!connector) throw new Failure('E_CONNECTOR_NOT_FOUND');
  await deleteKeptFile(db, stored.id, stored.attempt);
  const { planned: source, file } = stored;
  const opened = await openExport(databases, openSqlTarget(secrets, connector), {
    source,
    file,
    signal,
  });
  const written = keepFile(db, stored, opened.body, signal).catch((error: unknown) => {
    opened.body.destroy();
    throw error;
  });
  // No room ends the reading too, whose own complaint would only be about that.
  const ended = Promise.all([written, opened.ended.catch(() => written)]).then(() => {});
  ended.catch(() => {});
  return { ...opened, ended };
}
