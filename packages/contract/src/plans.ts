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
  historyDays: number;
};

export const plans: Record<PlanId, Plan> = {
  free: { centsASeat: 0, credits: 200, seats: 3, connectors: 2, historyDays: 7 },
  team: { centsASeat: 1_200, credits: 1_000, seats: 25, connectors: 20, historyDays: 30 },
  business: { centsASeat: 3_000, credits: 4_000, seats: null, connectors: 100, historyDays: 365 },
};
