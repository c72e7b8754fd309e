import type { SshConfig } from '@causeway/contract/connectors/ssh.ts';
import { Failure } from '@causeway/contract/errors.ts';

type Place = { host: string; port: number };

/** What the SSH library met, as one of our errors. It never says what was sent. */
export function asSshFailure(error: unknown, { host, user }: SshConfig): Failure {
  if (error instanceof Failure) return error;
  const { level = '', message = '' } = error as { level?: string; message?: string };
  if (level === 'client-authentication') {
    const sentence = `The SSH server '${host}' did not accept the login of '${user}'.`;
    return new Failure('E_UPSTREAM_AUTH', sentence, { step: 'ssh-login' });
  }
  if (isOfKey(message)) {
    const sentence = `The private key for the SSH server '${host}' can not be read. It is wanted in OpenSSH or PEM form, without a passphrase.`;
    return new Failure('E_UPSTREAM_AUTH', sentence, { step: 'ssh-login' });
  }
  const sentence = `The SSH server '${host}' does not answer: ${message.slice(0, 300)}`;
  return new Failure('E_UPSTREAM_UNREACHABLE', sentence, { step: 'ssh-login' });
}

/** Of the library and of the runtime; the message itself may have parts of a key. */
function isOfKey(message: string): boolean {
  return /privateKey|DECODER|asn1|key type|unsupported/i.test(message);
}

export function lost({ host }: SshConfig): Failure {
  const sentence = `The connection to the SSH server '${host}' was lost.`;
  return new Failure('E_UPSTREAM_UNREACHABLE', sentence, { step: 'ssh-login' });
}

export function unreachableFromThere(ssh: SshConfig, place: Place, reason: string): Failure {
  const sentence = `The SSH server '${ssh.host}' can not reach ${place.host}:${place.port} from there: ${reason.slice(0, 300)}`;
  return new Failure('E_UPSTREAM_UNREACHABLE', sentence, { step: 'forward' });
}

/** In the catalogue's words, which are in every language. */
export function unknownHostKey(shown: string): Failure {
  return new Failure('E_SSH_HOST_KEY', undefined, { problem: 'unknown', shown });
}

export function changedHostKey({ host, hostKey }: SshConfig, shown: string): Failure {
  const sentence = `The SSH server '${host}' shows another key than before: ${shown} instead of ${hostKey}. Nothing was sent to it. If its key was changed on purpose, forget the old one in the settings of the connector.`;
  return new Failure('E_SSH_HOST_KEY', sentence, { problem: 'changed', shown, noted: hostKey });
}
