import type { Scan } from '@causeway/contract/intelligence/intelligence.ts';
import { findRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { tell } from '#platform/inbox/tell.ts';

type Ended = { projectId: string; connectorId: string; scanId: string };

/**
 * After a scan that nobody waited for: what is new and grave, in one line. No news, no word. Who asked
 * for a scan sees what it found on the page they asked on.
 */
export async function tellNewFindings(
  tx: Tx,
  { projectId, connectorId, scanId }: Ended,
): Promise<void> {
  const news = await findRow<{
    connector: string;
    cause: Scan['cause'];
    count: number;
    table: string | null;
  }>(
    tx,
    sql`select connector.name as connector, scan.cause, count(finding.id)::int as count,
          (array_agg(finding.table_name order by finding.gravity, finding.size desc))[1] as "table"
        from scans scan
        join connectors connector on connector.id = scan.connector_id
        left join findings finding on finding.connector_id = scan.connector_id
          and finding.state = 'open' and finding.gravity <= 1
          and finding.first_seen_at >= scan.queued_at
        where scan.id = ${scanId} group by connector.name, scan.cause`,
  );
  if (!news || news.cause === 'asked' || news.count === 0) return;
  const { connector, count, table } = news;
  await tell(tx, {
    to: { atLeast: 'editor' },
    kind: 'findings.new',
    params: { connector, count, table: table ?? connector },
    projectId,
    link: '/intelligence',
    about: `findings ${connectorId}`,
  });
}
