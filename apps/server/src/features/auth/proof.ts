import { Failure } from '@causeway/contract/errors.ts';
import { type Actor, sessionOf } from '#platform/access/actor.ts';
import type { Services } from '#platform/services.ts';
import { proofsOfAccount } from './limits.ts';
import { isPassword } from '#platform/access/passwords.ts';
import { readAccount } from './queries.ts';
import { checkSecondFactor } from './second-factor.ts';
import { noteProof } from './sessions.ts';
import { countRefused } from './told-sign-ins.ts';
import { isTotpOn } from './totp.ts';

/**
 * Who sits at an open browser is not yet its owner: what would hand the account over asks for every
 * factor there is. Otherwise half a proof could add a factor of its own and be whole with it.
 */
export async function proveByPassword(
  services: Services,
  actor: Actor,
  typed: { password: string; code?: string | undefined },
): Promise<void> {
  const { db, limiter } = services;
  const userId = actor.user.id;
  await limiter.take(proofsOfAccount, userId);
  const account = await readAccount(db, userId);
  const isRight = await isPassword(account.passwordHash ?? undefined, typed.password);
  // Where passkeys alone open the account, the password proves nothing.
  if (!isRight || account.passkeysOnly) {
    const outcome = isRight ? 'not-enough' : 'password';
    countRefused(services, { userId, outcome, origin: actor.origin });
    throw new Failure('E_PASSWORD_WRONG');
  }
  if (await isTotpOn(db, userId)) {
    if (typed.code === undefined) {
      throw new Failure('E_SECOND_FACTOR', undefined, { methods: ['totp', 'recovery'] });
    }
    await checkSecondFactor(services, { userId, code: typed.code }, actor.origin);
  }
  await limiter.giveBack(proofsOfAccount, userId);
  await noteProof(db, sessionOf(actor));
}
