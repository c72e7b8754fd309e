import { Failure } from '@causeway/contract/errors.ts';
import { accountActRoutes } from '@causeway/contract/auth/account-acts.ts';
import { securityRoutes } from '@causeway/contract/auth/security.ts';
import { signInRoutes } from '@causeway/contract/auth/sign-in.ts';
import { type Actor, sessionOf } from '#platform/access/actor.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { Services } from '#platform/services.ts';
import { ownAddress, undoAddress } from './email-routes.ts';
import { endFlowsOf } from './flows.ts';
import type { AccountHooks } from './hooks.ts';
import { listImpersonations } from './impersonations.ts';
import { wrongCodesOfAccount } from './limits.ts';
import { endProofs } from './mail-proofs.ts';
import { type SecurityChange, securityChangedMail } from './mails.ts';
import { hashPassword } from '#platform/access/passwords.ts';
import { ownPasskeys, passkeySignIn } from './passkey-routes.ts';
import { proveByPassword } from './proof.ts';
import { createProvider } from './provider.ts';
import { ownIdentities, providerSignIn } from './provider-routes.ts';
import { readAccount, updatePassword } from './queries.ts';
import { removeRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts';
import { readSecurity } from './security.ts';
import { endOtherSessions, endOwnSession, listSessions } from './sessions.ts';
import { passSecondFactor } from './sign-in.ts';
import { listAccountActs } from './told-sign-ins.ts';
import { confirmTotp, isTotpOn, removeTotp, startTotp } from './totp.ts';

/** What people see and change of how they sign in. */
export function mountSecurity(mount: Mount, services: Services, hooks: AccountHooks): void {
  const provider = createProvider(services.env);
  const { db, events, limiter, mailer, secrets } = services;

  /** Whoever owns the account hears of what an intruder would change. */
  async function tell(on: Db, actor: Actor, change: SecurityChange): Promise<void> {
    await mailer.send(on, securityChangedMail(await readAccount(on, actor.user.id), change));
    await events.publish(on, { userId: actor.user.id }, { type: 'user.changed' });
  }

  /** A password, or all others than here: who came in by what was true before is out. */
  async function endOthers(tx: Tx, actor: Actor): Promise<void> {
    const owner = { userId: actor.user.id, sessionId: sessionOf(actor) };
    await endOtherSessions(tx, owner);
    await events.endStreams(tx, { userId: owner.userId, exceptSessionId: owner.sessionId });
  }

  mount('signIn', signInRoutes, {
    ...undoAddress(services, hooks),
    ...passkeySignIn(services),
    ...providerSignIn(services, provider, hooks),

    secondFactor: ({ body, actor }) => {
      return passSecondFactor(services, {
        secret: body.flow,
        code: body.code,
        origin: actor.origin,
      });
    },
  });

  mount('accountActs', accountActRoutes, {
    list: ({ db: on, actor }) => listAccountActs(on, actor.user.id),
  });

  mount('security', securityRoutes, {
    ...ownAddress(services, hooks),
    ...ownPasskeys(services, tell),
    ...ownIdentities(services, provider, tell),

    show: ({ db: on, actor }) => readSecurity(services, on, actor.user.id),

    prove: async ({ actor, body }) => {
      await proveByPassword(services, actor, body);
      return null;
    },

    changePassword: async ({ db: tx, actor, body, record }) => {
      const userId = actor.user.id;
      await updatePassword(tx, userId, await hashPassword(body.password));
      await endFlowsOf(tx, userId);
      await endProofs(tx, userId, 'reset');
      await endOthers(tx, actor);
      await record({ action: 'account.password-changed', target: userId });
      await tell(tx, actor, 'password');
      return null;
    },

    startTotp: async ({ actor }) => {
      if (await isTotpOn(db, actor.user.id)) {
        throw new Failure('E_VALIDATION', 'The second factor is on already.');
      }
      return startTotp(db, secrets, actor.user);
    },

    confirmTotp: async ({ actor, body, record }) => {
      const userId = actor.user.id;
      await limiter.take(wrongCodesOfAccount, userId);
      if (!(await confirmTotp(db, secrets, { userId, code: body.code }))) {
        throw new Failure('E_CODE_WRONG');
      }
      await limiter.giveBack(wrongCodesOfAccount, userId);
      return db.transaction(async (tx) => {
        await endFlowsOf(tx, userId);
        await record({ action: 'account.factor-added', details: { kind: 'totp' } }, tx);
        await tell(tx, actor, 'totp-on');
        return { codes: await renewRecoveryCodes(tx, userId) };
      });
    },

    removeTotp: async ({ db: tx, actor, record }) => {
      if (!(await removeTotp(tx, actor.user.id))) throw new Failure('E_NOT_FOUND');
      await removeRecoveryCodes(tx, actor.user.id);
      await record({ action: 'account.factor-removed', details: { kind: 'totp' } });
      await tell(tx, actor, 'totp-off');
      return null;
    },

    renewRecoveryCodes: ({ actor, record }) => {
      return db.transaction(async (tx) => {
        await record({ action: 'account.factor-added', details: { kind: 'recovery' } }, tx);
        await tell(tx, actor, 'recovery-codes');
        return { codes: await renewRecoveryCodes(tx, actor.user.id) };
      });
    },

    listSessions: ({ db: on, actor }) => {
      return listSessions(on, { userId: actor.user.id, sessionId: sessionOf(actor) });
    },

    endSession: async ({ db: tx, actor, params, record }) => {
      const { sessionId } = params;
      if (!(await endOwnSession(tx, { userId: actor.user.id, sessionId }))) {
        throw new Failure('E_NOT_FOUND');
      }
      await events.endStreams(tx, { sessionId });
      await record({ action: 'session.ended', target: sessionId, details: { kind: 'one' } });
      return null;
    },

    endOtherSessions: async ({ db: tx, actor, record }) => {
      await endOthers(tx, actor);
      await record({ action: 'session.ended', details: { kind: 'others' } });
      return null;
    },

    listImpersonations: ({ db: on, actor }) => listImpersonations(on, actor.user.id),
  });
}
