import { mayGrant, type Role } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { Member } from '@causeway/contract/members/members.ts';
import type { AuthorizedProject } from '#platform/access/actor.ts';
import type { Tx } from '#platform/db/database.ts';
import { countOtherOwners, findMember, lockMembers } from './queries.ts';

/** The member, held until the transaction ends, so that what is decided on stays true. */
export async function lockMember(
  tx: Tx,
  project: AuthorizedProject,
  userId: string,
): Promise<Member> {
  await lockMembers(tx, project);
  const member = await findMember(tx, project, userId);
  if (!member) throw new Failure('E_MEMBER_NOT_FOUND');
  return member;
}

/** Nobody gives or takes away a role above their own. */
export function requireGrant(project: AuthorizedProject, role: Role): void {
  if (!mayGrant(project.role, role)) throw new Failure('E_FORBIDDEN');
}

export async function keepAnOwner(
  tx: Tx,
  project: AuthorizedProject,
  leaving: Member,
): Promise<void> {
  if (leaving.role !== 'owner') return;
  if ((await countOtherOwners(tx, project, leaving.userId)) === 0)
    throw new Failure('E_LAST_OWNER');
}

/** An address is invited to a project once at a time: the inbox knows the invitation by both. */
export function aboutInvitation(projectId: string, email: string): string {
  return `${projectId} ${email.toLowerCase()}`;
}
