import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';

export const personalDataOfMembers: PersonalData = {
  files: {
    memberships: (db, { id }) =>
      listRows(
        db,
        sql`select project.id as "projectId", project.name as project, member.role,
              member.joined_at as "joinedAt"
            from project_members member join projects project on project.id = member.project_id
            where member.user_id = ${id} order by member.joined_at`,
      ),
    invitations: (db, { id, email }) =>
      listRows(
        db,
        sql`select project.name as project, invitation.email, invitation.role,
              invitation.created_at as "createdAt", invitation.accepted_at as "acceptedAt",
              coalesce(invitation.invited_by = ${id}, false) as "isSentByYou"
            from invitations invitation join projects project on project.id = invitation.project_id
            where invitation.invited_by = ${id} or lower(invitation.email) = lower(${email})
            order by invitation.created_at limit 5000`,
      ),
  },
  erase: async (tx, { email }) => {
    await changeRows(tx, sql`delete from invitations where lower(email) = lower(${email})`);
  },
};
