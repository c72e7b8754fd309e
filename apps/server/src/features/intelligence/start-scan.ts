import type { Scan } from '@causeway/contract/intelligence/intelligence.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Services } from '#platform/services.ts';
import { insertScan, type QueuedTable } from './scans.ts';

type Asked = {
  projectId: string;
  connectorId: string;
  userId: string;
  cause: Scan['cause'];
  onlyTables?: QueuedTable[];
  title: string;
};

/** In the transaction that asks for it; while one goes on, that is the one. */
export async function startScan(
  { runs, events }: Pick<Services, 'runs' | 'events'>,
  tx: Tx,
  { title, ...asked }: Asked,
): Promise<Scan> {
  const { scan, isNew } = await insertScan(tx, asked);
  if (!isNew) return scan;
  const { projectId, connectorId, userId } = asked;
  const run = { kind: 'scan', subjectId: scan.id, projectId, connectorId, userId, title };
  await runs.enqueue(tx, run);
  await events.publish(tx, { projectId }, { type: 'intelligence.changed', projectId });
  return scan;
}
