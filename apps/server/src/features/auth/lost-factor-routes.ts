import { lostFactorRoutes, staffLostFactorRoutes } from '@causeway/contract/auth/lost-factors.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { Tx } from '#platform/db/database.ts';
import { untell } from '#platform/inbox/tell.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import { endFlow, endFlowsOf, tryFlow } from './flows.ts';
import type { AccountHooks } from './hooks.ts';
import { proofFromAddress } from './limits.ts';
import { defineLostFactorJob } from './lost-factor-job.ts';
import { factorsKeptMail, factorsLostMail, factorsRemovedMail } from './lost-factor-mails.ts';
import {
  beginRequest,
  endRequest,
  findToDecide,
  hasSecondFactor,
  listRequests,
  noteAgreed,
  readReadyAt,
  removeEveryFactor,
  stopByLink,
} from './lost-factors.ts';
import { issueProof } from './mail-proofs.ts';
import { findAccount, readAccount } from './queries.ts';
import { endAllSessions } from './sessions.ts';
import type { SignInState } from './sign-in.ts';

/** The way back for who lost every second factor, and the two of the staff it takes. */
export function mountLostFactors(mount: Mount, services: Services, hooks: AccountHooks): void {
  const { db, env, events, limiter, mailer } = services;
  const stopUrl = (token: string) => `${env.publicUrl}/guest/keep-factors?token=${token}`;
  defineLostFactorJob(services, stopUrl);

  /** Not the mails' usual limit: whoever floods the mailbox before must not keep this one out. */
  async function begin(tx: Tx, userId: string, by: string | null): Promise<void> {
    const begun = await beginRequest(tx, { userId, by });
    if (!begun) return;
    const account = await readAccount(tx, userId);
    await mailer.send(tx, factorsLostMail(account, new Date(begun.readyAt), stopUrl(begun.token)));
  }

  mount('lostFactors', lostFactorRoutes, {
    /** Within a sign-in, so by somebody who knows the password or comes from the provider. */
    ask: async ({ body, record }) => {
      const flow = await tryFlow<SignInState>(services, 'second-factor', body.flow);
      const account = flow.userId === null ? undefined : await findAccount(db, flow.userId);
      if (!account || account.suspended) throw new Failure('E_TOKEN_EXPIRED');
      await endFlow(db, flow);
      return db.transaction(async (tx) => {
        await begin(tx, account.id, null);
        await record({ action: 'account.recovery-asked', target: account.id }, tx);
        return { readyAt: await readReadyAt(tx, account.id) };
      });
    },

    stop: async ({ body, actor, record }) => {
      await limiter.take(proofFromAddress, actor.origin.network);
      return db.transaction(async (tx) => {
        const userId = await stopByLink(tx, body.token);
        if (userId === undefined) throw new Failure('E_TOKEN_EXPIRED');
        await untell(tx, { kind: 'recovery.ready', about: userId });
        await record({ action: 'account.recovery-stopped', target: userId }, tx);
        await mailer.send(tx, factorsKeptMail(await readAccount(tx, userId), 'stopped'));
        return null;
      });
    },
  });

  mount('staffLostFactors', staffLostFactorRoutes, {
    list: ({ db: on }) => listRequests(on),

    begin: async ({ db: tx, actor, params: { userId }, body, record }) => {
      const account = await findAccount(tx, userId);
      if (!account || account.suspended) throw new Failure('E_USER_NOT_FOUND');
      if (!(await hasSecondFactor(tx, userId))) {
        throw new Failure('E_VALIDATION', 'This account has no second factor.');
      }
      await begin(tx, userId, actor.user.id);
      await record({ action: 'staff.recovery-begun', target: userId, details: body });
      return null;
    },

    agree: async ({ db: tx, actor, params: { userId }, body, record }) => {
      if (actor.user.id === userId) throw new Failure('E_FORBIDDEN', 'Others decide about you.');
      const request = await findToDecide(tx, userId);
      if (!request) throw new Failure('E_NOT_FOUND');
      if (!request.isReady) throw new Failure('E_VALIDATION', 'The days of waiting are not over.');
      if (request.agreedBy === actor.user.id) {
        throw new Failure('E_FORBIDDEN', 'A second person of the staff has to agree.');
      }
      await record({ action: 'staff.recovery-agreed', target: userId, details: body });
      const isDone = request.agreedBy !== null || request.needed < 2;
      if (isDone) await remove(tx, userId);
      else await noteAgreed(tx, userId, actor.user.id);
      return { isDone };
    },

    refuse: async ({ db: tx, params: { userId }, body, record }) => {
      if (!(await endRequest(tx, userId))) throw new Failure('E_NOT_FOUND');
      await untell(tx, { kind: 'recovery.ready', about: userId });
      await record({ action: 'staff.recovery-refused', target: userId, details: body });
      await mailer.send(tx, factorsKeptMail(await readAccount(tx, userId), 'refused'));
      return null;
    },
  });

  /** Whoever was in is out, and whoever comes in next has read the mailbox. */
  async function remove(tx: Tx, userId: string): Promise<void> {
    await endRequest(tx, userId);
    await untell(tx, { kind: 'recovery.ready', about: userId });
    await removeEveryFactor(tx, userId);
    await endFlowsOf(tx, userId);
    await endAllSessions(tx, userId);
    await events.endStreams(tx, { userId });
    await hooks.recovered(tx, userId);
    const { token } = await issueProof(tx, userId, 'reset');
    const againUrl = `${env.publicUrl}/guest/reset`;
    const urls = { resetUrl: `${againUrl}?token=${token}`, againUrl };
    await mailer.send(tx, factorsRemovedMail(await readAccount(tx, userId), urls));
  }
}
