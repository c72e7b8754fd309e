import { sayFinding } from '@causeway/contract/intelligence/texts.ts';
import type { Finding, Scan } from '@causeway/contract/intelligence/intelligence.ts';
import type { UiLanguage } from '@causeway/contract/settings/settings.ts';
import { findRow, listRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { tell } from '#platform/inbox/tell.ts';

type Ended = { projectId: string; connectorId: string; scanId: string };
type News = Pick<Finding, 'check' | 'schema' | 'table' | 'columns' | 'facts'> & { total: number };

const MOST_TOLD = 5;
const LONGEST = 200;

/**
 * After a scan that nobody waited for: what is new and grave, the gravest by their sentences. No news,
 * no word. Who asked for a scan sees what it found on the page they asked on.
 */
export async function tellNewFindings(
  tx: Tx,
  { projectId, connectorId, scanId }: Ended,
): Promise<void> {
  const scan = await findRow<{ connector: string; cause: Scan['cause'] }>(
    tx,
    sql`select connector.name as connector, scan.cause from scans scan
        join connectors connector on connector.id = scan.connector_id where scan.id = ${scanId}`,
  );
  if (!scan || scan.cause === 'asked') return;
  const news = await listRows<News>(
    tx,
    sql`select check_name as "check", schema_name as schema, table_name as "table",
          finding.columns, facts, count(*) over ()::int as total
        from findings finding join scans scan on scan.id = ${scanId}
        where finding.connector_id = ${connectorId} and finding.state = 'open'
          and finding.gravity <= 1 and finding.first_seen_at >= scan.queued_at
        order by finding.gravity, finding.size desc, finding.id limit ${MOST_TOLD}`,
  );
  const [worst] = news;
  if (!worst) return;
  const { connector } = scan;
  await tell(tx, {
    to: { atLeast: 'editor' },
    kind: 'findings.new',
    params: {
      connector,
      count: worst.total,
      list: { en: listIn(news, 'en'), de: listIn(news, 'de') },
    },
    projectId,
    // A person has several projects, and a mail does not know which one is open.
    link: `/intelligence?projectId=${projectId}`,
    about: `findings ${connectorId}`,
  });
}

/** Written in both languages when it is told: what reads it later knows no checks. */
function listIn(news: readonly News[], language: UiLanguage): string {
  const lines = news.map((one) => `• ${sayFinding(one, language).title.slice(0, LONGEST)}`);
  return lines.join('\n');
}
