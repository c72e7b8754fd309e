import { changeRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Caller } from '#platform/access/caller.ts';
import type { RequestFacts } from '#platform/http/request-facts.ts';

export type Act = {
  action: string;
  projectId?: string;
  target?: string;
  details?: Record<string, unknown>;
};

/** Writes down an act in its own transaction: there is no act without its entry, and none besides. */
export async function recordAct(
  tx: Tx,
  by: { caller?: Caller; request: RequestFacts },
  act: Act,
): Promise<void> {
  await changeRows(
    tx,
    sql`insert into audit_log (actor_id, actor_name, impersonator_id, impersonator_name, project_id,
          action, target, details, request_id, address)
        values (${by.caller?.user.id}, ${by.caller?.user.name}, ${by.caller?.impersonator?.id},
          ${by.caller?.impersonator?.name}, ${act.projectId}, ${act.action}, ${act.target},
          ${JSON.stringify(act.details ?? {})}, ${by.request.id}, ${by.request.address})`,
  );
}
