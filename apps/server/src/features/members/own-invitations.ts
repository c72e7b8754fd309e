import { Failure } from '@causeway/contract/errors.ts';
import {
  type OwnInvitation,
  ownInvitationRoutes,
} from '@causeway/contract/members/own-invitations.ts';
import { type Db, findRow, listRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import { join, untellInvitation } from './join.ts';
import { findOpenInvitation } from './queries.ts';

/** For who was invited: mail may not have reached them, and a signed-in person need not search it. */
export function mountOwnInvitations(mount: Mount, services: Services): void {
  const { events } = services;
  mount('invitations', ownInvitationRoutes, {
    list: ({ db, actor }) => listOwn(db, actor.user),

    accept: async ({ db, actor, params }) => {
      const found = await findOpenInvitation(db, { id: params.invitationId });
      // An id is no secret: of invitations of others nothing is told.
      const isOwn = found?.email.toLowerCase() === actor.user.email.toLowerCase();
      return join(services, db, actor, isOwn ? found : undefined);
    },

    decline: async ({ db, actor, params, record }) => {
      const declined = await deleteOwn(db, params.invitationId, actor.user.email);
      if (!declined) throw new Failure('E_NOT_FOUND');
      const { projectId } = declined;
      await untellInvitation(db, projectId, actor.user.email);
      await record({ action: 'invitation.declined', projectId, target: params.invitationId });
      await events.publish(db, { projectId }, { type: 'members.changed', projectId });
      return null;
    },
  });
}

/** Without those into projects the person is in already. */
function listOwn(db: Db, user: { id: string; email: string }): Promise<OwnInvitation[]> {
  return listRows(
    db,
    sql`select invitation.id, project.name as "projectName", invitation.role,
          (select name from users where id = invitation.invited_by) as "invitedBy",
          invitation.expires_at as "expiresAt"
        from invitations invitation
        join projects project on project.id = invitation.project_id
        where lower(invitation.email) = lower(${user.email}) and invitation.accepted_at is null
          and invitation.expires_at > now()
          and not exists (select from project_members member
            where member.project_id = invitation.project_id and member.user_id = ${user.id})
        order by invitation.created_at limit 50`,
  );
}

function deleteOwn(
  tx: Tx,
  invitationId: string,
  email: string,
): Promise<{ projectId: string } | undefined> {
  return findRow(
    tx,
    sql`delete from invitations
        where id = ${invitationId} and lower(email) = lower(${email}) and accepted_at is null
        returning project_id as "projectId"`,
  );
}
