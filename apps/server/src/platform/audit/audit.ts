import type { AuditAction } from '@causeway/contract/audit-actions.ts';
import type { Actor, AuthorizedProject, Nobody } from '#platform/access/actor.ts';
import { changeRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

export type Act = {
  action: AuditAction;
  /** Of the project the actor works in, unless another is named. */
  projectId?: string;
  target?: string;
  details?: Record<string, unknown>;
  /** Whose link of a mail was used: nobody had to sign in for it. */
  linkOf?: { id: string; name: string };
};

/** An index keeps targets, and refuses what is longer than it can hold. */
const LONGEST_TARGET = 600;

type Somebody = Pick<Actor, 'kind' | 'ref' | 'user' | 'impersonator' | 'origin'>;
type By = (Somebody & { project?: AuthorizedProject | undefined }) | Nobody;

/** Writes down an act in its own transaction: there is no act without its entry, and none besides. */
export async function recordAct(tx: Tx, by: By, act: Act): Promise<void> {
  const person = by.kind === 'nobody' ? undefined : by;
  await changeRows(
    tx,
    sql`insert into audit_log (actor_kind, actor_ref, actor_id, actor_name, impersonator_id,
          impersonator_name, project_id, action, target, details, request_id, address)
        values (${by.kind}, ${by.ref}, ${person?.user.id ?? act.linkOf?.id},
          ${person?.user.name ?? act.linkOf?.name},
          ${person?.impersonator?.id}, ${person?.impersonator?.name},
          ${act.projectId ?? person?.project?.id}, ${act.action},
          ${act.target?.slice(0, LONGEST_TARGET)},
          ${JSON.stringify(act.details ?? {})}, ${by.origin.id}, ${by.origin.address})`,
  );
}
