import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { Failure } from '@causeway/contract/errors.ts';
import { PRODUCT_NAME } from '@causeway/contract/product.ts';
import type { Passkey } from '@causeway/contract/auth/security.ts';
import type { Env } from '#env';
import type { Db } from '#platform/db/database.ts';
import type { Services } from '#platform/services.ts';
import { endFlow, type FlowKind, openFlow, tryFlow } from './flows.ts';
import {
  findPasskey,
  insertPasskey,
  listCredentials,
  notePasskeyUse,
  type StoredPasskey,
} from './passkeys.ts';
import { readHandle } from './queries.ts';

/**
 * Passkeys: kept by the device, asked for with the finger, face or PIN of their owner, so that one
 * counts as both factors. The library checks signatures; that an answer is used once, and belongs to
 * the account it names, is checked here.
 */
/** Large, and not everybody has one: loaded with the first. */
const loadLibrary = () => import('@simplewebauthn/server');

/** What phones, laptops and security keys sign with: EdDSA, ES256, RS256. */
const algorithms = [-8, -7, -257];

type Challenge = { challenge: string };
type Answer = { flow: string; credential: { id: string; response: Record<string, unknown> } };

/** Browsers take no addresses: on this machine alone, passkeys are at home at localhost. */
export function passkeyHome({ publicUrl }: Pick<Env, 'publicUrl'>): {
  rpId: string;
  origin: string;
} {
  const url = new URL(publicUrl);
  if (/^(127\.|\[::1\]$)/.test(url.hostname)) url.hostname = 'localhost';
  return { rpId: url.hostname, origin: url.origin };
}

export async function startEnrolment(
  services: Services,
  user: { id: string; email: string; name: string },
) {
  const { db, env } = services;
  const { generateRegistrationOptions } = await loadLibrary();
  const options = await generateRegistrationOptions({
    rpName: PRODUCT_NAME,
    rpID: passkeyHome(env).rpId,
    userName: user.email,
    userDisplayName: user.name,
    userID: new Uint8Array(await readHandle(db, user.id)),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: await listCredentials(db, user.id),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const state: Challenge = { challenge: options.challenge };
  const flow = await openFlow(services, { kind: 'passkey-enrolment', userId: user.id, state });
  return { flow, options: { ...options } };
}

export async function finishEnrolment(
  services: Services,
  userId: string,
  answer: Answer & { name: string },
): Promise<Passkey> {
  const { db, env } = services;
  const flow = await tryFlow<Challenge>(services, 'passkey-enrolment', answer.flow);
  if (flow.userId !== userId) throw new Failure('E_TOKEN_EXPIRED');
  const { rpId, origin } = passkeyHome(env);
  const { verifyRegistrationResponse } = await loadLibrary();
  const verified = await verifyRegistrationResponse({
    response: answer.credential as unknown as RegistrationResponseJSON,
    expectedChallenge: flow.state.challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(refuse);
  if (!verified.verified) throw new Failure('E_PASSKEY_REFUSED');
  await endFlow(db, flow);
  const { credential, credentialDeviceType } = verified.registrationInfo;
  const kept = await insertPasskey(db, {
    userId,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: transportsOf(answer),
    synced: credentialDeviceType === 'multiDevice',
    rpId,
    name: answer.name,
  });
  if (!kept) throw new Failure('E_PASSKEY_REFUSED');
  return kept;
}

/** To sign in anybody with a passkey may answer, to prove oneself only one of one's own. */
export async function startAssertion(
  services: Services,
  { kind, userId }: { kind: 'passkey' | 'passkey-proof'; userId?: string },
) {
  const own = userId && (await listCredentials(services.db, userId));
  const { generateAuthenticationOptions } = await loadLibrary();
  const options = await generateAuthenticationOptions({
    rpID: passkeyHome(services.env).rpId,
    userVerification: 'required',
    ...(own && { allowCredentials: own }),
  });
  const state: Challenge = { challenge: options.challenge };
  return { flow: await openFlow(services, { kind, userId, state }), options: { ...options } };
}

/** Whose passkey answered. */
export async function finishAssertion(
  services: Services,
  kind: Extract<FlowKind, 'passkey' | 'passkey-proof'>,
  answer: Answer,
): Promise<string> {
  const { db, env } = services;
  const flow = await tryFlow<Challenge>(services, kind, answer.flow);
  const passkey = await readAnswering(db, answer);
  if (flow.userId !== null && flow.userId !== passkey.userId) {
    throw new Failure('E_PASSKEY_REFUSED');
  }
  const { rpId, origin } = passkeyHome(env);
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer.credential as unknown as AuthenticationResponseJSON,
    expectedChallenge: flow.state.challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      // Those that several devices share count apart, or not at all: going back tells nothing.
      counter: passkey.synced ? 0 : Number(passkey.counter),
    },
  }).catch(refuse);
  if (!verified) throw new Failure('E_PASSKEY_REFUSED');
  await endFlow(db, flow);
  await notePasskeyUse(db, passkey.id, authenticationInfo.newCounter);
  return passkey.userId;
}

/** The account an answer names must be the one its passkey belongs to: the library takes any. */
async function readAnswering(db: Db, { credential }: Answer): Promise<StoredPasskey> {
  const passkey = await findPasskey(db, credential.id);
  const { userHandle } = credential.response;
  if (!passkey || typeof userHandle !== 'string') throw new Failure('E_PASSKEY_REFUSED');
  if (userHandle !== passkey.handle.toString('base64url')) throw new Failure('E_PASSKEY_REFUSED');
  return passkey;
}

function transportsOf({ credential }: Answer): string[] {
  const { transports } = credential.response;
  if (!Array.isArray(transports)) return [];
  return transports
    .filter((name) => typeof name === 'string' && /^[a-z-]{1,20}$/.test(name))
    .slice(0, 8);
}

/** The library throws on whatever does not fit; to the caller all of it is one refusal. */
function refuse(): never {
  throw new Failure('E_PASSKEY_REFUSED');
}
