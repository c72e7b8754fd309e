import { authRoutes } from '@causeway/contract/auth.ts';
import { readCurrentUser } from '#platform/access/current-user.ts';
import { recordAct } from '#platform/audit/audit.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import { startImpersonation, stopImpersonation } from './impersonation.ts';
import {
  mailsToAddress,
  proofFromAddress,
  registerFromAddress,
  resetFromAddress,
} from './limits.ts';
import { checkCredentials } from './login.ts';
import { issueProof, redeemCode, redeemToken } from './mail-proofs.ts';
import { resetMail } from './mails.ts';
import { noteNetwork } from './networks.ts';
import { hashPassword } from './passwords.ts';
import { findAccount, findVerifiedAccount, insertAccount, updatePassword } from './queries.ts';
import { endAllSessions, endSession, startSession } from './sessions.ts';
import { sendVerification, verifyAccount } from './verification.ts';

export function mountAuth(mount: Mount, services: Services): void {
  const { db, env, events, limiter, mailer } = services;

  mount('auth', authRoutes, {
    login: async ({ body, request }) => {
      const account = await checkCredentials(services, body, request);
      const token = await startSession(db, { userId: account.id, request });
      await noteNetwork(db, account.id, request.network);
      return { user: await readCurrentUser(db, account.id), token };
    },

    logout: async ({ caller }) => {
      await endSession(db, caller.sessionId);
      await events.endStreams(db, { sessionId: caller.sessionId });
      return null;
    },

    impersonate: ({ caller, request, body }) => {
      return startImpersonation(services, { caller, request }, body);
    },

    stopImpersonating: ({ caller, request }) => stopImpersonation(services, { caller, request }),

    register: async ({ body, request }) => {
      await limiter.take(registerFromAddress, request.network);
      const passwordHash = await hashPassword(body.password);
      const { account, token } = await db.transaction(async (tx) => {
        const created = await insertAccount(tx, { ...body, passwordHash });
        await recordAct(tx, { request }, { action: 'account.registered', target: created.id });
        return {
          account: created,
          token: await startSession(tx, { userId: created.id, request }),
        };
      });
      await sendVerification(services, account);
      return { user: await readCurrentUser(db, account.id), token };
    },

    sendVerification: async ({ caller, request }) => {
      await limiter.take(proofFromAddress, request.network);
      const account = await findAccount(db, caller.user.id);
      if (account && !account.verified) await sendVerification(services, account);
      return null;
    },

    verifyByCode: async ({ caller, body, request }) => {
      const userId = caller.user.id;
      await redeemCode(db, userId, body.code);
      await db.transaction((tx) => verifyAccount(services, tx, userId, request));
      return readCurrentUser(db, userId, caller.impersonator ?? null);
    },

    verifyByLink: async ({ body, request }) => {
      await limiter.take(proofFromAddress, request.network);
      await db.transaction(async (tx) => {
        const userId = await redeemToken(tx, 'verify', body.token);
        await verifyAccount(services, tx, userId, request);
      });
      return null;
    },

    requestReset: async ({ body, request }) => {
      await limiter.take(resetFromAddress, request.network);
      const account = await findVerifiedAccount(db, body.email);
      const maySend = await limiter.tryTake(mailsToAddress, body.email.toLowerCase());
      if (!account || account.suspended || !maySend) return null;
      await db.transaction(async (tx) => {
        const { token } = await issueProof(tx, account.id, 'reset');
        await mailer.send(tx, resetMail(account, `${env.publicUrl}/guest/reset?token=${token}`));
      });
      return null;
    },

    confirmReset: async ({ body, request }) => {
      await limiter.take(proofFromAddress, request.network);
      const passwordHash = await hashPassword(body.password);
      await db.transaction(async (tx) => {
        const userId = await redeemToken(tx, 'reset', body.token);
        await updatePassword(tx, userId, passwordHash);
        await endAllSessions(tx, userId);
        await events.endStreams(tx, { userId });
        await noteNetwork(tx, userId, request.network);
        await recordAct(tx, { request }, { action: 'password.reset', target: userId });
      });
      return null;
    },
  });
}
