import { z } from 'zod';
import { role } from './access.ts';
import { planId } from './plans.ts';
import { instant, route } from './route.ts';
import { email } from './users.ts';

/** TEAM-4, in this order; the address of the page names the one shown. */
export const onboardingSteps = [
  'project',
  'team',
  'plan',
  'payment',
  'connectors',
  'verification',
] as const;
export const onboardingStep = z.enum(onboardingSteps);
export type OnboardingStep = (typeof onboardingSteps)[number];

/** What one may leave for later. */
export const skippableSteps = ['team', 'connectors'] as const;

const MOST_INVITATIONS = 20;
const draftInvitation = z.strictObject({ email, role });
export type DraftInvitation = z.infer<typeof draftInvitation>;

/** Why somebody who was written down got no invitation. */
export const dropReasons = ['own', 'twice', 'seats'] as const;

const payment = z.object({
  /** The built-in provider moves no money and keeps no card. */
  provider: z.literal('test'),
  plan: planId,
  reference: z.string(),
  at: instant,
});

export const onboarding = z.object({
  furthest: onboardingStep,
  skipped: z.array(z.enum(skippableSteps)),
  invitations: z.array(draftInvitation),
  plan: planId,
  payment: payment.nullable(),
  /** After verification: whom an invitation was sent to, and whom not. */
  outcome: z
    .object({
      invited: z.array(z.string()),
      dropped: z.array(z.object({ email: z.string(), reason: z.enum(dropReasons) })),
    })
    .nullable(),
  /** This installation has sample data to connect to. */
  hasSample: z.boolean(),
  version: z.number(),
});
export type Onboarding = z.infer<typeof onboarding>;

export const onboardingRoutes = {
  show: route({
    method: 'GET',
    path: '/api/onboarding/v1',
    summary: 'How far one is with setting up, and what was written down',
    access: 'account',
    answer: onboarding,
  }),
  save: route({
    method: 'PATCH',
    path: '/api/onboarding/v1',
    summary: 'Write down what a step asked for; another version answers 412 with the current one',
    access: 'account',
    body: z.strictObject({
      version: z.number().int(),
      /** The step that is open next; going back changes nothing. */
      reached: onboardingStep.optional(),
      skipped: z.enum(skippableSteps).optional(),
      invitations: z.array(draftInvitation).max(MOST_INVITATIONS).optional(),
      plan: planId.optional(),
    }),
    answer: onboarding,
    refusedWhileImpersonating: true,
  }),
  pay: route({
    method: 'POST',
    path: '/api/onboarding/v1/payment',
    summary: 'Pay for the chosen plan with the built-in test provider, which moves no money',
    access: 'account',
    body: z.strictObject({ plan: planId, outcome: z.enum(['pay', 'decline']) }),
    answer: onboarding,
    refusedWhileImpersonating: true,
  }),
};
