import { z } from 'zod';
import { newPassword, sessionStarted } from './auth.ts';
import { id, instant, nothing, route } from './route.ts';

/** What somebody proved who they are with. */
export const proofs = ['password', 'totp', 'recovery', 'passkey', 'oidc'] as const;
export type Proof = (typeof proofs)[number];

/** For so long after a proof, dangerous changes don't ask for another. */
export const PROOF_MINUTES = 10;

/** Known to the tab that began a sign-in, and to nobody else. */
export const flowSecret = z.string().min(20).max(200);
/** Six digits of an app, or a recovery code. */
const factorCode = z.string().trim().min(6).max(20);

const passkey = z.object({
  id,
  name: z.string(),
  synced: z.boolean(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

const identity = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});
export type OutsideIdentity = z.infer<typeof identity>;

export const security = z.object({
  hasPassword: z.boolean(),
  totpSince: instant.nullable(),
  recoveryCodesLeft: z.number(),
  passkeys: z.array(passkey),
  passkeysOnly: z.boolean(),
  identities: z.array(identity),
  /** The outside provider of this installation, if it has one. */
  provider: z.object({ name: z.string() }).nullable(),
});
export type Security = z.infer<typeof security>;

const session = z.object({
  id,
  isCurrent: z.boolean(),
  createdAt: instant,
  lastSeenAt: instant,
  userAgent: z.string().nullable(),
  address: z.string().nullable(),
  proofs: z.array(z.enum(proofs)),
  /** Staff who act as this person in it. */
  impersonator: z.string().nullable(),
});
export type Session = z.infer<typeof session>;

const impersonation = z.object({
  id: z.string(),
  at: instant,
  staff: z.string(),
  reason: z.string(),
  endedAt: instant.nullable(),
  /** What was done meanwhile and written down. */
  acts: z.array(z.object({ at: instant, action: z.string() })),
});
export type Impersonation = z.infer<typeof impersonation>;

const recoveryCodes = z.object({ codes: z.array(z.string()) });

export const securityRoutes = {
  show: route({
    method: 'GET',
    path: '/api/account/v1/security',
    summary: 'The ways one can sign in by',
    access: 'account',
    answer: security,
    refusedWhileImpersonating: true,
  }),
  prove: route({
    method: 'POST',
    path: '/api/account/v1/proof',
    summary: 'Prove who one is, with password and, where it is on, the second factor',
    access: 'account',
    body: z.strictObject({ password: z.string().min(1).max(200), code: factorCode.optional() }),
    answer: nothing,
    write: 'repeatable',
    refusedWhileImpersonating: true,
  }),
  changePassword: route({
    method: 'POST',
    path: '/api/account/v1/password',
    summary: 'Set a new password; ends all other sessions',
    access: 'verified',
    body: z.strictObject({ password: newPassword }),
    answer: nothing,
    needsProof: true,
    refusedWhileImpersonating: true,
  }),
  startTotp: route({
    method: 'POST',
    path: '/api/account/v1/totp',
    summary: 'A new secret for an authenticator app; asked for once a code of it confirmed it',
    access: 'verified',
    answer: z.object({ secret: z.string(), address: z.string() }),
    write: 'repeatable',
    needsProof: true,
    refusedWhileImpersonating: true,
  }),
  confirmTotp: route({
    method: 'POST',
    path: '/api/account/v1/totp/confirm',
    summary: 'Turn the second factor on; answers recovery codes, which are shown once',
    access: 'verified',
    body: z.strictObject({ code: factorCode }),
    answer: recoveryCodes,
    write: 'repeatable',
    needsProof: true,
    refusedWhileImpersonating: true,
  }),
  removeTotp: route({
    method: 'DELETE',
    path: '/api/account/v1/totp',
    summary: 'Turn the second factor off',
    access: 'verified',
    answer: nothing,
    needsProof: true,
    refusedWhileImpersonating: true,
  }),
  renewRecoveryCodes: route({
    method: 'POST',
    path: '/api/account/v1/recovery-codes',
    summary: 'New recovery codes; older ones end',
    access: 'verified',
    answer: recoveryCodes,
    write: 'repeatable',
    needsProof: true,
    refusedWhileImpersonating: true,
  }),
  listSessions: route({
    method: 'GET',
    path: '/api/account/v1/sessions',
    summary: 'Where one is signed in',
    access: 'account',
    answer: z.array(session),
    refusedWhileImpersonating: true,
  }),
  endSession: route({
    method: 'DELETE',
    path: '/api/account/v1/sessions/:sessionId',
    summary: 'Sign out one of the own sessions',
    access: 'account',
    params: z.object({ sessionId: id }),
    answer: nothing,
    refusedWhileImpersonating: true,
  }),
  endOtherSessions: route({
    method: 'POST',
    path: '/api/account/v1/sessions/end-others',
    summary: 'Sign out everywhere but here',
    access: 'account',
    answer: nothing,
    refusedWhileImpersonating: true,
  }),
  listImpersonations: route({
    method: 'GET',
    path: '/api/account/v1/impersonations',
    summary: 'When staff acted as oneself, why, and what they did',
    access: 'account',
    answer: z.array(impersonation),
    refusedWhileImpersonating: true,
  }),
};

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
};
