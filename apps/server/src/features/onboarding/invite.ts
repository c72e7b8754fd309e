import type { DraftInvitation, dropReasons } from '@causeway/contract/onboarding.ts';
import { type PlanId, plans } from '@causeway/contract/plans.ts';
import type { Actor, Nobody } from '#platform/access/actor.ts';
import { recordAct } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Services } from '#platform/services.ts';
import {
  findOwnProject,
  lockOnboarding,
  type OwnProject,
  readPerson,
  sameAddress,
  saveOnboarding,
} from './queries.ts';

/** How an invitation is made and mailed: the members' part, handed in. */
export type Invite = (
  services: Services,
  tx: Tx,
  invitation: DraftInvitation & {
    project: { id: string };
    inviter: { id: string; name: string; email: string };
  },
) => Promise<{ invitation: { id: string } }>;

type Dropped = { email: string; reason: (typeof dropReasons)[number] };

/**
 * The address is verified: whom somebody wrote down is invited now, in the transaction that verified
 * it, so that it happens once whatever the tabs do. Without a project they wait for one.
 */
export async function inviteDrafts(
  services: Services,
  tx: Tx,
  { userId, by, invite }: { userId: string; by: Actor | Nobody; invite: Invite },
): Promise<void> {
  const kept = await lockOnboarding(tx, userId);
  const project = await findOwnProject(tx, userId);
  if (!project || kept.invitations.length === 0) return;
  const { name, email } = await readPerson(tx, userId);
  const { accepted, dropped } = sift(kept.invitations, { project, email, plan: planOf(kept) });
  for (const draft of accepted) {
    const inviter = { id: userId, name, email };
    const { invitation } = await invite(services, tx, { ...draft, project, inviter });
    await recordAct(tx, by, {
      action: 'member.invited',
      projectId: project.id,
      target: invitation.id,
      details: { email: draft.email, role: draft.role },
    });
  }
  const before = kept.outcome ?? { invited: [], dropped: [] };
  await saveOnboarding(tx, userId, {
    ...kept,
    invitations: [],
    outcome: {
      invited: [...before.invited, ...accepted.map((draft) => draft.email)],
      dropped: [...before.dropped, ...dropped],
    },
  });
  await services.events.publish(tx, { userId }, { type: 'onboarding.changed' });
}

/** A plan counts once it is paid for. */
function planOf({ plan, payment }: { plan: PlanId; payment: { plan: PlanId } | null }): PlanId {
  return plan === 'free' || payment?.plan === plan ? plan : 'free';
}

type Sifting = { project: OwnProject; email: string; plan: PlanId };

/** Nobody is left out silently: who gets no invitation is named with the reason. */
export function sift(
  drafts: DraftInvitation[],
  { project, email, plan }: Sifting,
): { accepted: DraftInvitation[]; dropped: Dropped[] } {
  const accepted: DraftInvitation[] = [];
  const dropped: Dropped[] = [];
  let free = (plans[plan].seats ?? Infinity) - project.seatsTaken;
  for (const draft of drafts) {
    const reason = reasonAgainst(draft);
    if (reason) dropped.push({ email: draft.email, reason });
    else accepted.push(draft);
    if (!reason && draft.role !== 'viewer') free -= 1;
  }
  return { accepted, dropped };

  function reasonAgainst(draft: DraftInvitation): Dropped['reason'] | undefined {
    if (sameAddress(draft, email)) return 'own';
    const isTaken = project.takenBy.some((taken) => sameAddress(draft, taken));
    if (isTaken || accepted.some((other) => sameAddress(draft, other.email))) return 'twice';
    return draft.role !== 'viewer' && free < 1 ? 'seats' : undefined;
  }
}
