import type { SqlTarget } from '#platform/connectors/stored.ts';
import type { Services } from '#platform/services.ts';
import { endWhenWritten } from './end-when-written.ts';
import { deleteKeptFile, keepFile } from './kept-files.ts';
import { type OpenedExport, openExport } from './open-export.ts';
import type { StoredExport } from './queries.ts';

type Keeping = { stored: StoredExport; target: SqlTarget; signal: AbortSignal };

/** Into our own database, for whoever asked for it to fetch later. */
export async function keep(
  { db, databases }: Services,
  { stored, target, signal }: Keeping,
): Promise<OpenedExport> {
  await deleteKeptFile(db, stored.id, stored.attempt);
  const { planned: source, file } = stored;
  const opened = await openExport(databases, target, { source, file, signal });
  return endWhenWritten(opened, keepFile(db, stored, opened.body, signal));
}
