import { z } from 'zod';
import { id, instant, nothing, route } from '../route.ts';
import { currentUser, email, personName } from '../users.ts';

export const TOKEN_COOKIE = 'token';
/** 400 days, the longest a browser keeps a cookie. The server ends sessions earlier. */
export const TOKEN_COOKIE_MAX_AGE = 34_560_000;

export const newPassword = z.string().min(10).max(200);
const password = z.string().min(1).max(200);
const secretToken = z.string().min(20).max(200);

/** Somebody registered with an address and has not shown yet that it is theirs. */
export const claim = z.object({ email: z.string(), registeredAt: instant });
export type Claim = z.infer<typeof claim>;

export const sessionStarted = z.object({ user: currentUser, token: z.string() });

export const authRoutes = {
  login: route({
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in with e-mail address and password',
    access: 'public',
    body: z.strictObject({ email, password }),
    answer: sessionStarted,
    write: 'repeatable',
  }),
  logout: route({
    method: 'POST',
    path: '/auth/logout',
    summary: 'End this session',
    access: 'account',
    answer: nothing,
    write: 'repeatable',
  }),
  impersonate: route({
    method: 'POST',
    path: '/auth/impersonate',
    summary: 'Act as another user (staff)',
    access: 'staff',
    body: z.strictObject({ id, reason: z.string().trim().max(500).optional() }),
    answer: sessionStarted,
    write: 'repeatable',
  }),
  stopImpersonating: route({
    method: 'POST',
    path: '/api/auth/v1/impersonation/stop',
    summary: 'Return to the staff session',
    access: 'account',
    answer: sessionStarted,
    write: 'repeatable',
  }),
  register: route({
    method: 'POST',
    path: '/api/auth/v1/register',
    summary: 'Open an account; the answer never tells whether the address has one',
    access: 'public',
    body: z.strictObject({ email, password: newPassword, name: personName }),
    answer: sessionStarted,
    write: 'repeatable',
  }),
  sendVerification: route({
    method: 'POST',
    path: '/api/auth/v1/verification/send',
    summary: 'Mail a new verification code and link',
    access: 'account',
    answer: nothing,
    write: 'repeatable',
    refusedWhileImpersonating: true,
  }),
  verifyByCode: route({
    method: 'POST',
    path: '/api/auth/v1/verification/code',
    summary: 'Verify the own address with the six digits of the mail',
    access: 'account',
    body: z.strictObject({ code: z.string().regex(/^\d{6}$/, 'Six digits') }),
    answer: currentUser,
    write: 'repeatable',
    refusedWhileImpersonating: true,
  }),
  verifyByLink: route({
    method: 'POST',
    path: '/api/auth/v1/verification/link',
    summary: 'Verify the own address with the token of the mailed link',
    access: 'account',
    body: z.strictObject({ token: secretToken }),
    answer: currentUser,
    write: 'repeatable',
    refusedWhileImpersonating: true,
  }),
  showClaim: route({
    method: 'POST',
    path: '/api/auth/v1/claims/show',
    summary: 'Which registration the mailed link belongs to; changes nothing',
    access: 'public',
    body: z.strictObject({ token: secretToken }),
    answer: claim,
    write: 'repeatable',
    effect: 'reads',
  }),
  confirmClaim: route({
    method: 'POST',
    path: '/api/auth/v1/claims/confirm',
    summary: 'Verify a registration with the mailed link and the password it was made with',
    access: 'public',
    body: z.strictObject({ token: secretToken, password }),
    answer: sessionStarted,
    write: 'repeatable',
  }),
  rejectClaim: route({
    method: 'POST',
    path: '/api/auth/v1/claims/reject',
    summary: 'Delete a registration of the own address that somebody else made',
    access: 'public',
    body: z.strictObject({ token: secretToken }),
    answer: nothing,
    write: 'repeatable',
  }),
  requestReset: route({
    method: 'POST',
    path: '/api/auth/v1/reset',
    summary: 'Mail a link to set a new password; the answer is the same for every address',
    access: 'public',
    body: z.strictObject({ email }),
    answer: nothing,
    write: 'repeatable',
  }),
  confirmReset: route({
    method: 'POST',
    path: '/api/auth/v1/reset/confirm',
    summary: 'Set a new password with the token of the mailed link; ends all sessions',
    access: 'public',
    body: z.strictObject({ token: secretToken, password: newPassword }),
    answer: nothing,
    write: 'repeatable',
  }),
};
