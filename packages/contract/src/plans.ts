import { z } from 'zod';

/** What can be booked: the one catalogue of plans, in euro cents a seat and month. */
export const planIds = ['free', 'team', 'business'] as const;
export const planId = z.enum(planIds);
export type PlanId = (typeof planIds)[number];

type Plan = {
  centsASeat: number;
  /** Credits a month; a seat's share where seats are paid for. */
  credits: number;
  /** Viewers are free; null is as many as wanted. */
  seats: number | null;
  connectors: number;
  keys: number;
  runsAtOnce: number;
  historyDays: number;
  auditDays: number;
};

export const plans: Record<PlanId, Plan> = {
  free: {
    centsASeat: 0,
    credits: 200,
    seats: 3,
    connectors: 2,
    keys: 2,
    runsAtOnce: 1,
    historyDays: 7,
    auditDays: 7,
  },
  team: {
    centsASeat: 1_200,
    credits: 1_000,
    seats: 25,
    connectors: 20,
    keys: 20,
    runsAtOnce: 5,
    historyDays: 30,
    auditDays: 90,
  },
  business: {
    centsASeat: 3_000,
    credits: 4_000,
    seats: null,
    connectors: 100,
    keys: 100,
    runsAtOnce: 20,
    historyDays: 365,
    auditDays: 365,
  },
};

/** What there can be only so many of. */
const planLimits = ['seats', 'connectors', 'keys', 'runsAtOnce'] as const;
export type PlanLimit = (typeof planLimits)[number];

type OverLimit = { limit: PlanLimit; used: number; allowed: number; plan: PlanId };

/** Stands beside the roles: whether one more is within the plan; otherwise which limit it met. */
export function within(plan: PlanId, limit: PlanLimit, used: number): OverLimit | null {
  const allowed = plans[plan][limit];
  return allowed === null || used < allowed ? null : { limit, used, allowed, plan };
}
