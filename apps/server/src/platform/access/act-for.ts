import { type Action, can } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { Db } from '#platform/db/database.ts';
import type { Run } from '#platform/runs/run.ts';
import type { Origin, ProjectActor } from './actor.ts';
import { actorFrom, findActor } from './find-actor.ts';

/** Work in the background comes from nowhere but us. */
const origin: Origin = { id: '', address: '', network: '', userAgent: undefined };

/**
 * The actor a run is: it acts for who asked for it, with the rights that person has now, on the
 * connector it names. Somebody who left or may no longer do this takes the run's rights along.
 */
export async function actFor(
  db: Db,
  { id, userId }: Pick<Run, 'id' | 'userId'>,
  { action, connectorId }: { action: Action; connectorId: string },
): Promise<ProjectActor> {
  const identity = userId && { kind: 'run' as const, ref: `run:${id}`, onBehalfOf: userId };
  const found = identity ? await findActor(db, identity, { connectorId }) : undefined;
  const { project } = found ?? {};
  if (!found || !project || !can(project.role, action)) {
    throw new Failure('E_FORBIDDEN', 'Who started this may no longer do it.');
  }
  return { ...actorFrom(found, { ...origin, id }), project };
}
