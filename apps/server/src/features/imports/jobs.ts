import { z } from 'zod';
import { Failure } from '@causeway/contract/errors.ts';
import { readOptions } from '@causeway/contract/import-plan.ts';
import type { ImportProgress } from '@causeway/contract/import-records.ts';
import { forgetCatalog } from '#platform/connectors/sql/catalog-news.ts';
import { findConnectorById, openSqlTarget } from '#platform/connectors/stored.ts';
import {
  abandonChangeSet,
  markNotRevertible,
  type OpenChangeSet,
  recordBulkInsert,
  recordManyChanges,
} from '#platform/ledger/ledger.ts';
import { recording } from '#platform/ledger/recording.ts';
import type { Services } from '#platform/services.ts';
import { analyseFile } from './analyse.ts';
import { fileOf } from './file-of-import.ts';
import {
  beat,
  claimRun,
  deleteOldImports,
  endRun,
  notePending,
  type StoredImport,
} from './queries.ts';
import { saveRejects } from './rejects.ts';
import { type Ended, runImport } from './run-import.ts';
import { settleSilentRuns } from './settle.ts';
import { tell } from './tell.ts';

/** Runs and analyses go on behind the answer that started them, on any instance. */
export const runJob = {
  name: 'imports.run',
  data: z.object({ importId: z.string(), run: z.number() }),
};
export const analyseJob = {
  name: 'imports.analyse',
  data: z.object({ importId: z.string(), read: readOptions }),
};

export function defineImportJobs(services: Services): void {
  const { db, jobs } = services;
  jobs.define({
    ...runJob,
    // For a worker that died before it claimed the run; one that was claimed is never run again by
    // itself: whether it took effect is found out first, and its owner then decides.
    retries: 3,
    concurrency: 4,
    perPerson: 2,
    run: async ({ importId, run }, signal) => {
      const stored = await claimRun(db, importId, run);
      if (stored) await work(services, stored, signal);
    },
  });
  jobs.define({
    ...analyseJob,
    retries: 1,
    concurrency: 4,
    perPerson: 2,
    run: ({ importId, read }, signal) => analyseFile(services, importId, read, signal),
  });
  jobs.define({
    name: 'imports.upkeep',
    data: z.object({}),
    schedule: '* * * * *',
    run: async () => {
      await settleSilentRuns(services);
      await deleteOldImports(db);
    },
  });
}

const BEAT_MS = 1_000;

/** Runs an import, tells how far it is, hears when it is cancelled, and writes down how it ended. */
async function work(services: Services, stored: StoredImport, signal: AbortSignal): Promise<void> {
  const { db, logger } = services;
  const stopping = new AbortController();
  signal.addEventListener('abort', () => stopping.abort(), { once: true });
  const progress: ImportProgress = {
    phase: 'reading',
    rowsRead: 0,
    bytesRead: 0,
    bytesTotal: stored.size ?? 0,
  };
  const pulse = setInterval(() => {
    beat(db, stored, progress)
      .then((goesOn) => {
        if (!goesOn && progress.phase !== 'committing') stopping.abort();
      })
      .catch((error: unknown) => logger.warn({ err: error }, 'import could not tell its progress'));
    void tell(services, stored, 'running');
  }, BEAT_MS);
  try {
    const ended = await write(services, stored, { progress, signal: stopping.signal });
    await saveRejects(db, stored.id, ended.rejects);
    if (ended.state !== 'done') await endRun(db, stored, ended);
    if (ended.result.createdTable) await forgetCatalog(services, stored.connectorId);
    await tell(services, stored, ended.state);
  } catch (error) {
    const failure = failureOf(error, signal);
    if (failure.code === 'E_INTERNAL') logger.error({ err: error }, 'import failed');
    const isCancelled = failure.code === 'E_QUERY_CANCELLED';
    const state = isCancelled ? 'cancelled' : 'failed';
    const { code, message, details } = failure;
    await endRun(db, stored, {
      state,
      result: null,
      error: isCancelled ? null : { code, message, ...(details && { details }) },
    });
    await tell(services, stored, state);
  } finally {
    clearInterval(pulse);
  }
}

/** A worker that has to stop is not what its owner asked for. */
function failureOf(error: unknown, signal: AbortSignal): Failure {
  if (signal.aborted) {
    return new Failure(
      'E_UNAVAILABLE',
      'The server was stopped. Nothing was written; run it again.',
    );
  }
  return error instanceof Failure ? error : new Failure('E_INTERNAL');
}

/** The write and its place in the ledger: the set is closed together with the import's own end. */
async function write(
  services: Services,
  stored: StoredImport,
  { progress, signal }: { progress: ImportProgress; signal: AbortSignal },
): Promise<Ended> {
  const { db, secrets } = services;
  const connector = await findConnectorById(db, stored.connectorId);
  if (!connector || !stored.plan || !stored.actor) throw new Failure('E_CONNECTOR_NOT_FOUND');
  if (connector.settings.readOnly) throw new Failure('E_CONNECTOR_READ_ONLY');
  const { plan, actor } = stored;
  const reading = { rows: 0, bytes: 0 };
  let set: OpenChangeSet | undefined;
  let ended: Ended | undefined;
  const { result } = await recording(
    services,
    async (open) => {
      const openSet = async (transactionId: string) => {
        set ??= await open({
          projectId: stored.projectId,
          connectorId: stored.connectorId,
          actor,
          screen: 'import',
          kind: 'import',
          transactionId,
        });
        return set;
      };
      ended = await runImport(services, {
        target: openSqlTarget(secrets, connector),
        source: await fileOf(services, stored, signal),
        plan,
        isDryRun: stored.dryRun,
        signal,
        reading: {
          get rows() {
            return reading.rows;
          },
          set rows(rows) {
            reading.rows = rows;
            progress.rowsRead = rows;
          },
          get bytes() {
            return reading.bytes;
          },
          set bytes(bytes) {
            reading.bytes = bytes;
            progress.bytesRead = bytes;
          },
        },
        enter: (phase) => {
          progress.phase = phase;
        },
        recordUpdates: async (transactionId, table, changes) => {
          // What an attempt that was undone had told is forgotten with it.
          if (set) await abandonChangeSet(db, set);
          set = undefined;
          await recordManyChanges(db, await openSet(transactionId), table, changes);
        },
        beforeCommit: async ({ transactionId, table, written, result: counted }) => {
          const own = await openSet(transactionId);
          await recordBulkInsert(db, own, table, {
            rows: written.inserted,
            version: written.version,
          });
          if (table.kind !== 'table' && table.kind !== 'partitioned') {
            await markNotRevertible(db, own, 'no-key');
          }
          counted.changeSetId = own.id;
          const goesOn = await notePending(db, stored, { transactionId, result: counted });
          if (!goesOn) throw new Failure('E_QUERY_CANCELLED');
        },
      });
      if (ended.state !== 'done') throw new NothingWritten(ended);
      return ended;
    },
    async (tx) => {
      await endRun(tx, stored, { state: 'done', result: ended?.result ?? null });
    },
  ).catch((error: unknown) => {
    if (error instanceof NothingWritten) return { result: error.ended };
    throw error;
  });
  return result;
}

/** Tells the ledger that there is nothing to tell. */
class NothingWritten extends Failure {
  readonly ended: Ended;
  constructor(ended: Ended) {
    super('E_IMPORT_ROW');
    this.ended = ended;
  }
}
