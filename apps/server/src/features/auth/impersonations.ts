import type { Impersonation } from '@causeway/contract/auth/security.ts';
import { type Db, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/** The last hundred; an impersonation lasts an hour at most, whether it was stopped or not. */
export function listImpersonations(db: Db, userId: string): Promise<Impersonation[]> {
  return listRows(
    db,
    sql`select begun.id::text, begun.at, coalesce(begun.actor_name, '') as staff,
          coalesce(begun.details->>'reason', '') as reason,
          (select min(stopped.at) from audit_log stopped
            where stopped.action = 'impersonation.stopped' and stopped.target = begun.target
              and stopped.impersonator_id = begun.actor_id and stopped.at >= begun.at
              and stopped.at < begun.at + interval '1 hour') as "endedAt",
          coalesce((select json_agg(json_build_object('at', to_json(act.at), 'action', act.action)
              order by act.id)
            from (select id, at, action from audit_log
              where actor_id = ${userId} and impersonator_id = begun.actor_id
                and at >= begun.at and at < begun.at + interval '1 hour'
                and action not like 'impersonation.%'
              order by id limit 100) act), '[]') as acts
        from audit_log begun
        where begun.action = 'impersonation.started' and begun.target = ${userId}
        order by begun.id desc limit 100`,
  );
}
