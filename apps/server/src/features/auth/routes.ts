import { authRoutes } from '@causeway/contract/auth/auth.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { sessionOf } from '#platform/access/actor.ts';
import { readCurrentUser } from '#platform/access/current-user.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import { askedLanguage } from './asked-language.ts';
import { checkClaim, rejectClaim, showClaim } from './claims.ts';
import { endFlowsOf } from './flows.ts';
import type { AccountHooks } from './hooks.ts';
import { startImpersonation, stopImpersonation } from './impersonation.ts';
import {
  mailsToAddress,
  proofFromAddress,
  registerFromAddress,
  resetFromAddress,
} from './limits.ts';
import { checkCredentials } from './login.ts';
import { issueProof, readProof, redeemCode, redeemToken } from './mail-proofs.ts';
import { resetMail } from './mails.ts';
import { noteNetwork } from './networks.ts';
import { hashPassword } from '#platform/access/passwords.ts';
import { findAccount, findVerifiedAccount, insertAccount, updatePassword } from './queries.ts';
import { requireRegistration } from './registration.ts';
import { endAllSessions, endSession, startSession } from './sessions.ts';
import { passFirstFactor } from './sign-in.ts';
import { sendVerification, verifyAccount } from './verification.ts';

export function mountAuth(mount: Mount, services: Services, hooks: AccountHooks): void {
  const { db, env, events, limiter, mailer } = services;

  mount('auth', authRoutes, {
    login: async ({ body, actor }) => {
      const account = await checkCredentials(services, body, actor.origin);
      return passFirstFactor(services, { account, proof: 'password', origin: actor.origin });
    },

    logout: async ({ actor, record }) => {
      const sessionId = sessionOf(actor);
      await db.transaction(async (tx) => {
        if (!(await endSession(tx, sessionId))) return;
        await events.endStreams(tx, { sessionId });
        await record({ action: 'session.ended', target: sessionId, details: { kind: 'out' } }, tx);
      });
      return null;
    },

    impersonate: ({ actor, body }) => startImpersonation(services, actor, body),

    stopImpersonating: ({ actor }) => stopImpersonation(services, actor),

    register: async ({ body, actor, record, headers }) => {
      await limiter.take(registerFromAddress, actor.origin.network);
      await requireRegistration(services, { email: body.email, hooks });
      const passwordHash = await hashPassword(body.password);
      const cameLanguage = askedLanguage(headers['accept-language']);
      const { account, token } = await db.transaction(async (tx) => {
        const created = await insertAccount(tx, { ...body, passwordHash, cameLanguage });
        await record({ action: 'account.registered', target: created.id }, tx);
        return {
          account: created,
          token: await startSession(tx, {
            userId: created.id,
            origin: actor.origin,
            proofs: ['password'],
          }),
        };
      });
      await sendVerification(services, account);
      return { user: await readCurrentUser(db, account.id), token };
    },

    sendVerification: async ({ actor, headers }) => {
      await limiter.take(proofFromAddress, actor.origin.network);
      const account = await findAccount(db, actor.user.id);
      const asked = askedLanguage(headers['accept-language']);
      if (account && !account.verified) await sendVerification(services, account, asked);
      return null;
    },

    verifyByCode: async ({ actor, body }) => {
      const userId = actor.user.id;
      await redeemCode(db, userId, body.code);
      await db.transaction((tx) => verifyAccount(services, tx, { userId, actor, hooks }));
      return readCurrentUser(db, userId, actor.impersonator ?? null);
    },

    verifyByLink: async ({ actor, body }) => {
      await limiter.take(proofFromAddress, actor.origin.network);
      const userId = actor.user.id;
      if ((await readProof(db, 'verify', body.token)) !== userId) {
        throw new Failure('E_OTHER_ACCOUNT');
      }
      await db.transaction(async (tx) => {
        await redeemToken(tx, 'verify', body.token);
        await verifyAccount(services, tx, { userId, actor, hooks });
      });
      return readCurrentUser(db, userId);
    },

    showClaim: ({ body, actor }) => showClaim(services, body.token, actor),

    confirmClaim: async ({ body, actor }) => {
      const { id: userId } = await checkClaim(services, body, actor);
      const token = await db.transaction(async (tx) => {
        await redeemToken(tx, 'verify', body.token);
        await verifyAccount(services, tx, { userId, actor, hooks });
        await noteNetwork(tx, userId, actor.origin.network);
        return startSession(tx, { userId, origin: actor.origin, proofs: ['password'] });
      });
      return { user: await readCurrentUser(db, userId), token };
    },

    rejectClaim: async ({ body, actor }) => {
      await rejectClaim(services, { token: body.token, by: actor, hooks });
      return null;
    },

    requestReset: async ({ body, actor }) => {
      await limiter.take(resetFromAddress, actor.origin.network);
      const account = await findVerifiedAccount(db, body.email);
      const maySend = await limiter.tryTake(mailsToAddress, body.email.toLowerCase());
      if (!account || account.suspended || !maySend) return null;
      await db.transaction(async (tx) => {
        const { token } = await issueProof(tx, account.id, 'reset');
        await mailer.send(tx, resetMail(account, `${env.publicUrl}/guest/reset?token=${token}`));
      });
      return null;
    },

    confirmReset: async ({ body, actor, record }) => {
      await limiter.take(proofFromAddress, actor.origin.network);
      const passwordHash = await hashPassword(body.password);
      await db.transaction(async (tx) => {
        const userId = await redeemToken(tx, 'reset', body.token);
        await updatePassword(tx, userId, passwordHash);
        await endFlowsOf(tx, userId);
        await endAllSessions(tx, userId);
        await events.endStreams(tx, { userId });
        await noteNetwork(tx, userId, actor.origin.network);
        await record({ action: 'password.reset', target: userId }, tx);
      });
      return null;
    },
  });
}
