import { Failure } from '@causeway/contract/errors.ts';
import type { ReadyTables } from '#platform/files/query-files.ts';
import type { AskOptions } from '#platform/files/workers.ts';
import type { Done, Work } from '#platform/files/worker/protocol.ts';
import type { Services } from '#platform/services.ts';

/** Asks about tables that are ready; what is wrong with them is told with the names people know. */
export async function askReady<Kind extends Work['kind']>(
  { files }: Services,
  { folder, tellNames }: ReadyTables,
  work: Extract<Work, { kind: Kind }>,
  options: Omit<AskOptions, 'folder'>,
): Promise<Done[Kind]> {
  try {
    return await files.workers.ask<Kind>(work, { folder, ...options });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure(error.code, tellNames(error.message), error.details);
  }
}
