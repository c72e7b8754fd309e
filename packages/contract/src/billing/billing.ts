import { z } from 'zod';
import { planId } from '../plans.ts';
import { id, instant, nothing, pageOf, pageQuery, route } from '../route.ts';
import { isTimeZone } from '../time-zones.ts';
import { standingRoute } from './standing.ts';
import { credits } from './units.ts';

/** Top-ups, in credits; one lists at a cent. */
export const topUps = [500, 2_000, 10_000] as const;
export const CENTS_A_CREDIT = 1;
export const MOST_SEATS = 500;
/** How long a sponsor pays on after saying that it ends. */
export const SPONSOR_NOTICE_DAYS = 14;

const providerKinds = ['test', 'stripe'] as const;
export type ProviderKind = (typeof providerKinds)[number];

const seats = z.int().min(1).max(MOST_SEATS);

const subscription = z.object({
  plan: planId,
  seats: z.number(),
  /** past_due: the last payment failed; the plan stays for a while. */
  state: z.enum(['active', 'past_due']),
  periodEnd: instant,
  /** What it becomes then; null: it goes on. */
  next: z.object({ plan: planId, seats: z.number() }).nullable(),
});

const buyer = z.strictObject({
  name: z.string().trim().max(200),
  address: z.string().trim().max(500),
  country: z.string().trim().max(60),
  taxId: z.string().trim().max(40),
});
export type Buyer = z.infer<typeof buyer>;

const checkoutWish = z.discriminatedUnion('purpose', [
  z.strictObject({
    purpose: z.literal('plan'),
    plan: z.enum(['team', 'business']),
    seats,
    /** Where one comes back to from a page that is elsewhere. */
    back: z.enum(['billing', 'onboarding']).optional(),
  }),
  z.strictObject({ purpose: z.literal('credits'), credits: z.literal(topUps) }),
]);
export type CheckoutWish = z.infer<typeof checkoutWish>;

const checkout = z.object({
  id,
  provider: z.enum(providerKinds),
  purpose: z.enum(['plan', 'credits']),
  plan: planId.nullable(),
  seats: z.number().nullable(),
  credits: z.number().nullable(),
  cents: z.number(),
  /** Where it is paid, when that is not here. */
  url: z.string().nullable(),
});
export type Checkout = z.infer<typeof checkout>;

const grant = z.object({
  id,
  kind: z.enum(['promo', 'plan', 'goodwill', 'paid']),
  amount: credits,
  left: credits,
  expiresAt: instant.nullable(),
});

const billing = z.object({
  plan: planId,
  seats: z.number(),
  /** How many work, and do not only look, in the project with most of them. */
  seatsTaken: z.number(),
  provider: z.enum(providerKinds),
  subscription: subscription.nullable(),
  balance: credits,
  held: credits,
  /** Since then nothing is set aside or booked: its sums do not agree, and staff look into it. */
  frozenAt: instant.nullable(),
  grants: z.array(grant),
  period: z.object({ start: instant, end: instant }),
  /** Where the days of use begin. */
  zone: z.string(),
  /** At the pace of two weeks; null: not for years. */
  daysLeft: z.number().nullable(),
  cap: credits.nullable(),
  spent: credits,
  buyer,
  checkout: checkout.nullable(),
  /** A payment that waits for whoever pays: their bank wants it confirmed, or refused the card. */
  toConfirm: z.object({ url: z.string(), cents: z.number() }).nullable(),
});
export type Billing = z.infer<typeof billing>;

/** Set by who pays, and for what they pay. */
const projectCap = z.object({
  cap: credits.nullable(),
  spent: credits,
  /** Whoever pays for the project may. */
  mayChange: z.boolean(),
});
export type ProjectCap = z.infer<typeof projectCap>;

const invoice = z.object({
  id,
  number: z.string(),
  provider: z.enum(providerKinds),
  state: z.enum(['open', 'paid', 'refunded', 'void']),
  cents: z.number(),
  lines: z.array(z.object({ text: z.string(), cents: z.number() })),
  issuedAt: instant,
});
export type Invoice = z.infer<typeof invoice>;

const ledgerLine = z.object({
  seq: z.string(),
  at: instant,
  kind: z.enum(['grant', 'charge', 'expiry', 'reversal', 'reinstated', 'correction']),
  amount: credits,
  balance: credits,
  meter: z.string().nullable(),
  quantity: z.string().nullable(),
  project: z.object({ id, name: z.string().nullable() }).nullable(),
  causeKind: z.string(),
  causeId: z.string(),
  /** Where its cause is looked at, if it is still there. */
  link: z.string().nullable(),
});
export type LedgerLine = z.infer<typeof ledgerLine>;

const sponsorship = z.object({
  id,
  project: z.object({ id, name: z.string() }),
  sponsor: z.object({ id, name: z.string() }),
  offeredBy: z.enum(['project', 'sponsor']),
  state: z.enum(['offered', 'active']),
  endsAt: instant.nullable(),
});
export type Sponsorship = z.infer<typeof sponsorship>;

const path = '/api/billing/v1';
const projectPath = `${path}/projects/:projectId` as const;
const projectParams = z.object({ projectId: id });

export const billingRoutes = {
  show: route({
    method: 'GET',
    path,
    summary: 'The plan, the credits and what was set about paying, of the signed-in person',
    access: 'account',
    answer: billing,
  }),
  checkout: route({
    method: 'POST',
    path: `${path}/checkouts`,
    summary: 'Open a page to pay for a plan or for credits; a second click gets the same page',
    access: 'account',
    body: checkoutWish,
    answer: checkout,
    effect: 'sends',
    write: 'outside',
    refusedWhileImpersonating: true,
  }),
  pay: route({
    method: 'POST',
    path: `${path}/checkouts/:checkoutId/test`,
    summary: 'Pay or decline with the built-in test provider, which moves no money',
    access: 'account',
    params: z.object({ checkoutId: id }),
    body: z.strictObject({ outcome: z.enum(['pay', 'decline']) }),
    answer: billing,
    refusedWhileImpersonating: true,
  }),
  abandon: route({
    method: 'DELETE',
    path: `${path}/checkouts/:checkoutId`,
    summary: 'Close a page that was not paid',
    access: 'account',
    params: z.object({ checkoutId: id }),
    answer: nothing,
    refusedWhileImpersonating: true,
  }),
  change: route({
    method: 'PUT',
    path: `${path}/subscription`,
    summary:
      'Change plan and seats: more at once, less and none when the month that is paid for ends',
    access: 'verified',
    body: z.strictObject({ plan: planId, seats }),
    answer: billing,
    write: 'outside',
    refusedWhileImpersonating: true,
  }),
  sync: route({
    method: 'POST',
    path: `${path}/sync`,
    summary: 'Look again what was paid, after coming back from a payment page',
    access: 'account',
    answer: billing,
    write: 'repeatable',
  }),
  portal: route({
    method: 'POST',
    path: `${path}/portal`,
    summary: 'Where the card, the address and the tax number are kept, at the provider',
    access: 'verified',
    answer: z.object({ url: z.string() }),
    effect: 'sends',
    write: 'repeatable',
    refusedWhileImpersonating: true,
  }),
  testAct: route({
    method: 'POST',
    path: `${path}/test-acts`,
    summary: 'What a bank or time would do, with the built-in test provider',
    access: 'account',
    body: z.strictObject({
      act: z.enum(['refund', 'dispute', 'winDispute', 'nextMonth']),
      invoiceId: id.optional(),
    }),
    answer: billing,
    refusedWhileImpersonating: true,
  }),
  setCap: route({
    method: 'PUT',
    path: `${path}/cap`,
    summary: 'Spend no more than this in a month; null takes the cap away',
    access: 'account',
    body: z.strictObject({ cap: credits.nullable() }),
    answer: billing,
    refusedWhileImpersonating: true,
  }),
  setZone: route({
    method: 'PUT',
    path: `${path}/zone`,
    summary: 'Where the days of use begin from now on; days that were written stay as they are',
    access: 'account',
    body: z.strictObject({ zone: z.string().max(60).refine(isTimeZone, 'Not a time zone') }),
    answer: billing,
    refusedWhileImpersonating: true,
  }),
  projectCap: route({
    method: 'GET',
    path: `${projectPath}/cap`,
    summary: 'What a project may cost in a month, and what it has cost in this one',
    access: { action: 'project.read' },
    params: projectParams,
    answer: projectCap,
  }),
  setProjectCap: route({
    method: 'PUT',
    path: `${projectPath}/cap`,
    summary: 'Let a project cost no more than this in a month; null takes the cap away',
    access: { action: 'project.read' },
    params: projectParams,
    body: z.strictObject({ cap: credits.nullable() }),
    answer: projectCap,
    refusedWhileImpersonating: true,
  }),
  setBuyer: route({
    method: 'PUT',
    path: `${path}/buyer`,
    summary: 'Whom invoices are made out to',
    access: 'account',
    body: buyer,
    answer: billing,
    refusedWhileImpersonating: true,
  }),
  invoices: route({
    method: 'GET',
    path: `${path}/invoices`,
    summary: 'The invoices, newest first',
    access: 'account',
    answer: z.array(invoice),
  }),
  invoiceFile: route({
    method: 'GET',
    path: `${path}/invoices/:invoiceId/file`,
    summary: 'An invoice as a PDF',
    access: 'account',
    params: z.object({ invoiceId: id }),
    answer: z.unknown(),
    raw: 'file',
  }),
  ledger: route({
    method: 'GET',
    path: `${path}/ledger`,
    summary: 'Every line of the credits, newest first, each with what caused it',
    access: 'account',
    query: pageQuery,
    answer: pageOf(ledgerLine),
  }),
  ledgerFile: route({
    method: 'GET',
    path: `${path}/ledger/file`,
    summary: 'The lines of the credits as CSV',
    access: 'account',
    answer: z.unknown(),
    raw: 'file',
  }),
  standing: standingRoute,
  sponsorships: route({
    method: 'GET',
    path: `${path}/sponsorships`,
    summary: 'The projects one pays for or is asked to pay for',
    access: 'account',
    answer: z.array(sponsorship),
  }),
  sponsorOf: route({
    method: 'GET',
    path: `${projectPath}/sponsor`,
    summary: 'Who pays for a project in place of its owner, or was asked to',
    access: { action: 'project.read' },
    params: projectParams,
    answer: sponsorship.nullable(),
  }),
  offerSponsor: route({
    method: 'POST',
    path: `${projectPath}/sponsor`,
    summary: 'Offer to pay for a project oneself, or ask another member to',
    access: { action: 'project.read' },
    params: projectParams,
    body: z.strictObject({ userId: id }),
    answer: sponsorship,
    refusedWhileImpersonating: true,
    needsProof: true,
  }),
  acceptSponsor: route({
    method: 'POST',
    path: `${path}/sponsorships/:sponsorshipId/accept`,
    summary: 'Accept, by the side that did not offer',
    access: 'verified',
    params: z.object({ sponsorshipId: id }),
    answer: nothing,
    refusedWhileImpersonating: true,
    needsProof: true,
  }),
  endSponsor: route({
    method: 'DELETE',
    path: `${path}/sponsorships/:sponsorshipId`,
    summary: 'End it: by the project at once, by the sponsor after 14 days; an offer at once',
    access: 'verified',
    params: z.object({ sponsorshipId: id }),
    answer: nothing,
    refusedWhileImpersonating: true,
  }),
};
