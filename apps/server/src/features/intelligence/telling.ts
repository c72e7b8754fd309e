import { sayFinding } from '@causeway/contract/intelligence/texts.ts';
import type { Finding, Scan } from '@causeway/contract/intelligence/intelligence.ts';
import type { UiLanguage } from '@causeway/contract/settings/settings.ts';
import { changeRows, findRow, listRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { tell } from '#platform/inbox/tell.ts';
import { isHeard } from './findings.ts';

type Ended = { projectId: string; connectorId: string; scanId: string };
type News = Pick<Finding, 'id' | 'check' | 'schema' | 'table' | 'columns' | 'facts'> & {
  total: number;
};
type Scanned = { connector: string; cause: Scan['cause']; isFirst: boolean; toldToday: number };

/** Said by their sentences in one message, and in the first of a database. */
const MOST_SAID = 5;
const MOST_SAID_FIRST = 10;
/** Told of a database in a day; the rest is counted. */
const MOST_A_DAY = 20;
const LONGEST = 180;

/**
 * After a scan that nobody waited for: what is new and grave, the gravest by their sentences. No news,
 * no word. Who asked for a scan sees what it found on the page they asked on.
 */
export async function tellNewFindings(tx: Tx, ended: Ended): Promise<void> {
  const { projectId, connectorId } = ended;
  const scan = await findScanned(tx, ended);
  if (!scan || scan.cause === 'asked') return;
  const news = await listNews(tx, ended, MOST_A_DAY - scan.toldToday);
  const [worst] = news;
  if (!worst) return;
  await changeRows(
    tx,
    sql`update findings set told_at = now() where id = any(${news.map(({ id }) => id)}::uuid[])`,
  );
  const said = news.slice(0, scan.isFirst ? MOST_SAID_FIRST : MOST_SAID);
  await tell(tx, {
    to: { atLeast: 'editor' },
    kind: 'findings.new',
    params: {
      connector: scan.connector,
      count: worst.total,
      list: { en: listIn(said, 'en'), de: listIn(said, 'de') },
    },
    projectId,
    // A person has several projects, and a mail does not know which one is open.
    link: `/intelligence?projectId=${projectId}`,
    about: `findings ${connectorId}`,
  });
}

function findScanned(tx: Tx, { connectorId, scanId }: Ended): Promise<Scanned | undefined> {
  return findRow(
    tx,
    sql`select connector.name as connector, scan.cause,
          not exists (select from scans earlier where earlier.connector_id = ${connectorId}
            and earlier.id <> scan.id and earlier.state = 'done') as "isFirst",
          (select count(*)::int from findings where connector_id = ${connectorId}
            and told_at >= date_trunc('day', now(), coalesce(project.settings->>'timeZone', 'UTC'))
          ) as "toldToday"
        from scans scan join connectors connector on connector.id = scan.connector_id
        join projects project on project.id = connector.project_id
        where scan.id = ${scanId}`,
  );
}

/**
 * Those of a day that come after so many are on the page, and not told the day after either; what is
 * critical is told however many there were.
 */
function listNews(tx: Tx, { connectorId, scanId }: Ended, most: number): Promise<News[]> {
  return listRows(
    tx,
    sql`with news as (
          select finding.id, check_name as "check", schema_name as schema, table_name as "table",
            finding.columns, facts, finding.gravity, count(*) over ()::int as total,
            row_number() over (order by finding.gravity, finding.size desc, finding.id) as place
          from findings finding join scans scan on scan.id = ${scanId}
          where finding.connector_id = ${connectorId} and finding.state = 'open'
            and finding.gravity <= 1 and finding.first_seen_at >= scan.queued_at and ${isHeard}
        )
        select id, "check", schema, "table", columns, facts, total from news
        where place <= ${most} or gravity = 0 order by place`,
  );
}

/** Written in both languages when it is told: what reads it later knows no checks. */
function listIn(said: readonly News[], language: UiLanguage): string {
  const lines = said.map((one) => `• ${sayFinding(one, language).title.slice(0, LONGEST)}`);
  const more = (said[0]?.total ?? 0) - said.length;
  if (more > 0) lines.push(language === 'de' ? `… und ${more} weitere` : `… and ${more} more`);
  return lines.join('\n');
}
