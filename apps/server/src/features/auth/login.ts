import { Failure } from '@causeway/contract/errors.ts';
import type { Origin } from '#platform/access/actor.ts';
import type { Keyed } from '#platform/limits/limiter.ts';
import type { Services } from '#platform/services.ts';
import { loginFromAddress, loginOfAccount, loginOfAccountFromAddress } from './limits.ts';
import { isKnownNetwork } from './networks.ts';
import { countRefused } from './told-sign-ins.ts';
import { isPassword } from '#platform/access/passwords.ts';
import { type Account, findNewestClaim, findVerifiedAccount } from './queries.ts';

/**
 * The account that address and password open. An unknown address, a wrong password and a suspended
 * account look the same from outside, in words and in time: two passwords are always verified, that
 * of the verified account and that of the newest unverified claim to the address.
 */
export async function checkCredentials(
  services: Services,
  credentials: { email: string; password: string },
  origin: Origin,
): Promise<Account> {
  const { db, limiter } = services;
  const email = credentials.email.toLowerCase();
  const limits = limitsOf(email, origin, await isKnownNetwork(db, email, origin.network));
  await limiter.takeAll(limits);

  const [verified, claim] = await Promise.all([
    findVerifiedAccount(db, email),
    findNewestClaim(db, email),
  ]);
  const [opensVerified, opensClaim] = await Promise.all([
    isPassword(verified?.passwordHash ?? undefined, credentials.password),
    isPassword(claim?.passwordHash ?? undefined, credentials.password),
  ]);
  const account = (opensVerified && verified) || (opensClaim && claim);
  if (!account || account.suspended || account.passkeysOnly) {
    const outcome = opensVerified ? 'not-enough' : 'password';
    if (verified) countRefused(services, { userId: verified.id, outcome, origin });
    throw new Failure('E_INVALID_CREDENTIALS');
  }
  for (const [limit, key] of limits) await limiter.giveBack(limit, key);
  return account;
}

/**
 * Guessing is slowed for an account from one network, for a network, and for an account. The last
 * two would let strangers shut people out, so they don't count where the account has been signed in
 * to before: there, only the own wrong tries do.
 */
function limitsOf(email: string, { network }: Origin, isKnown: boolean): Keyed[] {
  const own: Keyed = [loginOfAccountFromAddress, `${email} ${network}`];
  return isKnown ? [own] : [own, [loginFromAddress, network], [loginOfAccount, email]];
}
