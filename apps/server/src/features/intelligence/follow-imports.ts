import type { HappeningOf } from '@causeway/contract/happenings.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { onBehalfOf } from '#platform/limits/party.ts';
import type { Services } from '#platform/services.ts';
import type { QueuedTable } from './scans.ts';
import { startScan } from './start-scan.ts';

/** The table an import wrote to; undefined when it is gone. */
export type FindImportedTable = (db: Db, importId: string) => Promise<QueuedTable | undefined>;

/** What was imported is looked at, on behalf of who imported it: that table and no other. */
export function followImports(services: Services, findTable: FindImportedTable): void {
  const handle = async (tx: Tx, { projectId, data }: HappeningOf<'run.ended'>): Promise<void> => {
    const { kind, outcome, subjectId, connectorId, userId, title } = data;
    if (kind !== 'import' || outcome !== 'done' || !connectorId || !userId) return;
    const table = await findTable(tx, subjectId);
    if (!table) return;
    const about = { projectId, connectorId, userId, title };
    const party = { person: userId, project: projectId, key: data.keyId ?? undefined };
    await onBehalfOf(party, () =>
      startScan(services, tx, { ...about, cause: 'import', onlyTables: [table] }),
    );
  };
  services.outbox.follow({ name: 'intelligence.imports', types: ['run.ended'], handle });
}
