import { Failure } from '@causeway/contract/errors.ts';
import { recordAct } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import type { UiLanguage } from '@causeway/contract/settings/settings.ts';
import type { Actor, Nobody } from '#platform/access/actor.ts';
import type { Services } from '#platform/services.ts';
import { mailsToAddress } from './limits.ts';
import { issueProof } from './mail-proofs.ts';
import { alreadyRegisteredMail, verificationMail } from './mails.ts';
import { endClaim } from './claims.ts';
import type { AccountHooks } from './hooks.ts';
import { type Account, findVerifiedAccount, listOtherClaims, markVerified } from './queries.ts';

/**
 * Mails the proof that leads to verification. Where the address is verified for another account,
 * its owner is told so instead: only who reads the mailbox learns that it has an account. Who has
 * chosen no language is written to in the one the browser asks for.
 */
export async function sendVerification(
  services: Services,
  account: Account,
  asked: UiLanguage | null = null,
): Promise<void> {
  const { db, env, limiter, mailer } = services;
  if (!(await limiter.tryTake(mailsToAddress, account.email.toLowerCase()))) return;
  const owner = await findVerifiedAccount(db, account.email);
  await db.transaction(async (tx) => {
    if (owner) {
      const { publicUrl } = env;
      const mail = alreadyRegisteredMail(
        owner,
        `${publicUrl}/guest/login`,
        `${publicUrl}/guest/reset`,
      );
      await mailer.send(tx, mail);
      return;
    }
    const { token, code } = await issueProof(tx, account.id, 'verify');
    const link = `${env.publicUrl}/onboarding?step=verification&token=${token}`;
    const to = { ...account, language: account.language ?? asked };
    await mailer.send(tx, verificationMail(to, link, code));
  });
}

/**
 * The address is this account's from now on. Whoever else claimed it loses the claim: it can't
 * become theirs any more, and it must not be signed in to.
 */
export async function verifyAccount(
  { events }: Services,
  tx: Tx,
  { userId, actor, hooks }: { userId: string; actor: Actor | Nobody; hooks: AccountHooks },
): Promise<void> {
  if (!(await markVerified(tx, userId))) throw new Failure('E_TOKEN_EXPIRED');
  for (const claimId of await listOtherClaims(tx, userId)) {
    await endClaim({ events }, tx, { claimId, hooks });
  }
  await recordAct(tx, actor, { action: 'account.verified', target: userId });
  await hooks.verified(tx, userId, actor);
  await events.publish(tx, { userId }, { type: 'user.changed' });
}
