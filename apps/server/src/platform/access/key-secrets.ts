import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { KEY_PREFIX } from '@causeway/contract/api-keys.ts';
import { hashToken } from './tokens.ts';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM = 43;
const CHECKSUM = 6;
const shape = /^cwk_[0-9A-Za-z]{49}$/;

export type MadeSecret = { secret: string; hash: Buffer; hint: string };

/** Known to nobody but its holder once it was shown: only its hash is stored. */
export function makeKeySecret(): MadeSecret {
  const random = inDigits(BigInt(`0x${randomBytes(32).toString('hex')}`), RANDOM);
  const begun = KEY_PREFIX + random;
  const secret = begun + checksumOf(begun);
  return { secret, hash: hashToken(secret), hint: secret.slice(-4) };
}

/** What was mistyped or made up is told from a key without asking anybody. */
export function isKeySecret(text: string): boolean {
  if (!shape.test(text)) return false;
  return text.endsWith(checksumOf(text.slice(0, -CHECKSUM)));
}

function checksumOf(text: string): string {
  return inDigits(BigInt(crc32(text)), CHECKSUM);
}

function inDigits(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) {
    text = digits.charAt(Number(rest % 62n)) + text;
  }
  return text;
}
