import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** A device with one passkey, as far as a server can tell: it answers what it is asked, or lies. */
export type Lies = {
  origin?: string;
  rpId?: string;
  userHandle?: string;
  /** Without a finger, face or PIN. */
  unverified?: true;
  counter?: number;
};

const PRESENT = 0x01;
const VERIFIED = 0x04;
const SYNCED = 0x18;
const NEW_KEY = 0x40;

export function createAuthenticator({ rpId, origin }: { rpId: string; origin: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(16);
  let handle = '';
  let counter = 0;

  function dataOf(type: string, challenge: string, lies: Lies) {
    return Buffer.from(
      JSON.stringify({ type, challenge, origin: lies.origin ?? origin, crossOrigin: false }),
    );
  }

  function headOf(flags: number, lies: Lies): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(lies.counter ?? (counter += 1));
    const seen = PRESENT | (lies.unverified ? 0 : VERIFIED) | flags;
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.of(seen), count]);
  }

  return {
    id: credentialId.toString('base64url'),

    enrol(options: Record<string, unknown>, lies: Lies & { synced?: true } = {}) {
      handle = (options['user'] as { id: string }).id;
      const length = Buffer.of(0, credentialId.length);
      const key = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)]);
      const flags = NEW_KEY | (lies.synced ? SYNCED : 0);
      const authData = Buffer.concat([headOf(flags, lies), key]);
      const clientDataJSON = dataOf('webauthn.create', String(options['challenge']), lies);
      return credential({
        clientDataJSON: clientDataJSON.toString('base64url'),
        attestationObject: attestation(authData).toString('base64url'),
        transports: ['internal'],
      });
    },

    assert(options: Record<string, unknown>, lies: Lies = {}) {
      const authData = headOf(0, lies);
      const clientData = dataOf('webauthn.get', String(options['challenge']), lies);
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(clientData)]))
        .sign(privateKey);
      return credential({
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: lies.userHandle ?? handle,
      });
    },
  };

  function credential(response: Record<string, unknown>) {
    const id = credentialId.toString('base64url');
    return { id, rawId: id, type: 'public-key' as const, response, clientExtensionResults: {} };
  }
}

function sha256(content: Buffer | string): Buffer {
  return createHash('sha256').update(content).digest();
}

/** CBOR by hand: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const head = Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01);
  return Buffer.concat([
    head,
    Buffer.of(0x21, 0x58, 0x20),
    Buffer.from(x, 'base64url'),
    Buffer.of(0x22, 0x58, 0x20),
    Buffer.from(y, 'base64url'),
  ]);
}

/** {fmt: 'none', attStmt: {}, authData}. */
function attestation(authData: Buffer): Buffer {
  const text = (word: string) => Buffer.concat([Buffer.of(0x60 + word.length), Buffer.from(word)]);
  return Buffer.concat([
    Buffer.of(0xa3),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.of(0xa0),
    text('authData'),
    Buffer.of(0x58, authData.length),
    authData,
  ]);
}
