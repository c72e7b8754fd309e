import { z } from 'zod';
import { id, instant, nothing, route } from '../route.ts';
import { flowSecret } from './sign-in.ts';

/** How long the owner of an account has to stop a request that was not theirs. */
export const LOST_FACTOR_DAYS = 3;
/** What nobody decided on by then is over. */
export const LOST_FACTOR_DECIDING_DAYS = 14;

const person = z.object({ id, name: z.string(), email: z.string(), avatar: id.nullable() });
const lostFactor = z.object({
  person,
  askedAt: instant,
  /** Staff decide from here on. */
  readyAt: instant,
  isReady: z.boolean(),
  /** Of the staff, who began it; null where it was the person. */
  begunBy: z.string().nullable(),
  agreedBy: z.object({ id, name: z.string() }).nullable(),
  /** How many of the staff have to agree: two, or the only one there is beside the person. */
  needed: z.number(),
});
export type LostFactor = z.infer<typeof lostFactor>;

export const lostFactorRoutes = {
  ask: route({
    method: 'POST',
    path: '/api/auth/v1/lost-factors',
    summary: 'Say within a sign-in that every second factor is lost; answers when staff may decide',
    access: 'public',
    body: z.strictObject({ flow: flowSecret }),
    answer: z.object({ readyAt: instant }),
    write: 'repeatable',
  }),
  stop: route({
    method: 'POST',
    path: '/api/auth/v1/lost-factors/stop',
    summary: 'Stop such a request with the link of one of its mails',
    access: 'public',
    body: z.strictObject({ token: flowSecret }),
    answer: nothing,
    write: 'repeatable',
  }),
};

const userParams = z.object({ userId: id });
const reasoned = z.strictObject({ reason: z.string().trim().min(3).max(500) });

export const staffLostFactorRoutes = {
  list: route({
    method: 'GET',
    path: '/api/staff/v1/lost-factors',
    summary: 'Who says that every second factor is lost, the longest waiting first',
    access: 'staff',
    answer: z.array(lostFactor),
  }),
  begin: route({
    method: 'POST',
    path: '/api/staff/v1/users/:userId/lost-factors',
    summary: 'Begin it for somebody who asked for it elsewhere; it waits just as long',
    access: 'staff',
    params: userParams,
    body: reasoned,
    answer: nothing,
  }),
  agree: route({
    method: 'POST',
    path: '/api/staff/v1/users/:userId/lost-factors/agree',
    summary: 'Agree that it is them; the second who does removes the factors',
    access: 'staff',
    params: userParams,
    body: reasoned,
    answer: z.object({ isDone: z.boolean() }),
    needsProof: true,
  }),
  refuse: route({
    method: 'POST',
    path: '/api/staff/v1/users/:userId/lost-factors/refuse',
    summary: 'Refuse it; everything stays as it is',
    access: 'staff',
    params: userParams,
    body: reasoned,
    answer: nothing,
  }),
};
