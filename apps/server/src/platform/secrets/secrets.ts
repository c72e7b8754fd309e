import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/**
 * Secrets at rest: AES-256-GCM, each value bound to the row it belongs to, so that a value copied
 * into another row does not open. A sealed value names its key: `v1.<key id>.<iv tag text>`.
 * The first key seals; all of them open, which is how a key is replaced without downtime.
 */
export type Secrets = {
  seal(plain: string, boundTo: string): string;
  open(sealed: string, boundTo: string): string;
  /** A short proof that a text comes from here, for addresses we hand out ourselves. */
  sign(text: string): string;
  isSigned(text: string, signature: string): boolean;
  /** The start of every value sealed with the current key. */
  currentPrefix: string;
};

export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable';
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

export function createSecrets(keyTexts: string[]): Secrets {
  const keys = keyTexts.map(deriveKey);
  const current = keys[0];
  if (!current) throw new Error('At least one secret key is needed');
  const keyById = new Map(keys.map((key) => [key.id, key.sealing]));
  return {
    currentPrefix: `v1.${current.id}.`,
    seal: (plain, boundTo) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current.sealing, iv).setAAD(
        Buffer.from(boundTo),
      );
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      const packed = Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
      return `v1.${current.id}.${packed}`;
    },
    sign: (text) => signatureOf(text, current.signing),
    isSigned: (text, signature) => {
      // As text: several texts of base64 stand for the same bytes.
      const given = Buffer.from(signature);
      return keys.some(({ signing }) => {
        const expected = Buffer.from(signatureOf(text, signing));
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
    },
    open: (sealed, boundTo) => {
      const [version, keyId = '', packed = ''] = sealed.split('.');
      const key = keyById.get(keyId);
      if (version !== 'v1' || !key) throw new SecretUnreadable(`No key '${keyId}' is configured`);
      const bytes = Buffer.from(packed, 'base64url');
      const text = bytes.subarray(IV_BYTES + TAG_BYTES);
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
          .setAAD(Buffer.from(boundTo))
          .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
      } catch (error) {
        throw new SecretUnreadable('A secret does not belong where it is stored', { cause: error });
      }
    },
  };
}

/**
 * HMAC in its form with two keys, each as long as a block of SHA-256 (64 characters): a page of a
 * listing needs a thousand of these, and hashes in one call take a fifth of the time. 128 bits are
 * enough: nobody guesses them in the hours such an address lives.
 */
function signatureOf(text: string, { inner, outer }: SigningKeys): string {
  return hash('sha256', outer + hash('sha256', inner + text, 'hex'), 'base64url').slice(0, 22);
}

type SigningKeys = { inner: string; outer: string };

function deriveSigningKeys(text: string): SigningKeys {
  const bytes = Buffer.from(hkdfSync('sha256', text, '', 'causeway signatures', 64));
  return { inner: bytes.toString('hex', 0, 32), outer: bytes.toString('hex', 32) };
}

type Key = { id: string; sealing: KeyObject; signing: SigningKeys };

function deriveKey(text: string): Key {
  const bytes = Buffer.from(hkdfSync('sha256', text, '', 'causeway secrets', 32));
  const signing = deriveSigningKeys(text);
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  // Bytes would be made one for every value, which takes longer than sealing it.
  return { id, sealing: createSecretKey(bytes), signing };
}
