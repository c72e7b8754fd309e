import type { Check } from '@causeway/contract/intelligence/checks.ts';
import type { Finding, QuietCheck } from '@causeway/contract/intelligence/intelligence.ts';
import type { AuthorizedProject } from '#platform/access/actor.ts';
import { changeRows, type Db, listRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Candidate } from './checks/candidate.ts';
import { isAwake, mayBeToldTo } from './findings.ts';

const LEAST_FINDINGS = 10;
const USELESS_SHARE = 0.3;

/**
 * Dismissed as not useful in more than three of ten, and a check goes quiet in that project. Since
 * somebody wanted to hear it again, only what was dismissed after that counts.
 */
export async function weighUse(tx: Tx, projectId: string, check: Check): Promise<void> {
  await changeRows(
    tx,
    sql`insert into quiet_checks (project_id, check_name, is_quiet)
        select ${projectId}::uuid, ${check}, true from (
          select count(*) as findings, count(*) filter (where finding.state = 'dismissed'
              and finding.reason = 'not-useful'
              and finding.changed_at > coalesce(quiet.changed_at, '-infinity')) as useless
          from findings finding
          left join quiet_checks quiet on quiet.project_id = finding.project_id
            and quiet.check_name = finding.check_name
          where finding.project_id = ${projectId} and finding.check_name = ${check}) counted
        where findings >= ${LEAST_FINDINGS} and useless > ${USELESS_SHARE}::float8 * findings
        on conflict (project_id, check_name) do update set is_quiet = true, changed_at = now(),
          changed_by = null where not quiet_checks.is_quiet`,
  );
}

export async function hearAgain(
  tx: Tx,
  { projectId, check, by }: { projectId: string; check: Check; by: string },
): Promise<void> {
  await changeRows(
    tx,
    sql`update quiet_checks set is_quiet = false, changed_at = now(), changed_by = ${by}
        where project_id = ${projectId} and check_name = ${check} and is_quiet`,
  );
}

/** With how many findings of theirs are not shown. */
export function listQuiet(db: Db, project: AuthorizedProject): Promise<QuietCheck[]> {
  return listRows(
    db,
    sql`select quiet.check_name as "check", (select count(*)::int from findings finding
            where finding.project_id = quiet.project_id and finding.check_name = quiet.check_name
              and finding.gravity > 0 and ${isAwake} and ${mayBeToldTo(project)}) as findings
        from quiet_checks quiet where quiet.project_id = ${project.id} and quiet.is_quiet
        order by quiet.check_name`,
  );
}

type Series = { connectorId: string; schema: string | null; table: string | null };

/** Fewer or more than expected of one measure of a table. */
function directionOf({ facts }: Pick<Finding, 'facts'>): { measure: string; direction: string } {
  const direction = Number(facts['value']) < Number(facts['expected']) ? 'less' : 'more';
  return { measure: String(facts['measure'] ?? ''), direction };
}

export async function muteSeries(
  tx: Tx,
  finding: Series & Pick<Finding, 'facts'>,
  { projectId, by }: { projectId: string; by: string },
): Promise<void> {
  const { measure, direction } = directionOf(finding);
  await changeRows(
    tx,
    sql`insert into muted_series (connector_id, project_id, schema_name, table_name, measure,
          direction, muted_by)
        values (${finding.connectorId}, ${projectId}, ${finding.schema}, ${finding.table},
          ${measure}, ${direction}, ${by})
        on conflict do nothing`,
  );
}

/** Who shows a day again wants to hear of the next one too. */
export async function unmuteSeries(
  tx: Tx,
  finding: Series & Pick<Finding, 'facts'>,
): Promise<void> {
  const { measure, direction } = directionOf(finding);
  await changeRows(
    tx,
    sql`delete from muted_series where connector_id = ${finding.connectorId}
          and schema_name = ${finding.schema} and table_name = ${finding.table}
          and measure = ${measure} and direction = ${direction}`,
  );
}

/** Without the days of series that were muted in their direction. */
export async function withoutMuted(
  db: Db,
  { connectorId, schema, table }: Series,
  candidates: readonly Candidate[],
): Promise<readonly Candidate[]> {
  if (!candidates.some(({ check }) => check === 'unusual-day')) return candidates;
  const muted = await listRows<{ series: string }>(
    db,
    sql`select measure || ' ' || direction as series from muted_series
        where connector_id = ${connectorId} and schema_name = ${schema} and table_name = ${table}`,
  );
  const isMuted = new Set(muted.map(({ series }) => series));
  return candidates.filter((one) => {
    const { measure, direction } = directionOf(one);
    return one.check !== 'unusual-day' || !isMuted.has(`${measure} ${direction}`);
  });
}
