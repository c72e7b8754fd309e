import { Failure } from '@causeway/contract/errors.ts';
import type { securityRoutes } from '@causeway/contract/auth/security.ts';
import type { signInRoutes } from '@causeway/contract/auth/sign-in.ts';
import { readCurrentUser } from '#platform/access/current-user.ts';
import type { Handlers } from '#platform/operations/context.ts';
import type { Services } from '#platform/services.ts';
import { endClaim } from './claims.ts';
import {
  askForChange,
  confirmChange,
  forgetAsked,
  readChange,
  redeemUndo,
  removeWaysSince,
} from './email-changes.ts';
import { endFlowsOf } from './flows.ts';
import type { AccountHooks } from './hooks.ts';
import { mailsToAddress, proofFromAddress } from './limits.ts';
import { endProofs, issueProof } from './mail-proofs.ts';
import {
  alreadyRegisteredMail,
  changeAskedMail,
  emailChangedMail,
  newAddressMail,
} from './mails.ts';
import { findVerifiedAccount, listOtherClaims, readAccount } from './queries.ts';
import { requireAddress } from './registration.ts';
import { endAllSessions } from './sessions.ts';

export function ownAddress(
  services: Services,
  hooks: AccountHooks,
): Pick<Handlers<typeof securityRoutes>, 'changeEmail' | 'confirmEmail'> {
  const { db, env, events, limiter, mailer } = services;
  return {
    /** A taken address gets the same answer; its owner is told instead. */
    changeEmail: async ({ actor, body }) => {
      const userId = actor.user.id;
      const account = await readAccount(db, userId);
      if (account.email.toLowerCase() === body.email.toLowerCase()) {
        throw new Failure('E_VALIDATION', 'This is your address already.');
      }
      await requireAddress(services, { before: account.email, email: body.email, hooks });
      const maySend = await limiter.tryTake(mailsToAddress, body.email.toLowerCase());
      const owner = await findVerifiedAccount(db, body.email);
      await db.transaction(async (tx) => {
        await mailer.send(tx, changeAskedMail(account, body.email));
        // A code that nobody is sent could only be guessed, with five tries each time it is asked for.
        if (!maySend) return forgetAsked(tx, userId);
        const change = { userId, oldEmail: account.email, newEmail: body.email };
        const code = await askForChange(tx, change);
        const { publicUrl } = env;
        const mail = owner
          ? alreadyRegisteredMail(owner, `${publicUrl}/guest/login`, `${publicUrl}/guest/reset`)
          : newAddressMail({ ...account, email: body.email }, code);
        await mailer.send(tx, mail);
      });
      return null;
    },

    confirmEmail: async ({ actor, body, record }) => {
      const userId = actor.user.id;
      const change = await readChange(db, userId, body.code);
      const before = await readAccount(db, userId);
      await db.transaction(async (tx) => {
        const token = await confirmChange(tx, userId, change);
        // What was mailed to the old address must not open the account any more.
        await endProofs(tx, userId, 'reset');
        await endFlowsOf(tx, userId);
        for (const claimId of await listOtherClaims(tx, userId)) {
          await endClaim(services, tx, { claimId, hooks });
        }
        const undo = token && `${env.publicUrl}/guest/undo?token=${token}`;
        await mailer.send(tx, emailChangedMail(before, undo));
        await record({ action: 'account.email-changed', target: userId }, tx);
        await events.publish(tx, { userId }, { type: 'user.changed' });
      });
      return readCurrentUser(db, userId);
    },
  };
}

export function undoAddress(
  services: Services,
  hooks: AccountHooks,
): Pick<Handlers<typeof signInRoutes>, 'undoEmail'> {
  const { db, events, limiter } = services;
  return {
    /** Whoever changed the address is out, with the ways in they may have added; a new password is next. */
    undoEmail: async ({ body, actor, record }) => {
      await limiter.take(proofFromAddress, actor.origin.network);
      return db.transaction(async (tx) => {
        const { userId, since } = await redeemUndo(tx, body.token);
        await removeWaysSince(tx, userId, since);
        await endFlowsOf(tx, userId);
        await endAllSessions(tx, userId);
        await events.endStreams(tx, { userId });
        await hooks.recovered(tx, userId, since);
        await record({ action: 'account.email-undone', target: userId }, tx);
        const { token } = await issueProof(tx, userId, 'reset');
        return { token };
      });
    },
  };
}
