import { can } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { ProjectActor } from './actor.ts';

/** What somebody started is stopped and cleared away by them, or by who manages the project. */
export function requireOwnWork(
  { user, project }: ProjectActor,
  startedBy: string | null | undefined,
): void {
  if (startedBy === user.id || can(project.role, 'work.manage')) return;
  throw new Failure('E_FORBIDDEN', 'Only who started it or an admin of the project may do this.');
}
