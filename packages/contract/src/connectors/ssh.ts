import { z } from 'zod';
import { host, port, short } from './places.ts';

/** As `ssh-keygen -l` prints it. */
const fingerprint = z
  .string()
  .regex(/^SHA256:[A-Za-z0-9+/]{43}$/, 'A fingerprint such as SHA256:…');

/** The server that a database is reached over; who it is, its key proves. */
export const sshConfig = z.strictObject({
  host,
  port: port.default(22),
  user: short,
  /** Noted by the first test; from then on only who has this key is signed in to. */
  hostKey: fingerprint.nullish(),
});
export type SshConfig = z.infer<typeof sshConfig>;

/** Of 8,192 bits at most: a signature takes time, and whoever registers sends keys. */
const LONGEST_KEY = 8_000;

/** A key of its own for this product needs no passphrase: it is kept sealed. */
const sshKey = z
  .string()
  .trim()
  .max(LONGEST_KEY)
  .regex(/^-----BEGIN [A-Z ]*PRIVATE KEY-----/, 'A private key in OpenSSH or PEM form')
  .refine((key) => !isLocked(key), 'A private key without a passphrase');

/** Whether a passphrase is needed to use the key. */
function isLocked(key: string): boolean {
  if (key.startsWith('-----BEGIN ENCRYPTED') || key.includes('Proc-Type: 4,ENCRYPTED')) return true;
  const [, body] = key.split('-----BEGIN OPENSSH PRIVATE KEY-----');
  if (body === undefined) return false;
  // "openssh-key-v1", a zero byte and four of a length come before the name of the cipher.
  const start = body.trimStart().slice(0, 40);
  return !start.startsWith('b3BlbnNzaC1rZXktdjEAAAAABG5vbmU');
}

export const sshSecrets = {
  sshPassword: z.string().min(1).max(4_000).optional(),
  sshKey: sshKey.optional(),
};

/** One of them signs in. */
export const sshSecretNames = ['sshPassword', 'sshKey'] as const;
