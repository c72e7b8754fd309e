import { auditCatalogue } from '@causeway/contract/audit-actions.ts';
import type { AuditEntry, AuditFilter } from '@causeway/contract/audit.ts';
import type { PlanId } from '@causeway/contract/plans.ts';
import type { AuthorizedProject } from '#platform/access/actor.ts';
import { readShown } from '#platform/credits/retention.ts';
import { type Db, listRows } from '#platform/db/database.ts';
import { joinSql, type Sql, sql } from '#platform/db/sql.ts';

/** Not every target is an id: some are names or paths. */
const targetId = sql`case when entry.target ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  then entry.target::uuid end`;

type Asked = {
  filter: AuditFilter;
  before: string | null;
  limit: number;
  /** What everybody has who books nothing. */
  unbooked: PlanId;
};

/** Newest first. Names are those of now; of who or what is gone, those written down then. */
export async function listEntries(
  db: Db,
  project: AuthorizedProject,
  { filter, before, limit, unbooked }: Asked,
): Promise<AuditEntry[]> {
  const { from, before: earlier } = await readShown(db, project.id, unbooked);
  return listRows(
    db,
    sql`select entry.id::text, entry.at, entry.action, entry.target, entry.details, entry.address,
          entry.actor_kind as "actorKind",
          (select key.name from api_keys key where key.id = case when entry.actor_kind = 'key'
            then substr(entry.actor_ref, 5)::uuid end) as "actorName",
          case when entry.actor_id is not null then json_build_object('id', entry.actor_id,
            'name', coalesce(account.name, entry.actor_name, ''), 'avatar', account.avatar) end as actor,
          case when entry.impersonator_id is not null then json_build_object(
            'id', entry.impersonator_id,
            'name', coalesce(staff.name, entry.impersonator_name, '')) end as impersonator,
          coalesce(entry.details->>'name', entry.details->>'email', entry.details->>'question',
            entry.details->>'tool',
            (select name from users where id = ${targetId}),
            (select name from connectors where id = ${targetId})) as "targetName"
        from audit_log entry
        left join users account on account.id = entry.actor_id
        left join users staff on staff.id = entry.impersonator_id
        where entry.project_id = ${project.id} and ${conditionOf(filter, before)}
          and (entry.at >= ${from} or entry.at < ${earlier})
        order by entry.id desc limit ${limit}`,
  );
}

function conditionOf(filter: AuditFilter, before: string | null): Sql {
  const { person, actorKind, thing, action, target, from, until } = filter;
  return joinSql(
    [
      before === null ? sql`true` : sql`entry.id < ${before}::bigint`,
      ...(person === undefined
        ? []
        : [sql`(entry.actor_id = ${person} or entry.impersonator_id = ${person})`]),
      ...(actorKind === undefined
        ? []
        : [sql`coalesce(entry.actor_kind, 'person') = ${actorKind}`]),
      ...(thing === undefined ? [] : [sql`entry.action = any(${[...auditCatalogue[thing]]})`]),
      ...(action === undefined ? [] : [sql`entry.action = ${action}`]),
      ...(target === undefined
        ? []
        : [sql`(entry.target = ${target} or entry.details->>'name' = ${target})`]),
      ...(from === undefined ? [] : [sql`entry.at >= ${from}`]),
      ...(until === undefined ? [] : [sql`entry.at < ${until}`]),
    ],
    ' and ',
  );
}
