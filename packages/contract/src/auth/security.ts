import { z } from 'zod';
import { newPassword } from './auth.ts';
import {
  answeredFlow,
  factorCode,
  flowSecret,
  outsideStart,
  passkeyOptions,
  returnedFlow,
} from './sign-in.ts';
import { id, instant, nothing, route } from '../route.ts';
import { currentUser, email } from '../users.ts';

/** What somebody proved who they are with. */
export const proofs = ['password', 'totp', 'recovery', 'passkey', 'oidc'] as const;
export type Proof = (typeof proofs)[number];

/** For so long after a proof, dangerous changes don't ask for another. */
export const PROOF_MINUTES = 10;

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

const passkeyName = z.string().trim().min(1).max(60);

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
  changeEmail: route({
    method: 'POST',
    path: '/api/account/v1/email',
    summary: 'Ask for another address: it gets a code, the old one a notice',
    access: 'verified',
    body: z.strictObject({ email }),
    answer: nothing,
    write: 'repeatable',
    needsProof: true,
    refusedWhileImpersonating: true,
  }),
  confirmEmail: route({
    method: 'POST',
    path: '/api/account/v1/email/confirm',
    summary: 'Switch to the new address with the code that was sent there',
    access: 'verified',
    body: z.strictObject({ code: z.string().regex(/^\d{6}$/, 'Six digits') }),
    answer: currentUser,
    write: 'repeatable',
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
  startPasskeyProof: route({
    method: 'POST',
    path: '/api/account/v1/proof/passkey/start',
    summary: 'Begin to prove who one is with a passkey',
    access: 'account',
    answer: passkeyOptions,
    write: 'repeatable',
    refusedWhileImpersonating: true,
  }),
  proveByPasskey: route({
    method: 'POST',
    path: '/api/account/v1/proof/passkey',
    summary: 'Prove who one is with a passkey',
    access: 'account',
    body: answeredFlow,
    answer: nothing,
    write: 'repeatable',
    largestBody: 65_536,
    refusedWhileImpersonating: true,
  }),
  startPasskey: route({
    method: 'POST',
    path: '/api/account/v1/passkeys/start',
    summary: 'Begin to add a passkey',
    access: 'verified',
    answer: passkeyOptions,
    write: 'repeatable',
    needsProof: true,
    refusedWhileImpersonating: true,
  }),
  addPasskey: route({
    method: 'POST',
    path: '/api/account/v1/passkeys',
    summary: 'Add a passkey',
    access: 'verified',
    body: answeredFlow.extend({ name: passkeyName }),
    answer: passkey,
    write: 'repeatable',
    largestBody: 65_536,
    needsProof: true,
    refusedWhileImpersonating: true,
  }),
  renamePasskey: route({
    method: 'PATCH',
    path: '/api/account/v1/passkeys/:passkeyId',
    summary: 'Call a passkey something else',
    access: 'verified',
    params: z.object({ passkeyId: id }),
    body: z.strictObject({ name: passkeyName }),
    answer: nothing,
    refusedWhileImpersonating: true,
  }),
  removePasskey: route({
    method: 'DELETE',
    path: '/api/account/v1/passkeys/:passkeyId',
    summary: 'Remove a passkey; something has to be left to sign in with',
    access: 'verified',
    params: z.object({ passkeyId: id }),
    answer: nothing,
    needsProof: true,
    refusedWhileImpersonating: true,
  }),
  choosePasskeysOnly: route({
    method: 'PUT',
    path: '/api/account/v1/passkeys-only',
    summary: 'Whether the password opens the account, or passkeys alone; takes two of them',
    access: 'verified',
    body: z.strictObject({ only: z.boolean() }),
    answer: nothing,
    needsProof: true,
    refusedWhileImpersonating: true,
  }),
  startLink: route({
    method: 'POST',
    path: '/api/account/v1/identities/start',
    summary: 'Begin to connect an identity of the outside provider',
    access: 'verified',
    answer: outsideStart,
    write: 'repeatable',
    needsProof: true,
    refusedWhileImpersonating: true,
  }),
  startProviderProof: route({
    method: 'POST',
    path: '/api/account/v1/proof/provider/start',
    summary: 'Begin to prove who one is by signing in to the outside provider again',
    access: 'account',
    answer: outsideStart,
    write: 'repeatable',
    refusedWhileImpersonating: true,
  }),
  finishOutside: route({
    method: 'POST',
    path: '/api/account/v1/identities',
    summary: 'Back from the provider: connects the identity, or takes it as a proof, as begun',
    access: 'account',
    body: z.strictObject({ ...returnedFlow, code: factorCode.optional() }),
    answer: z.object({ purpose: z.enum(['link', 'prove']) }),
    write: 'repeatable',
    refusedWhileImpersonating: true,
  }),
  linkFound: route({
    method: 'POST',
    path: '/api/account/v1/identities/found',
    summary: 'Connect the identity whose sign-in found this account by its address',
    access: 'verified',
    body: z.strictObject({ flow: flowSecret }),
    answer: nothing,
    write: 'repeatable',
    needsProof: true,
    refusedWhileImpersonating: true,
  }),
  unlink: route({
    method: 'POST',
    path: '/api/account/v1/identities/unlink',
    summary: 'Disconnect an outside identity; something has to be left to sign in with',
    access: 'verified',
    body: z.strictObject({ issuer: z.string().max(2_000), subject: z.string().max(2_000) }),
    answer: nothing,
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
