import { auditRoutes } from '@causeway/contract/audit.ts';
import { listRows } from '#platform/db/database.ts';
import { readCursor, toPage } from '#platform/db/page.ts';
import { sql } from '#platform/db/sql.ts';
import type { Mount } from '#platform/http/mount.ts';

type EntryRow = {
  id: string;
  at: string;
  actor: { id: string; name: string } | null;
  impersonator: { id: string; name: string } | null;
  actorKind: string | null;
  action: string;
  target: string | null;
  details: Record<string, unknown>;
};

export function mountAudit(mount: Mount): void {
  mount('audit', auditRoutes, {
    list: async ({ db, actor, query }) => {
      const [before] = readCursor(query.cursor, ['bigint']);
      const rows = await listRows<EntryRow>(
        db,
        sql`select id, at, action, target, details, actor_kind as "actorKind",
              case when actor_id is not null
                then json_build_object('id', actor_id, 'name', coalesce(actor_name, '')) end as actor,
              case when impersonator_id is not null
                then json_build_object('id', impersonator_id, 'name', coalesce(impersonator_name, ''))
                end as impersonator
            from audit_log
            where project_id = ${actor.project.id} and (${before}::bigint is null or id < ${before}::bigint)
            order by id desc limit ${query.limit + 1}`,
      );
      return toPage(rows, query.limit, (row) => [row.id]);
    },
  });
}
