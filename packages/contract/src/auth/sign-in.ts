import { z } from 'zod';
import { route } from '../route.ts';
import { sessionStarted } from './auth.ts';

/** Known to the tab that began a sign-in, and to nobody else. */
export const flowSecret = z.string().min(20).max(200);
/** Six digits of an app, or a recovery code. */
export const factorCode = z.string().trim().min(6).max(20);

/** What a browser answers with; the server's library looks at every part of it. */
const credential = z.looseObject({
  id: z.string().min(1).max(1_400),
  rawId: z.string().min(1).max(1_400),
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
});
/** Handed to the browser as they are. */
export const passkeyOptions = z.object({
  flow: z.string(),
  options: z.looseObject({ challenge: z.string() }),
});
export const answeredFlow = z.strictObject({ flow: flowSecret, credential });

/** The query with which a provider sent the browser back. */
export const returnedFlow = { flow: flowSecret, search: z.string().min(1).max(8_000) };
export const outsideStart = z.object({ flow: z.string(), address: z.string() });

export const signInRoutes = {
  secondFactor: route({
    method: 'POST',
    path: '/api/auth/v1/second-factor',
    summary: 'Finish a sign-in that asked for a second factor',
    access: 'public',
    body: z.strictObject({ flow: flowSecret, code: factorCode }),
    answer: sessionStarted,
    write: 'repeatable',
  }),
  undoEmail: route({
    method: 'POST',
    path: '/api/auth/v1/email/undo',
    summary: 'Take a changed address back from the mailbox of the old one; answers a reset token',
    access: 'public',
    body: z.strictObject({ token: flowSecret }),
    answer: z.object({ token: z.string() }),
    write: 'repeatable',
  }),
  methods: route({
    method: 'GET',
    path: '/api/auth/v1/methods',
    summary:
      'The ways this installation can be signed in to, beside a password, and who may register',
    access: 'public',
    answer: z.object({
      provider: z.object({ name: z.string() }).nullable(),
      registration: z.enum(['open', 'invited', 'closed']),
    }),
  }),
  startProvider: route({
    method: 'POST',
    path: '/api/auth/v1/provider/start',
    summary: 'Begin to sign in at the outside provider',
    access: 'public',
    answer: outsideStart,
    write: 'repeatable',
  }),
  provider: route({
    method: 'POST',
    path: '/api/auth/v1/provider',
    summary: 'Sign in with what the outside provider answered',
    access: 'public',
    body: z.strictObject(returnedFlow),
    answer: sessionStarted,
    write: 'repeatable',
  }),
  startPasskey: route({
    method: 'POST',
    path: '/api/auth/v1/passkey/start',
    summary: 'Begin to sign in with a passkey',
    access: 'public',
    answer: passkeyOptions,
    write: 'repeatable',
  }),
  passkey: route({
    method: 'POST',
    path: '/api/auth/v1/passkey',
    summary: 'Sign in with a passkey, which counts as both factors',
    access: 'public',
    body: answeredFlow,
    answer: sessionStarted,
    write: 'repeatable',
    largestBody: 65_536,
  }),
};
