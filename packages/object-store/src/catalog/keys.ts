import { isIP } from 'node:net';
import { StoreError } from '../http/errors.ts';

// A key never becomes a path. Bytes live in files with random names and the catalog maps a key to
// them, so any key is allowed ('..', a leading '/', 'x//y') and none can leave the folder.
// Keys are kept and compared as UTF-8 bytes, which is the order S3 lists them in.

const MAX_KEY_BYTES = 1024;

export function keyBytes(key: string): Buffer {
  const bytes = Buffer.from(key, 'utf8');
  if (bytes.length > MAX_KEY_BYTES) throw new StoreError('KeyTooLongError');
  if (bytes.length === 0) throw new StoreError('InvalidArgument', 'A key cannot be empty.');
  return bytes;
}

/** Of what is to be written. XML cannot name U+0000, so a listing could not tell of such a key. */
export function newKeyBytes(key: string): Buffer {
  if (key.includes('\0')) throw new StoreError('InvalidArgument', 'A key cannot hold U+0000.');
  return keyBytes(key);
}

/** The first byte string after every string that starts with this prefix. */
export function afterPrefix(prefix: Buffer): Buffer {
  // UTF-8 never holds 0xff, so the last byte can always grow by one.
  const next = Buffer.from(prefix);
  next[next.length - 1]! += 1;
  return next;
}

/** The smallest byte string greater than this key. */
export function afterKey(key: Buffer): Buffer {
  return Buffer.concat([key, Buffer.of(0)]);
}

// Names AWS keeps for access points, other kinds of buckets and the like.
const RESERVED = /^(?:xn--|sthree-|amzn-s3-demo-)|(?:-s3alias|--ol-s3|\.mrap|--x-s3|--table-s3)$/;

export function isBucketName(name: string): boolean {
  return (
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name) &&
    // Every label between dots begins and ends with a letter or digit, as in a host name.
    !/\.[.-]|-\./.test(name) &&
    !RESERVED.test(name) &&
    isIP(name) === 0
  );
}
