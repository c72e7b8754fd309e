import { Failure } from '@causeway/contract/errors.ts';
import type { securityRoutes } from '@causeway/contract/auth/security.ts';
import type { signInRoutes } from '@causeway/contract/auth/sign-in.ts';
import { type Actor, sessionOf } from '#platform/access/actor.ts';
import type { Db } from '#platform/db/database.ts';
import type { Handlers } from '#platform/operations/context.ts';
import type { Services } from '#platform/services.ts';
import { proofFromAddress } from './limits.ts';
import type { SecurityChange } from './mails.ts';
import { deletePasskey, listPasskeys, renamePasskey, updatePasskeysOnly } from './passkeys.ts';
import { findAccount } from './queries.ts';
import { keepAWayIn } from './security.ts';
import { noteProof } from './sessions.ts';
import { passFirstFactor } from './sign-in.ts';
import { finishAssertion, finishEnrolment, startAssertion, startEnrolment } from './webauthn.ts';

/** Without the last but one, losing a device would lose the account. */
const FEWEST_ALONE = 2;

type Tell = (on: Db, actor: Actor, change: SecurityChange) => Promise<void>;

export function passkeySignIn(
  services: Services,
): Pick<Handlers<typeof signInRoutes>, 'startPasskey' | 'passkey'> {
  const { db, limiter } = services;
  return {
    startPasskey: async ({ actor }) => {
      await limiter.take(proofFromAddress, actor.origin.network);
      return startAssertion(services, { kind: 'passkey' });
    },

    passkey: async ({ body, actor }) => {
      const account = await findAccount(db, await finishAssertion(services, 'passkey', body));
      if (!account || account.suspended) throw new Failure('E_PASSKEY_REFUSED');
      return passFirstFactor(services, { account, proof: 'passkey', origin: actor.origin });
    },
  };
}

type OwnRoutes =
  | 'startPasskeyProof'
  | 'proveByPasskey'
  | 'startPasskey'
  | 'addPasskey'
  | 'renamePasskey'
  | 'removePasskey'
  | 'choosePasskeysOnly';

export function ownPasskeys(
  services: Services,
  tell: Tell,
): Pick<Handlers<typeof securityRoutes>, OwnRoutes> {
  const { db } = services;
  return {
    startPasskeyProof: ({ actor }) => {
      return startAssertion(services, { kind: 'passkey-proof', userId: actor.user.id });
    },

    proveByPasskey: async ({ actor, body }) => {
      // One who began it in an account of their own has proven who they are, and not who this is.
      const proven = await finishAssertion(services, 'passkey-proof', body);
      if (proven !== actor.user.id) throw new Failure('E_PASSKEY_REFUSED');
      await noteProof(db, sessionOf(actor));
      return null;
    },

    startPasskey: ({ actor }) => startEnrolment(services, actor.user),

    addPasskey: async ({ actor, body, record }) => {
      const passkey = await finishEnrolment(services, actor.user.id, body);
      await db.transaction(async (tx) => {
        await record({ action: 'account.factor-added', details: { kind: 'passkey' } }, tx);
        await tell(tx, actor, 'passkey-added');
      });
      return passkey;
    },

    renamePasskey: async ({ db: tx, actor, params, body }) => {
      const own = { userId: actor.user.id, passkeyId: params.passkeyId };
      if (!(await renamePasskey(tx, own, body.name))) throw new Failure('E_NOT_FOUND');
      return null;
    },

    removePasskey: async ({ db: tx, actor, params, record }) => {
      const own = { userId: actor.user.id, passkeyId: params.passkeyId };
      if (!(await deletePasskey(tx, own))) throw new Failure('E_NOT_FOUND');
      await keepAWayIn(services, tx, actor.user.id);
      await record({ action: 'account.factor-removed', details: { kind: 'passkey' } });
      await tell(tx, actor, 'passkey-removed');
      return null;
    },

    choosePasskeysOnly: async ({ db: tx, actor, body }) => {
      const { length } = await listPasskeys(tx, actor.user.id);
      if (body.only && length < FEWEST_ALONE) throw new Failure('E_LAST_WAY_IN');
      await updatePasskeysOnly(tx, actor.user.id, body.only);
      await tell(tx, actor, body.only ? 'passkeys-only' : 'password-too');
      return null;
    },
  };
}
