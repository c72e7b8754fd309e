import { Failure } from '@causeway/contract/errors.ts';
import type { UiLanguage } from '@causeway/contract/settings/settings.ts';
import { email as emailRule } from '@causeway/contract/users.ts';
import type { Nobody } from '#platform/access/actor.ts';
import { recordAct } from '#platform/audit/audit.ts';
import type { Services } from '#platform/services.ts';
import { endFlow, openFlow, tryFlow } from './flows.ts';
import type { AccountHooks } from './hooks.ts';
import { findIdentityOwner, type IdentityKey, insertIdentity } from './identities.ts';
import type { Asked, OutsidePerson, Provider } from './provider.ts';
import { type Account, findAccount, findVerifiedAccount, insertAccount } from './queries.ts';
import { domainOf, requireRegistration } from './registration.ts';
import { openSession, passFirstFactor } from './sign-in.ts';
import { sendVerification, verifyAccount } from './verification.ts';

export type FoundIdentity = IdentityKey & { email: string };

/**
 * A sign-in at the provider ends in one of these, and an address alone never links anything:
 * - the identity is known: its account, and its second factor if it has one
 * - the provider vouches for an address that has an account: refused until one signs in to that
 * - it vouches for one of a domain it is trusted for: a new account, verified
 * - anything else: a claim like any registration, to be verified by code
 */
export async function signInOutside(
  services: Services,
  { provider, answer, by, cameLanguage, hooks }: Return,
) {
  const flow = await tryFlow<Asked>(services, 'oidc', answer.flow);
  const person = await provider.finish(answer.search, flow.state);
  await endFlow(services.db, flow);
  const known = await findIdentityOwner(services.db, person);
  if (known !== undefined) return signInKnown(services, { userId: known, person, by });
  const email = emailRule.safeParse(person.email).data;
  if (email === undefined) {
    throw new Failure('E_PROVIDER_REFUSED', 'The provider tells no e-mail address.');
  }
  const owner = person.emailVerified ? await findVerifiedAccount(services.db, email) : undefined;
  if (owner) throw await askToLink(services, owner, { ...person, email });
  const account = await register(services, {
    person: { ...person, email },
    by,
    cameLanguage,
    hooks,
  });
  return openSession(services, { account, proofs: ['oidc'], origin: by.origin });
}

type Return = {
  provider: Provider;
  answer: { flow: string; search: string };
  by: Nobody;
  cameLanguage: UiLanguage | null;
  hooks: AccountHooks;
};

async function signInKnown(
  services: Services,
  { userId, person, by }: { userId: string; person: OutsidePerson; by: Nobody },
) {
  const account = await findAccount(services.db, userId);
  if (!account || account.suspended || account.passkeysOnly) {
    throw new Failure('E_PROVIDER_REFUSED');
  }
  if (person.withSecondFactor && services.env.OIDC_TRUST_MFA === 'on') {
    return openSession(services, { account, proofs: ['oidc'], origin: by.origin });
  }
  return passFirstFactor(services, { account, proof: 'oidc', origin: by.origin });
}

/** Only who signs in to the account can connect the identity, which waits for it in a flow. */
async function askToLink(
  services: Services,
  owner: Account,
  { issuer, subject, email }: FoundIdentity,
): Promise<Failure> {
  const state: FoundIdentity = { issuer, subject, email };
  const flow = await openFlow(services, { kind: 'identity', userId: owner.id, state });
  return new Failure('E_IDENTITY_UNKNOWN', undefined, { flow, email });
}

async function register(
  services: Services,
  {
    person,
    by,
    cameLanguage,
    hooks,
  }: Pick<Return, 'by' | 'cameLanguage' | 'hooks'> & { person: OutsidePerson & { email: string } },
): Promise<Account> {
  const { email } = person;
  await requireRegistration(services, { email, hooks });
  const name = (person.name?.trim() || email.split('@')[0] || email).slice(0, 120);
  const isTrusted = person.emailVerified && isTrustedFor(services.env.OIDC_TRUSTED_DOMAINS, email);
  const account = await services.db.transaction(async (tx) => {
    const created = await insertAccount(tx, { email, name, passwordHash: null, cameLanguage });
    await recordAct(tx, by, { action: 'account.registered', target: created.id });
    // Two tabs at once: the second finds it taken, and the person just signs in again.
    if (!(await insertIdentity(tx, { ...person, email, userId: created.id }))) {
      throw new Failure('E_PROVIDER_REFUSED');
    }
    if (isTrusted) await verifyAccount(services, tx, { userId: created.id, actor: by, hooks });
    return { ...created, verified: isTrusted };
  });
  if (!isTrusted) await sendVerification(services, account);
  return account;
}

function isTrustedFor(domains: string, email: string): boolean {
  return domains.split(',').some((trusted) => trusted.trim().toLowerCase() === domainOf(email));
}
