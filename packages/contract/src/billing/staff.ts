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
