import { createHash } from 'node:crypto';
import {
  type CheckArea,
  checkCatalogue,
  severities,
} from '@causeway/contract/intelligence/checks.ts';
import type { Finding, TableHealth } from '@causeway/contract/intelligence/intelligence.ts';
import { sayFinding } from '@causeway/contract/intelligence/texts.ts';
import type { UiLanguage } from '@causeway/contract/settings/settings.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { can } from '@causeway/contract/access.ts';
import type { AuthorizedProject, ProjectActor } from '#platform/access/actor.ts';
import { mayBeTold } from '#platform/access/told-names.ts';
import { changeRows, type Db, findRow, listRows, type Tx } from '#platform/db/database.ts';
import { joinSql, type Sql, sql } from '#platform/db/sql.ts';
import type { Candidate, Fix } from './checks/candidate.ts';

const columns: Sql = sql`finding.id, finding.connector_id as "connectorId",
  finding.check_name as "check", finding.severity, finding.state, finding.schema_name as schema,
  finding.table_name as "table", finding.columns, finding.facts, finding.sql, finding.chart,
  finding.uses, finding.fix is not null as "hasFix", finding.is_worse as "isWorse", finding.reason,
  finding.note, finding.snoozed_until as "snoozedUntil", changer.name as "changedBy",
  finding.first_seen_at as "firstSeenAt", finding.last_seen_at as "lastSeenAt",
  case when assignee.id is not null
    then json_build_object('id', assignee.id, 'name', assignee.name) end as assignee`;
const from: Sql = sql`from findings finding
  left join users assignee on assignee.id = finding.assignee_id
  left join users changer on changer.id = finding.changed_by`;

/**
 * Facts and statements have values in them: who works as a role for readers is told what that role was
 * shown, and not what was seen before it was named.
 */
export const mayBeToldTo = ({ role }: AuthorizedProject): Sql => sql`exists (
  select from connectors connector where connector.id = finding.connector_id
    and (coalesce(connector.settings->>'readerRole', '') in ('', finding.read_as)
      or (${can(role, 'sql.write')}::boolean
        and not coalesce((connector.settings->>'readOnly')::boolean, false))))`;

/** Snoozed until a day that has come is open, without anybody doing anything. */
export const isAwake: Sql = sql`(finding.state = 'open'
  or (finding.state = 'snoozed' and finding.snoozed_until <= now()))`;
/** Of a check that went quiet only what is critical is told. */
export const isHeard: Sql = sql`(finding.gravity = 0 or not exists (select from quiet_checks quiet
  where quiet.project_id = finding.project_id and quiet.check_name = finding.check_name
    and quiet.is_quiet))`;
const shown: Record<'open' | 'snoozed' | 'dismissed' | 'ended', Sql> = {
  open: sql`(${isAwake} and ${isHeard})`,
  snoozed: sql`(finding.state = 'snoozed' and finding.snoozed_until > now())`,
  dismissed: sql`finding.state = 'dismissed'`,
  ended: sql`finding.state in ('fixed', 'gone')`,
};

export type Wanted = {
  connectorId?: string | undefined;
  show: keyof typeof shown;
  area?: CheckArea | undefined;
  schema?: string | undefined;
  table?: string | undefined;
  findingId?: string | undefined;
  limit: number;
};

export async function listFindings(
  db: Db,
  project: AuthorizedProject,
  { connectorId, show, area, schema, table, findingId, limit }: Wanted,
): Promise<{ items: Finding[]; total: number }> {
  const which = findingId === undefined ? shown[show] : sql`finding.id = ${findingId}`;
  const conditions = [sql`finding.project_id = ${project.id}`, which, mayBeToldTo(project)];
  if (connectorId) conditions.push(sql`finding.connector_id = ${connectorId}`);
  if (area) conditions.push(sql`finding.check_name = any(${checkCatalogue[area]}::text[])`);
  if (schema !== undefined) conditions.push(sql`finding.schema_name = ${schema}`);
  if (table !== undefined) conditions.push(sql`finding.table_name = ${table}`);
  const rows = await listRows<Finding & { total: string }>(
    db,
    sql`select ${columns}, count(*) over () as total ${from}
        where ${joinSql(conditions, ' and ')}
        order by finding.gravity, finding.first_seen_at desc, finding.size desc, finding.id
        limit ${limit}`,
  );
  return { items: rows, total: Number(rows[0]?.total ?? 0) };
}

/** What a finding breaks is named as far as who asks could look at it. */
export function asToldTo<One extends Finding>(actor: ProjectActor, finding: One): One {
  const { uses, connectorId } = finding;
  return { ...finding, uses: uses.filter(({ kind }) => mayBeTold(actor, kind, connectorId)) };
}

/** The gravest of a project, said in somebody's language. */
export async function sayGravest(
  db: Db,
  { project, limit, language }: { project: AuthorizedProject; limit: number; language: UiLanguage },
): Promise<{ id: string; title: string }[]> {
  const { items } = await listFindings(db, project, { show: 'open', limit });
  return items.map((finding) => ({ id: finding.id, title: sayFinding(finding, language).title }));
}

export async function readFinding(
  db: Db,
  project: AuthorizedProject,
  id: string,
): Promise<Finding & { fix: Fix | null }> {
  const found = await findRow<Finding & { fix: Fix | null }>(
    db,
    sql`select ${columns}, finding.fix ${from}
        where finding.id = ${id} and finding.project_id = ${project.id}
          and ${mayBeToldTo(project)}`,
  );
  if (!found) throw new Failure('E_NOT_FOUND');
  return found;
}

export function listHealth(
  db: Db,
  project: AuthorizedProject,
  connectorId: string,
): Promise<TableHealth[]> {
  return listRows(
    db,
    sql`select schema_name as schema, table_name as "table", count(*)::int as findings,
          (${severities}::text[])[min(gravity) + 1] as worst
        from findings finding
        where project_id = ${project.id} and connector_id = ${connectorId} and ${isAwake}
          and ${isHeard}
          and table_name is not null and gravity < 3 and ${mayBeToldTo(project)}
        group by 1, 2 order by min(gravity), 3 desc limit 2000`,
  );
}

type Change = {
  state: 'open' | 'snoozed' | 'dismissed' | 'fixed';
  by: string;
  reason?: string | null;
  note?: string;
  days?: number;
};

/** Dismissed as large as it is now: only four times of that is worse. */
export async function changeState(tx: Tx, { id }: { id: string }, change: Change): Promise<void> {
  const { state, by, reason = null, note, days = 0 } = change;
  await changeRows(
    tx,
    sql`update findings set state = ${state}, reason = ${reason}, note = ${note || null},
          changed_by = ${by}, changed_at = now(), is_worse = false, clean_looks = 0,
          dismissed_size = case when ${state === 'dismissed'} then size end,
          snoozed_until = case when ${state === 'snoozed'}
            then now() + make_interval(days => ${days}) end
        where id = ${id}`,
  );
}

export async function setAssignee(tx: Tx, id: string, userId: string | null): Promise<void> {
  await changeRows(tx, sql`update findings set assignee_id = ${userId} where id = ${id}`);
}

/** `readAs` is the role for readers it was seen as. */
type Place = { projectId: string; connectorId: string; scanId: string; readAs: string | null };

/** Writes down what was noticed. What is known is seen again; what was dismissed stays so. */
export async function keepFindings(
  tx: Db,
  { projectId, connectorId, scanId, readAs }: Place,
  candidates: readonly Candidate[],
): Promise<number> {
  const rows = [...new Map(candidates.map((one) => [printOf(connectorId, one), one]))].map(
    ([fingerprint, candidate]) => rowOf(connectorId, fingerprint, candidate),
  );
  if (rows.length === 0) return 0;
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(check_name text,
    severity text, gravity smallint, schema_name text, table_name text, columns text[],
    fingerprint text, name_print text, facts jsonb, size float8, sql text, chart jsonb, fix jsonb,
    uses jsonb)`;
  // A database that was restored elsewhere has other numbers and the same names.
  await changeRows(
    tx,
    sql`update findings known set fingerprint = given.fingerprint from ${given}
        where known.connector_id = ${connectorId} and known.name_print = given.name_print
          and known.fingerprint <> given.fingerprint
          and not exists (select from findings other where other.connector_id = ${connectorId}
            and other.fingerprint = given.fingerprint)`,
  );
  const kept = await listRows<{ isNew: boolean }>(
    tx,
    sql`insert into findings as known (project_id, connector_id, last_scan_id, check_name, severity,
          gravity, schema_name, table_name, columns, fingerprint, name_print, facts, size, sql,
          chart, fix, uses, read_as)
        select ${projectId}::uuid, ${connectorId}::uuid, ${scanId}::uuid, check_name, severity,
          gravity, schema_name, table_name, coalesce(columns, '{}'), fingerprint, name_print, facts,
          size, sql, chart, fix, coalesce(uses, '[]'), ${readAs}
        from ${given}
        on conflict (connector_id, fingerprint) do update set severity = excluded.severity,
          gravity = excluded.gravity, schema_name = excluded.schema_name,
          table_name = excluded.table_name, columns = excluded.columns,
          name_print = excluded.name_print, facts = excluded.facts, size = excluded.size,
          sql = excluded.sql, chart = excluded.chart, uses = excluded.uses,
          fix = coalesce(excluded.fix, known.fix), last_seen_at = now(),
          last_scan_id = excluded.last_scan_id, clean_looks = 0, read_as = excluded.read_as,
          first_seen_at = case when ${isBack} then now() else known.first_seen_at end,
          is_worse = known.is_worse or ${isWorse},
          state = case when ${isBack} or ${isWorse} then 'open' else known.state end
        returning first_seen_at >= now() - interval '1 second' and xmax = 0 as "isNew"`,
  );
  return kept.filter(({ isNew }) => isNew).length;
}

/** It was over. A scan that began before somebody fixed it may still tell what it saw before. */
const isBack: Sql = sql`(known.state = 'gone' or known.state = 'fixed' and known.changed_at <=
  (select queued_at from scans where scans.id = excluded.last_scan_id))`;

/** Four times as large as when it was dismissed; never where it is meant to be so. */
const isWorse: Sql = sql`(known.state = 'dismissed' and known.reason <> 'intended'
  and excluded.size >= 4 * greatest(known.dismissed_size, 1))`;

function rowOf(connectorId: string, fingerprint: string, candidate: Candidate) {
  const { check, severity, schema, table, rule = '', facts, size } = candidate;
  return {
    check_name: check,
    severity,
    gravity: severities.indexOf(severity),
    schema_name: schema,
    table_name: table,
    columns: candidate.columns,
    fingerprint,
    name_print: hash([connectorId, check, schema, table, rule === '' ? candidate.columns : rule]),
    facts,
    size,
    sql: candidate.sql ?? null,
    chart: candidate.chart ?? null,
    fix: candidate.fix ?? null,
    uses: candidate.uses ?? [],
  };
}

/** By what it is about and never by counts or days; a rule of its own stands for the columns. */
function printOf(connectorId: string, { check, objects, rule }: Candidate): string {
  const [table] = objects;
  return hash([connectorId, check, ...(rule === undefined ? objects : [table, rule])]);
}

function hash(parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** How empty columns were before it was told that they are emptier; fixed ones are not watched. */
export async function listToldGaps(
  db: Db,
  { connectorId, schema, table }: { connectorId: string; schema: string; table: string },
): Promise<Map<string, number>> {
  const rows = await listRows<{ column: string; before: number }>(
    db,
    sql`select columns[1] as "column", (facts->>'before')::float8 as before from findings
        where connector_id = ${connectorId} and schema_name = ${schema} and table_name = ${table}
          and check_name = 'gaps' and state in ('open', 'snoozed', 'dismissed')
          and columns[1] is not null and facts ? 'before'`,
  );
  return new Map(rows.map(({ column, before }) => [column, before]));
}
