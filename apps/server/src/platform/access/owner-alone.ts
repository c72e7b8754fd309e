import { can } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { ProjectActor } from './actor.ts';

/**
 * Whose something is once it is shared no longer: its owner's, who alone may take it back. What has
 * no owner any more an admin may take for their own, else nobody would see it again.
 */
export function ownerAlone(
  { user, project }: ProjectActor,
  { ownerId }: { ownerId: string | null },
): string {
  const isOrphaned = ownerId === null && can(project.role, 'connectors.manage');
  if (ownerId !== user.id && !isOrphaned) throw new Failure('E_FORBIDDEN');
  return user.id;
}
