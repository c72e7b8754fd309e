import { Failure } from '@causeway/contract/errors.ts';
import type { Proof } from '@causeway/contract/auth/security.ts';
import type { Origin } from '#platform/access/actor.ts';
import type { Db } from '#platform/db/database.ts';
import type { Services } from '#platform/services.ts';
import { wrongCodesOfAccount } from './limits.ts';
import { redeemRecoveryCode } from './recovery-codes.ts';
import { countRefused } from './told-sign-ins.ts';
import { redeemTotp } from './totp.ts';

type Typed = { userId: string; code: string };

/**
 * Which factor the code is of; throws where it is of none. Wrong ones count for the account over
 * all sign-ins, and a right password does not clear them: only who knows the password gets here, so
 * a stranger can't shut anybody out.
 */
export async function checkSecondFactor(
  services: Services,
  typed: Typed,
  origin: Origin,
): Promise<Proof> {
  const { db, limiter, secrets } = services;
  await limiter.take(wrongCodesOfAccount, typed.userId);
  const factor = await redeemCode(db, secrets, typed);
  if (!factor) {
    countRefused(services, { userId: typed.userId, outcome: 'code', origin });
    throw new Failure('E_CODE_WRONG');
  }
  await limiter.giveBack(wrongCodesOfAccount, typed.userId);
  return factor;
}

async function redeemCode(
  db: Db,
  secrets: Services['secrets'],
  typed: Typed,
): Promise<Proof | undefined> {
  if (/^\d{6}$/.test(typed.code))
    return (await redeemTotp(db, secrets, typed)) ? 'totp' : undefined;
  return (await redeemRecoveryCode(db, typed)) ? 'recovery' : undefined;
}
