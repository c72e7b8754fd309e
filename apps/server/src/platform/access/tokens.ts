import { hash, randomBytes, randomInt } from 'node:crypto';

/** 256 random bits; whoever holds it is let in, so only its hash is stored. */
export function makeToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** The same in letters, for a statement that takes them so: quicker than by way of the bytes. */
export function hexHashOf(token: string): string {
  return hash('sha256', token, 'hex');
}

export function makeCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, '0');
}
