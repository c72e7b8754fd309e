import { securityRoutes } from '@causeway/contract/auth/security.ts';
import { signInRoutes } from '@causeway/contract/auth/sign-in.ts';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { api } from '#platform/api/api.ts';
import { i18n } from '#platform/i18n/i18n.ts';

/** Browsers know no passkeys at bare addresses, nor where the connection is not safe. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(location.hostname);
}

/** Asks the device for any passkey of this site; the answer is for the server alone. */
export async function answerSignIn() {
  const { flow, options } = await api.call(signInRoutes.startPasskey);
  return { flow, credential: await assertWith(options) };
}

export async function proveByPasskey(): Promise<void> {
  const { flow, options } = await api.call(securityRoutes.startPasskeyProof);
  const credential = await assertWith(options);
  await api.call(securityRoutes.proveByPasskey, { body: { flow, credential } });
}

export async function addPasskey(name: string): Promise<void> {
  const { flow, options } = await api.call(securityRoutes.startPasskey);
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const made = await startRegistration({ optionsJSON }).catch(giveUp);
  const credential = { ...made, response: { ...made.response }, clientExtensionResults: {} };
  await api.call(securityRoutes.addPasskey, { body: { flow, credential, name } });
}

async function assertWith(options: Record<string, unknown>) {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const answer: AuthenticationResponseJSON = await startAuthentication({ optionsJSON }).catch(
    giveUp,
  );
  return { ...answer, response: { ...answer.response }, clientExtensionResults: {} };
}

/** What browsers write when somebody closes their window is for nobody to read. */
function giveUp(): never {
  throw new Error(i18n.t('platform:noPasskey'));
}
