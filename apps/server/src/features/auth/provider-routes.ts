import { Failure } from '@causeway/contract/errors.ts';
import type { securityRoutes } from '@causeway/contract/auth/security.ts';
import type { signInRoutes } from '@causeway/contract/auth/sign-in.ts';
import { type Actor, sessionOf } from '#platform/access/actor.ts';
import { recordAct } from '#platform/audit/audit.ts';
import type { Db } from '#platform/db/database.ts';
import type { Handlers } from '#platform/operations/context.ts';
import type { Services } from '#platform/services.ts';
import { askedLanguage } from './asked-language.ts';
import { endFlow, openFlow, tryFlow } from './flows.ts';
import type { AccountHooks } from './hooks.ts';
import { deleteIdentity, findIdentityOwner, insertIdentity } from './identities.ts';
import { proofFromAddress } from './limits.ts';
import type { SecurityChange } from './mails.ts';
import { type FoundIdentity, signInOutside } from './outside-sign-in.ts';
import type { Asked, OutsidePerson, Provider } from './provider.ts';
import { readAccount } from './queries.ts';
import { readRegistration } from './registration.ts';
import { checkSecondFactor } from './second-factor.ts';
import { keepAWayIn } from './security.ts';
import { noteProof } from './sessions.ts';
import { isTotpOn } from './totp.ts';

type Tell = (on: Db, actor: Actor, change: SecurityChange) => Promise<void>;
type Purpose = 'link' | 'prove';

function need(provider: Provider | undefined): Provider {
  if (!provider) throw new Failure('E_NOT_FOUND', 'This installation has no outside provider.');
  return provider;
}

export function providerSignIn(
  services: Services,
  provider: Provider | undefined,
  hooks: AccountHooks,
): Pick<Handlers<typeof signInRoutes>, 'methods' | 'startProvider' | 'provider'> {
  return {
    methods: async () => ({
      provider: provider ? { name: provider.name } : null,
      registration: await readRegistration(services.db, services.env),
    }),

    startProvider: async ({ actor }) => {
      await services.limiter.take(proofFromAddress, actor.origin.network);
      const { address, asked } = await need(provider).start({ returnTo: '/guest/oidc' });
      return { address, flow: await openFlow(services, { kind: 'oidc', state: asked }) };
    },

    provider: async ({ body, actor, headers }) => {
      await services.limiter.take(proofFromAddress, actor.origin.network);
      return signInOutside(services, {
        provider: need(provider),
        answer: body,
        by: actor,
        cameLanguage: askedLanguage(headers['accept-language']),
        hooks,
      });
    },
  };
}

type OwnRoutes = 'startLink' | 'startProviderProof' | 'finishOutside' | 'linkFound' | 'unlink';

/** Connecting, and proving oneself, by somebody who is signed in. */
export function ownIdentities(
  services: Services,
  provider: Provider | undefined,
  tell: Tell,
): Pick<Handlers<typeof securityRoutes>, OwnRoutes> {
  const { db } = services;

  async function start(actor: Actor, purpose: Purpose) {
    const returnTo = '/account/oidc';
    const again = purpose === 'prove' ? { again: true as const } : {};
    const { address, asked } = await need(provider).start({ returnTo, ...again });
    const state = { asked, purpose };
    const flow = await openFlow(services, { kind: 'oidc-link', userId: actor.user.id, state });
    return { address, flow };
  }

  async function link(actor: Actor, identity: FoundIdentity): Promise<void> {
    await db.transaction(async (tx) => {
      const isNew = await insertIdentity(tx, { ...identity, userId: actor.user.id });
      if (!isNew) throw new Failure('E_IDENTITY_TAKEN');
      const details = { kind: 'identity' };
      await recordAct(tx, actor, { action: 'account.factor-added', details });
      await tell(tx, actor, 'identity-added');
    });
  }

  async function prove(actor: Actor, person: OutsidePerson, code: string | undefined) {
    const userId = actor.user.id;
    const { passkeysOnly } = await readAccount(db, userId);
    if (passkeysOnly || (await findIdentityOwner(db, person)) !== userId) {
      throw new Failure('E_PROVIDER_REFUSED');
    }
    if (await isTotpOn(db, userId)) {
      if (code === undefined) throw new Failure('E_SECOND_FACTOR');
      await checkSecondFactor(services, { userId, code }, actor.origin);
    }
    await noteProof(db, sessionOf(actor));
  }

  return {
    startLink: ({ actor }) => start(actor, 'link'),

    startProviderProof: ({ actor }) => start(actor, 'prove'),

    finishOutside: async ({ actor, body }) => {
      type State = { asked: Asked; purpose: Purpose };
      const flow = await tryFlow<State>(services, 'oidc-link', body.flow);
      if (flow.userId !== actor.user.id) throw new Failure('E_TOKEN_EXPIRED');
      const { asked, purpose } = flow.state;
      if (purpose === 'link' && !actor.isProved) throw new Failure('E_PROOF_REQUIRED');
      const person = await need(provider).finish(body.search, asked);
      await endFlow(db, flow);
      if (purpose === 'link') await link(actor, { ...person, email: person.email ?? '' });
      else await prove(actor, person, body.code);
      return { purpose };
    },

    linkFound: async ({ actor, body }) => {
      const flow = await tryFlow<FoundIdentity>(services, 'identity', body.flow);
      if (flow.userId !== actor.user.id) throw new Failure('E_TOKEN_EXPIRED');
      await endFlow(db, flow);
      await link(actor, flow.state);
      return null;
    },

    unlink: async ({ db: tx, actor, body, record }) => {
      const userId = actor.user.id;
      if (!(await deleteIdentity(tx, userId, body))) throw new Failure('E_NOT_FOUND');
      await keepAWayIn(services, tx, userId);
      await record({ action: 'account.factor-removed', details: { kind: 'identity' } });
      await tell(tx, actor, 'identity-removed');
      return null;
    },
  };
}
