import { z } from 'zod';
import { id, instant, nothing, route } from '../route.ts';

/** What must always hold of an account, each named by what is added up. */
export const bookRules = ['lines', 'newest', 'numbered', 'left', 'owed', 'held', 'days'] as const;
export type BookRule = (typeof bookRules)[number];

/** In credits; of `numbered` it is counts of lines. */
const disagreement = z.object({ rule: z.enum(bookRules), said: z.string(), should: z.string() });

const frozenAccount = z.object({
  id,
  /** Nobody: whose it was is erased. */
  person: z.object({ id, name: z.string(), email: z.string() }).nullable(),
  frozenAt: instant,
  /** What does not agree as it is now; empty once it was mended. */
  disagreements: z.array(disagreement),
});
export type FrozenAccount = z.infer<typeof frozenAccount>;

export const LONGEST_GIFT_DAYS = 1_095;
const gift = z.strictObject({
  credits: z.int().min(1).max(1_000_000),
  /** For so long they can be used. */
  days: z.int().min(1).max(LONGEST_GIFT_DAYS),
  reason: z.string().trim().min(3).max(500),
});
export type Gift = z.infer<typeof gift>;

/** What staff may still give one person: so much within 30 days, as the installation sets it. */
const giftRoom = z.object({ most: z.int(), left: z.int() });

const path = '/api/staff/v1/accounts-of-credits';

/** For people who run the installation. */
export const staffBillingRoutes = {
  frozen: route({
    method: 'GET',
    path: `${path}/frozen`,
    summary: 'Accounts whose sums did not agree: nothing is booked to them until somebody looked',
    access: 'staff',
    answer: z.array(frozenAccount),
  }),
  giftRoom: route({
    method: 'GET',
    path: `${path}/people/:userId/gifts`,
    summary: 'How many credits staff may still give a person',
    access: 'staff',
    params: z.object({ userId: id }),
    answer: giftRoom,
  }),
  give: route({
    method: 'POST',
    path: `${path}/people/:userId/gifts`,
    summary: 'Give a person credits, as goodwill; they are told',
    access: 'staff',
    params: z.object({ userId: id }),
    body: gift,
    answer: giftRoom,
  }),
  unfreeze: route({
    method: 'POST',
    path: `${path}/:accountId/unfreeze`,
    summary: 'Let an account be used again, once its sums agree',
    access: 'staff',
    params: z.object({ accountId: id }),
    body: z.strictObject({ reason: z.string().trim().min(3).max(500) }),
    answer: nothing,
  }),
};
