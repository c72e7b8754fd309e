import type { Role } from '@causeway/contract/access.ts';
import type { Invitation, Member } from '@causeway/contract/members/members.ts';
import type { AuthorizedProject } from '#platform/access/actor.ts';
import { roleNow } from '#platform/access/find-actor.ts';
import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

const memberColumns = sql`member.user_id as "userId", account.name, account.email, account.avatar, member.role,
  member.joined_at as "joinedAt",
  not exists (select from seatless_members seatless where seatless.project_id = member.project_id
    and seatless.user_id = member.user_id) as "hasSeat"`;

export function listMembers(db: Db, project: AuthorizedProject): Promise<Member[]> {
  return listRows(
    db,
    sql`select ${memberColumns} from project_members member
        join users account on account.id = member.user_id
        where member.project_id = ${project.id}
        order by member.joined_at, account.name`,
  );
}

export function findMember(
  db: Db,
  project: AuthorizedProject,
  userId: string,
): Promise<Member | undefined> {
  return findRow(
    db,
    sql`select ${memberColumns} from project_members member
        join users account on account.id = member.user_id
        where member.project_id = ${project.id} and member.user_id = ${userId}`,
  );
}

/** Members are changed one after another, so that two owners can't demote each other at once. */
export async function lockMembers(tx: Tx, project: Pick<AuthorizedProject, 'id'>): Promise<void> {
  await changeRows(tx, sql`select from projects where id = ${project.id} for update`);
}

/** Who has given up their account is as good as gone. */
export async function countOtherOwners(
  db: Db,
  project: AuthorizedProject,
  userId: string,
): Promise<number> {
  const { owners } = await readRow<{ owners: number }>(
    db,
    sql`select count(*)::int as owners
        from project_members member join users account on account.id = member.user_id
        where member.project_id = ${project.id} and member.role = 'owner'
          and member.user_id <> ${userId} and account.leaving_at is null`,
  );
  return owners;
}

export async function updateRole(
  tx: Tx,
  project: AuthorizedProject,
  member: Member,
  role: Role,
): Promise<void> {
  await changeRows(
    tx,
    sql`update project_members set role = ${role}, owner_since = case
            when ${role} <> 'owner' then null when role = 'owner' then owner_since else now() end
        where project_id = ${project.id} and user_id = ${member.userId}`,
  );
}

export async function deleteMember(
  tx: Tx,
  project: AuthorizedProject,
  member: Member,
): Promise<void> {
  await changeRows(
    tx,
    sql`with gone as (
          delete from project_members
          where project_id = ${project.id} and user_id = ${member.userId} returning project_id, user_id
        )
        insert into departed_members (project_id, user_id) select project_id, user_id from gone
        on conflict (project_id, user_id) do update set left_at = now()`,
  );
}

const invitationColumns = sql`invitation.id, invitation.email, invitation.role,
  (select name from users where id = invitation.invited_by) as "invitedBy",
  invitation.created_at as "createdAt", invitation.expires_at as "expiresAt"`;

export function listInvitations(db: Db, project: AuthorizedProject): Promise<Invitation[]> {
  return listRows(
    db,
    sql`select ${invitationColumns} from invitations invitation
        where project_id = ${project.id} and accepted_at is null and expires_at > now()
        order by created_at`,
  );
}

/** A new invitation of an address takes the place of an older one. */
export async function insertInvitation(
  tx: Tx,
  project: Pick<AuthorizedProject, 'id'>,
  invitation: { email: string; role: Role; tokenHash: Buffer; invitedBy: string; days: number },
): Promise<Invitation> {
  await changeRows(
    tx,
    sql`delete from invitations where project_id = ${project.id}
        and lower(email) = lower(${invitation.email}) and accepted_at is null`,
  );
  return readRow(
    tx,
    sql`insert into invitations as invitation
          (project_id, email, role, token_hash, invited_by, expires_at)
        values (${project.id}, ${invitation.email}, ${invitation.role}, ${invitation.tokenHash},
          ${invitation.invitedBy}, now() + make_interval(days => ${invitation.days}))
        returning ${invitationColumns}`,
  );
}

export function deleteInvitation(
  tx: Tx,
  project: AuthorizedProject,
  invitationId: string,
): Promise<{ email: string } | undefined> {
  return findRow(
    tx,
    sql`delete from invitations
        where id = ${invitationId} and project_id = ${project.id} and accepted_at is null
        returning email`,
  );
}

/** Whoever has proven that the address is theirs; a mere claim is told nothing. */
export function findVerifiedAccount(
  db: Db,
  email: string,
): Promise<{ id: string; name: string; language: string | null } | undefined> {
  return findRow(
    db,
    sql`select id, name, mail_language as language from users
        where lower(email) = lower(${email}) and verified_at is not null`,
  );
}

type Joined = { project: string; name: string; role: Role };

export function findJoined(db: Db, projectId: string, userId: string): Promise<Joined | undefined> {
  return findRow(
    db,
    sql`select project.name as project, account.name, member.role
        from project_members member join projects project on project.id = member.project_id
        join users account on account.id = member.user_id
        where member.project_id = ${projectId} and member.user_id = ${userId}`,
  );
}

export async function listWhoCares(
  db: Db,
  projectId: string,
  inviter: string | null,
): Promise<string[]> {
  const rows = await listRows<{ id: string }>(
    db,
    sql`select user_id as id from project_members
        where project_id = ${projectId} and (role = 'owner' or user_id = ${inviter}::uuid)`,
  );
  return rows.map(({ id }) => id);
}

export type OpenInvitation = {
  id: string;
  projectId: string;
  email: string;
  role: Role;
  invitedBy: string | null;
  /** What who sent it may do in the project now; null also of who is suspended or leaves. */
  inviterRole: Role | null;
};

/** By its mailed token, or by its id from the own list. */
export function findOpenInvitation(
  db: Db,
  which: { tokenHash: Buffer } | { id: string },
): Promise<OpenInvitation | undefined> {
  const isIt =
    'id' in which
      ? sql`invitation.id = ${which.id}`
      : sql`invitation.token_hash = ${which.tokenHash}`;
  return findRow(
    db,
    sql`select invitation.id, invitation.project_id as "projectId", invitation.email,
          invitation.role, invitation.invited_by as "invitedBy",
          case when inviter.id is not null then ${roleNow} end as "inviterRole"
        from invitations invitation
        left join project_members member on member.project_id = invitation.project_id
          and member.user_id = invitation.invited_by
        left join users inviter on inviter.id = member.user_id
          and inviter.suspended_at is null and inviter.leaving_at is null
        where ${isIt} and invitation.accepted_at is null and invitation.expires_at > now()`,
  );
}

/** Whether an invitation to this address still stands, into whatever project; whose account is shut invites nobody. */
export async function isInvited(db: Db, email: string): Promise<boolean> {
  const found = await findRow(
    db,
    sql`select 1 from invitations invitation
        join users inviter on inviter.id = invitation.invited_by
          and inviter.suspended_at is null and inviter.leaving_at is null
        where lower(invitation.email) = lower(${email}) and invitation.accepted_at is null
          and invitation.expires_at > now() limit 1`,
  );
  return found !== undefined;
}

/** False when somebody was quicker, or it was withdrawn. */
export async function useInvitation(tx: Tx, id: string): Promise<boolean> {
  const used = await changeRows(
    tx,
    sql`update invitations set accepted_at = now() where id = ${id} and accepted_at is null`,
  );
  return used > 0;
}

/** A new token ends the older one, and who renews it stands for it from now on. */
export function renewInvitation(
  tx: Tx,
  project: AuthorizedProject,
  renewed: { id: string; tokenHash: Buffer; invitedBy: string; days: number },
): Promise<Invitation | undefined> {
  return findRow(
    tx,
    sql`update invitations invitation set token_hash = ${renewed.tokenHash},
          invited_by = ${renewed.invitedBy},
          expires_at = now() + make_interval(days => ${renewed.days})
        where id = ${renewed.id} and project_id = ${project.id} and accepted_at is null
        returning ${invitationColumns}`,
  );
}

/** The language to write to an address in: its account's, else the project's. */
export async function languageFor(
  db: Db,
  project: Pick<AuthorizedProject, 'id'>,
  email: string,
): Promise<string | null> {
  const row = await readRow<{ language: string | null }>(
    db,
    sql`select coalesce((select mail_language from users
            where lower(email) = lower(${email}) and verified_at is not null),
          settings->>'defaultUiLang') as language
        from projects where id = ${project.id}`,
  );
  return row.language;
}

/** Somebody who is a member already keeps the role they have. */
export async function insertMember(
  tx: Tx,
  member: { projectId: string; userId: string; role: Role },
): Promise<void> {
  await changeRows(
    tx,
    sql`insert into project_members (project_id, user_id, role)
        values (${member.projectId}, ${member.userId}, ${member.role}) on conflict do nothing`,
  );
  await changeRows(
    tx,
    sql`delete from departed_members
        where project_id = ${member.projectId} and user_id = ${member.userId}`,
  );
}

export async function readProjectName(
  db: Db,
  project: Pick<AuthorizedProject, 'id'>,
): Promise<string> {
  const row = await readRow<{ name: string }>(
    db,
    sql`select name from projects where id = ${project.id}`,
  );
  return row.name;
}
