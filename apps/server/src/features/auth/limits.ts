import type { Limit } from '#platform/limits/limiter.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Failed logins count, successful ones are given back; an address is a network (network.ts). */
export const loginOfAccountFromAddress: Limit = { name: 'login', burst: 10, seconds: 15 * MINUTE };
export const loginFromAddress: Limit = { name: 'login-address', burst: 100, seconds: 15 * MINUTE };
export const loginOfAccount: Limit = { name: 'login-account', burst: 100, seconds: HOUR };

export const registerFromAddress: Limit = { name: 'register', burst: 200, seconds: HOUR };
export const resetFromAddress: Limit = { name: 'reset', burst: 100, seconds: HOUR };
export const proofFromAddress: Limit = { name: 'proof', burst: 200, seconds: HOUR };
/** Wrong codes of a second factor, over all sign-ins; only who knows the password gets to try. */
export const wrongCodesOfAccount: Limit = { name: 'second-factor', burst: 20, seconds: 24 * HOUR };
/** Passwords that somebody in a session types to prove who they are; wrong ones count. */
export const proofsOfAccount: Limit = { name: 'proofs', burst: 10, seconds: 15 * MINUTE };
/** Passwords typed beside a mailed link; wrong ones count. */
export const passwordOfClaim: Limit = { name: 'claim', burst: 10, seconds: 15 * MINUTE };
/** Beyond these the answer stays the same and no mail is sent: nobody's mailbox is flooded. */
export const mailsToAddress: Limit = { name: 'mails', burst: 6, seconds: HOUR };
