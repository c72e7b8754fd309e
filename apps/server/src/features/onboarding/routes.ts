import { Failure } from '@causeway/contract/errors.ts';
import {
  type Onboarding,
  onboardingRoutes,
  type OnboardingStep,
  onboardingSteps,
} from '@causeway/contract/onboarding.ts';
import type { PlanId } from '@causeway/contract/plans.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import { type Invite, inviteDrafts } from './invite.ts';
import { lockOnboarding, readOnboarding, saveOnboarding } from './queries.ts';

type Parts = {
  invite: Invite;
  hasSample: (db: Db) => Promise<boolean>;
  /** A plan paid with the built-in test provider, or given back; the reference of its invoice. */
  payments: {
    subscribe(tx: Tx, userId: string, plan: Exclude<PlanId, 'free'>): Promise<string>;
    unsubscribe(tx: Tx, userId: string): Promise<void>;
  };
};

/** TEAM-4: kept on the server, so that it goes on in any browser and in every tab. */
export function mountOnboarding(mount: Mount, services: Services, parts: Parts): void {
  const { events } = services;

  async function show(db: Db, userId: string): Promise<Onboarding> {
    return { ...(await readOnboarding(db, userId)), hasSample: await parts.hasSample(db) };
  }

  mount('onboarding', onboardingRoutes, {
    show: ({ db, actor }) => show(db, actor.user.id),

    save: async ({ db, actor, body }) => {
      const userId = actor.user.id;
      const kept = await lockOnboarding(db, userId);
      if (body.version !== kept.version) {
        throw new Failure('E_VERSION_CONFLICT', undefined, { version: kept.version });
      }
      const plan = body.plan ?? kept.plan;
      if (kept.payment && kept.payment.plan !== plan) await parts.payments.unsubscribe(db, userId);
      const skipped = new Set(kept.skipped);
      if (body.skipped) skipped.add(body.skipped);
      if (body.invitations && body.invitations.length > 0) skipped.delete('team');
      await saveOnboarding(db, userId, {
        ...kept,
        furthest: furthestOf(kept.furthest, body.reached),
        skipped: [...skipped],
        invitations: body.invitations ?? kept.invitations,
        plan,
        payment: kept.payment?.plan === plan ? kept.payment : null,
      });
      // Who comes back to the team after verifying is not kept waiting.
      if (actor.user.verified) {
        await inviteDrafts(services, db, { userId, by: actor, invite: parts.invite });
      }
      await events.publish(db, { userId }, { type: 'onboarding.changed' });
      return show(db, userId);
    },

    pay: async ({ db, actor, body }) => {
      const userId = actor.user.id;
      if (body.plan === 'free') throw new Failure('E_VALIDATION', 'The free plan costs nothing.');
      if (body.outcome === 'decline') throw new Failure('E_PAYMENT_DECLINED');
      const kept = await lockOnboarding(db, userId);
      // The second click of two finds it paid.
      if (kept.payment?.plan !== body.plan) {
        const payment = {
          provider: 'test' as const,
          plan: body.plan,
          reference: await parts.payments.subscribe(db, userId, body.plan),
          at: new Date().toISOString(),
        };
        await saveOnboarding(db, userId, { ...kept, plan: body.plan, payment });
        await events.publish(db, { userId }, { type: 'onboarding.changed' });
      }
      return show(db, userId);
    },
  });
}

function furthestOf(before: OnboardingStep, reached: OnboardingStep = 'project'): OnboardingStep {
  const place = Math.max(onboardingSteps.indexOf(before), onboardingSteps.indexOf(reached));
  return onboardingSteps[place] ?? before;
}
