import { Failure } from '@causeway/contract/errors.ts';
import type { Proof } from '@causeway/contract/auth/security.ts';
import type { CurrentUser } from '@causeway/contract/users.ts';
import type { Origin } from '#platform/access/actor.ts';
import { readCurrentUser } from '#platform/access/current-user.ts';
import { untell } from '#platform/inbox/tell.ts';
import type { Services } from '#platform/services.ts';
import { endFlow, openFlow, tryFlow } from './flows.ts';
import { mailsToAddress } from './limits.ts';
import { factorsKeptMail } from './lost-factor-mails.ts';
import { endRequest } from './lost-factors.ts';
import { newDeviceMail, recoveryUsedMail, weakerSignInMail, wrongCodesMail } from './mails.ts';
import { isKnownTo, noteNetwork } from './networks.ts';
import { hasPasskeyAt } from './passkeys.ts';
import { type Account, findAccount } from './queries.ts';
import { checkSecondFactor } from './second-factor.ts';
import { startSession } from './sessions.ts';
import { mayHaveLine, recordSignIn } from './told-sign-ins.ts';
import { isTotpOn } from './totp.ts';
import { passkeyHome } from './webauthn.ts';

type Started = { user: CurrentUser; token: string };
export type SignInState = { proofs: Proof[] };

/** The first factor was right: in, or on to the second. */
export async function passFirstFactor(
  services: Services,
  { account, proof, origin }: { account: Account; proof: Proof; origin: Origin },
): Promise<Started> {
  const isWhole = proof === 'passkey' || !(await isTotpOn(services.db, account.id));
  if (isWhole) return openSession(services, { account, proofs: [proof], origin });
  const state: SignInState = { proofs: [proof] };
  const flow = await openFlow(services, { kind: 'second-factor', userId: account.id, state });
  throw new Failure('E_SECOND_FACTOR', undefined, { flow, methods: ['totp', 'recovery'] });
}

export async function passSecondFactor(
  services: Services,
  { secret, code, origin }: { secret: string; code: string; origin: Origin },
): Promise<Started> {
  const flow = await tryFlow<SignInState>(services, 'second-factor', secret);
  const account = flow.userId === null ? undefined : await findAccount(services.db, flow.userId);
  if (!account || account.suspended) throw new Failure('E_TOKEN_EXPIRED');
  let proof: Proof;
  try {
    proof = await checkSecondFactor(services, { userId: account.id, code }, origin);
  } catch (error) {
    if (flow.isLastTry) await warn(services, account, wrongCodesMail(account));
    throw error;
  }
  await endFlow(services.db, flow);
  if (proof === 'recovery') await warn(services, account, recoveryUsedMail(account));
  return openSession(services, { account, proofs: [...flow.state.proofs, proof], origin });
}

/** Everything that was asked for has been proven. */
export async function openSession(
  services: Services,
  { account, proofs, origin }: { account: Account; proofs: Proof[]; origin: Origin },
): Promise<Started> {
  const { db } = services;
  if (account.eraseAt !== null) await offerReturn(services, account, proofs);
  if (proofs.some((proof) => proof !== 'password' && proof !== 'oidc')) {
    await endRequestOf(services, account);
  }
  const isKnown = await isKnownTo(db, account.id, origin.network);
  const isWeaker = account.verified && (await isWeakerThanPasskeys(services, account.id, proofs));
  const hasLine = await mayHaveLine(services, account);
  const token = await db.transaction(async (tx) => {
    await recordSignIn(tx, { account, origin, proofs, hasLine });
    return startSession(tx, { userId: account.id, origin, proofs });
  });
  await noteNetwork(db, account.id, origin.network);
  if (isWeaker) await warn(services, account, weakerSignInMail(account, origin));
  else if (!isKnown && account.verified) {
    await warn(services, account, newDeviceMail(account, origin));
  }
  return { user: await readCurrentUser(db, account.id), token };
}

/** Whoever has passkeys rarely types the password: somebody else might. Those of another host are of no use. */
async function isWeakerThanPasskeys(
  { db, env }: Pick<Services, 'db' | 'env'>,
  userId: string,
  proofs: Proof[],
): Promise<boolean> {
  const isPasswordAlone = proofs.every((proof) => proof === 'password');
  return isPasswordAlone && hasPasskeyAt(db, userId, passkeyHome(env).rpId);
}

/** The account was given up: whoever signs in to it decides whether it is kept. */
async function offerReturn(services: Services, account: Account, proofs: Proof[]): Promise<never> {
  const state: SignInState = { proofs };
  const flow = await openFlow(services, { kind: 'return', userId: account.id, state });
  throw new Failure('E_ACCOUNT_LEAVING', undefined, { flow, eraseAt: account.eraseAt });
}

/** Who signs in with a factor has not lost them all. */
async function endRequestOf({ db, mailer }: Services, account: Account): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await endRequest(tx, account.id))) return;
    await untell(tx, { kind: 'recovery.ready', about: account.id });
    await mailer.send(tx, factorsKeptMail(account, 'signed-in'));
  });
}

/** To the owner of an account; too many of them are not sent. */
async function warn(
  { db, limiter, mailer }: Services,
  account: Account,
  mail: Parameters<Services['mailer']['send']>[1],
): Promise<void> {
  if (await limiter.tryTake(mailsToAddress, account.email.toLowerCase())) {
    await mailer.send(db, mail);
  }
}
