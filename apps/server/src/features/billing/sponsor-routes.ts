import type { billingRoutes } from '@causeway/contract/billing/billing.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { Actor } from '#platform/access/actor.ts';
import { accountOf } from '#platform/credits/accounts.ts';
import { freePaidFor } from '#platform/credits/marks.ts';
import { type Db, findRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Handlers } from '#platform/operations/context.ts';
import { tell, untell } from '#platform/inbox/tell.ts';
import type { Services } from '#platform/services.ts';
import {
  findSponsorOf,
  insertOffer,
  listSponsorships,
  lockSponsorship,
  markAccepted,
  markEnded,
  markEnding,
  type SetSponsor,
  tellSponsor,
} from './sponsors.ts';

type SponsorRoute = 'sponsorships' | 'sponsorOf' | 'offerSponsor' | 'acceptSponsor' | 'endSponsor';

type Parts = {
  services: Services;
  setSponsor: SetSponsor;
  changed: (tx: Db, of: Pick<Actor, 'user'>) => Promise<void>;
};

/** TEAM-3: either side offers it, the other accepts; the project ends it at once, the sponsor later. */
export function mountSponsors({
  services: { credits, events },
  setSponsor,
  changed,
}: Parts): Pick<Handlers<typeof billingRoutes>, SponsorRoute> {
  async function announce(tx: Tx, projectId: string): Promise<void> {
    await events.publish(tx, { projectId }, { type: 'projects.changed' });
  }

  return {
    sponsorships: ({ db, actor }) => listSponsorships(db, actor.user.id),

    sponsorOf: async ({ db, actor }) => (await findSponsorOf(db, actor.project.id)) ?? null,

    offerSponsor: async ({ db, actor, body, record }) => {
      const { project, user } = actor;
      const isOwn = body.userId === user.id;
      if (!isOwn && project.role !== 'owner') throw new Failure('E_FORBIDDEN');
      if (!(await isMember(db, project, body.userId))) throw new Failure('E_MEMBER_NOT_FOUND');
      const accountId = await accountOf(db, body.userId, credits.defaultPlan);
      const by = isOwn ? 'sponsor' : 'project';
      const { userId } = body;
      const { isNew, ...offer } = await insertOffer(db, {
        projectId: project.id,
        accountId,
        userId,
        by,
      });
      if (!isNew) return offer;
      await record({ action: 'project.sponsor-offered', target: body.userId });
      await tell(db, {
        to: isOwn ? { atLeast: 'owner' } : { people: [userId] },
        except: user.id,
        kind: 'sponsor.offered',
        params: { project: offer.project.name, by: user.name },
        projectId: project.id,
        link: `/settings/usage?projectId=${project.id}`,
        about: project.id,
      });
      return offer;
    },

    acceptSponsor: async ({ db, actor, params, record }) => {
      const found = await lockSponsorship(db, params.sponsorshipId, actor.user.id);
      const { project, sponsor, offeredBy } = found;
      const isSponsor = sponsor.id === actor.user.id;
      const mayAccept = offeredBy === 'project' ? isSponsor : found.role === 'owner';
      if (found.state !== 'offered' || !mayAccept) throw new Failure('E_SPONSOR');
      // Who left since pays for nothing there.
      if (!(await isMember(db, project, sponsor.id))) throw new Failure('E_SPONSOR');
      await markAccepted(db, found.id);
      await setSponsor(db, project.id, sponsor.id);
      await freePaidFor(db);
      await untell(db, { kind: 'sponsor.offered', about: project.id });
      await record({
        action: 'project.sponsor-accepted',
        projectId: project.id,
        target: sponsor.id,
      });
      await tellChange(db, found, actor);
      await announce(db, project.id);
      await changed(db, { user: { ...actor.user, id: sponsor.id } });
      return null;
    },

    endSponsor: async ({ db, actor, params, record }) => {
      const found = await lockSponsorship(db, params.sponsorshipId, actor.user.id);
      const { project, sponsor } = found;
      const isNotice = found.state === 'active' && found.role !== 'owner';
      await (isNotice ? markEnding(db, found.id) : markEnded(db, found.id));
      if (found.state === 'active' && !isNotice) await setSponsor(db, project.id, null);
      await untell(db, { kind: 'sponsor.offered', about: project.id });
      await record({ action: 'project.sponsor-ended', projectId: project.id, target: sponsor.id });
      if (found.state === 'active') await tellChange(db, found, actor);
      await announce(db, project.id);
      return null;
    },
  };
}

async function isMember(db: Db, project: { id: string }, userId: string): Promise<boolean> {
  const found = await findRow(
    db,
    sql`select from project_members where project_id = ${project.id} and user_id = ${userId}`,
  );
  return found !== undefined;
}

type Told = Parameters<typeof tellSponsor>[1];

/** Both sides are told, whoever of them did it. */
async function tellChange(tx: Tx, { project, sponsor }: Told, { user }: Actor): Promise<void> {
  const news = {
    kind: 'sponsor.changed' as const,
    params: { project: project.name, by: user.name },
    link: `/settings/usage?projectId=${project.id}`,
    about: project.id,
    except: user.id,
    projectId: project.id,
  };
  await tell(tx, { ...news, to: { atLeast: 'owner' } });
  await tellSponsor(tx, { project, sponsor }, user);
}
