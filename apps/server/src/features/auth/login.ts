import { Failure } from '@causeway/contract/errors.ts';
import type { RequestFacts } from '#platform/http/request-facts.ts';
import type { Services } from '#platform/services.ts';
import { loginFromAddress, loginOfAccount, loginOfAccountFromAddress } from './limits.ts';
import { isPassword } from './passwords.ts';
import { type Account, findNewestClaim, findVerifiedAccount } from './queries.ts';

/**
 * The account that address and password open. An unknown address, a wrong password and a suspended
 * account look the same from outside, in words and in time: two passwords are always verified, that
 * of the verified account and that of the newest unverified claim to the address.
 */
export async function checkCredentials(
  { db, limiter }: Services,
  credentials: { email: string; password: string },
  request: RequestFacts,
): Promise<Account> {
  const email = credentials.email.toLowerCase();
  const limits = [
    [loginFromAddress, request.address],
    [loginOfAccount, email],
    [loginOfAccountFromAddress, `${email} ${request.address}`],
  ] as const;
  for (const [limit, key] of limits) await limiter.take(limit, key);

  const [verified, claim] = await Promise.all([
    findVerifiedAccount(db, email),
    findNewestClaim(db, email),
  ]);
  const [opensVerified, opensClaim] = await Promise.all([
    isPassword(verified?.passwordHash, credentials.password),
    isPassword(claim?.passwordHash, credentials.password),
  ]);
  const account = (opensVerified && verified) || (opensClaim && claim);
  if (!account || account.suspended) throw new Failure('E_INVALID_CREDENTIALS');
  for (const [limit, key] of limits) await limiter.giveBack(limit, key);
  return account;
}
