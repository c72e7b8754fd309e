import { Failure } from '@causeway/contract/errors.ts';
import type { ImportProgress } from '@causeway/contract/imports/records.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import {
  abandonChangeSet,
  markNotRevertible,
  type OpenChangeSet,
} from '#platform/ledger/ledger.ts';
import { recordBulkInsert, recordManyChanges } from '#platform/ledger/record-changes.ts';
import { recording } from '#platform/ledger/recording.ts';
import type { Services } from '#platform/services.ts';
import type { ByteSource } from '#platform/bytes/byte-source.ts';
import { endImport, notePending, type StoredImport } from '../queries.ts';
import { type Ended, runImport } from './run-import.ts';

type Writing = {
  stored: StoredImport;
  target: SqlTarget;
  source: ByteSource;
  /** Moves on as the writing does. */
  progress: ImportProgress;
  signal: AbortSignal;
};

/** The write and its place in the ledger: the set is closed together with the import's own end. */
export async function writeImport(
  services: Services,
  { stored, target, source, progress, signal }: Writing,
): Promise<Ended> {
  const { db } = services;
  const { plan, actor } = stored;
  if (!plan || !actor) throw new Failure('E_CONNECTOR_NOT_FOUND');
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
        target,
        source,
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
    {
      whenDone: async (tx) => {
        await endImport(tx, stored, { state: 'done', result: ended?.result ?? null });
      },
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
