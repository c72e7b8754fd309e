import { leavingRoutes } from '@causeway/contract/account.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { recordAct } from '#platform/audit/audit.ts';
import type { Mount } from '#platform/http/mount.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import type { Services } from '#platform/services.ts';
import { defineErasing } from './erasing.ts';
import { endFlow, endFlowsOf, tryFlow } from './flows.ts';
import type { AccountHooks } from './hooks.ts';
import { lockPlaces, markLeaving, readOutlook, unmarkLeaving } from './leaving.ts';
import { leavingMail, returnedMail } from './account-mails.ts';
import { findAccount, readAccount } from './queries.ts';
import { endAllSessions } from './sessions.ts';
import { openSession, type SignInState } from './sign-in.ts';

/**
 * An account is live, leaving or erased. Who gives it up is signed out everywhere; keys and workflows
 * that act for them are held, since nobody leaving can be acted for. Signing in within two weeks asks
 * whether to keep it; after that it is erased with what belongs to nobody else.
 */
export function mountLeaving(
  mount: Mount,
  services: Services,
  options: { hooks: AccountHooks; personalData: readonly PersonalData[] },
): void {
  const { db, events, mailer } = services;
  defineErasing(services, options);

  mount('leaving', leavingRoutes, {
    outlook: ({ db: on, actor }) => readOutlook(on, actor.user.id),

    leave: async ({ actor, record }) => {
      const { id: userId } = actor.user;
      const account = await readAccount(db, userId);
      if (account.staff)
        throw new Failure('E_FORBIDDEN', 'Staff accounts are ended by the operator.');
      return db.transaction(async (tx) => {
        await lockPlaces(tx, userId);
        const { blocking } = await readOutlook(tx, userId);
        if (blocking.length > 0)
          throw new Failure('E_LAST_OWNER', undefined, { projects: blocking });
        const eraseAt = await markLeaving(tx, userId);
        await record({ action: 'account.leaving', target: userId }, tx);
        await mailer.send(tx, leavingMail(account, new Date(eraseAt), services.env.publicUrl));
        await endFlowsOf(tx, userId);
        await endAllSessions(tx, userId);
        await events.endStreams(tx, { userId });
        return { eraseAt };
      });
    },

    comeBack: async ({ body, actor }) => {
      const flow = await tryFlow<SignInState>(services, 'return', body.flow);
      const userId = flow.userId ?? '';
      await endFlow(db, flow);
      await db.transaction(async (tx) => {
        if (!(await unmarkLeaving(tx, userId))) throw new Failure('E_TOKEN_EXPIRED');
        await recordAct(tx, actor, { action: 'account.returned', target: userId });
        await mailer.send(tx, returnedMail(await readAccount(tx, userId)));
      });
      const account = await findAccount(db, userId);
      if (!account) throw new Failure('E_TOKEN_EXPIRED');
      const { origin } = actor;
      return openSession(services, { account, proofs: flow.state.proofs, origin });
    },
  });
}
