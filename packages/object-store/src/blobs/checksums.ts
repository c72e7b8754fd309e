import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

export interface Digest {
  update(chunk: Uint8Array): void;
  digest(): Buffer;
}

const CREATE = {
  crc32: createCrc32,
  crc32c: createCrc32c,
  crc64nvme: createCrc64Nvme,
  sha1: () => createHashDigest('sha1'),
  sha256: () => createHashDigest('sha256'),
} satisfies Record<string, () => Digest>;

export type ChecksumAlgorithm = keyof typeof CREATE;

export const CHECKSUM_ALGORITHMS = Object.keys(CREATE) as ChecksumAlgorithm[];

export function findChecksumAlgorithm(name: string): ChecksumAlgorithm | undefined {
  return CHECKSUM_ALGORITHMS.find((algorithm) => algorithm === name.toLowerCase());
}

export function createChecksum(algorithm: ChecksumAlgorithm): Digest {
  return CREATE[algorithm]();
}

export function createHashDigest(name: 'sha1' | 'sha256'): Digest {
  const hash = createHash(name);
  return { update: (chunk) => void hash.update(chunk), digest: () => hash.digest() };
}

function createCrc32(): Digest {
  let value = 0;
  return {
    update: (chunk) => {
      value = crc32(chunk, value);
    },
    digest: () => bigEndian(value),
  };
}

const CRC32C_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value;
});

function createCrc32c(): Digest {
  let value = 0xffffffff;
  return {
    update: (chunk) => {
      let crc = value;
      for (let index = 0; index < chunk.length; index++) {
        crc = CRC32C_TABLE[(crc ^ chunk[index]!) & 0xff]! ^ (crc >>> 8);
      }
      value = crc;
    },
    digest: () => bigEndian(~value),
  };
}

// CRC-64/NVME in two 32-bit halves: BigInt arithmetic per byte would be far below disk speed.
const CRC64_TABLE = Array.from({ length: 256 }, (_, index) => {
  let value = BigInt(index);
  for (let bit = 0; bit < 8; bit++) {
    value = value & 1n ? (value >> 1n) ^ 0x9a6c9329ac4bc9b5n : value >> 1n;
  }
  return value;
});
const CRC64_LOW = Int32Array.from(CRC64_TABLE, (value) => Number(BigInt.asIntN(32, value)));
const CRC64_HIGH = Int32Array.from(CRC64_TABLE, (value) => Number(BigInt.asIntN(32, value >> 32n)));

function createCrc64Nvme(): Digest {
  let low = -1;
  let high = -1;
  return {
    update: (chunk) => {
      for (let index = 0; index < chunk.length; index++) {
        const entry = (low ^ chunk[index]!) & 0xff;
        low = ((low >>> 8) | (high << 24)) ^ CRC64_LOW[entry]!;
        high = (high >>> 8) ^ CRC64_HIGH[entry]!;
      }
    },
    digest: () => Buffer.concat([bigEndian(~high), bigEndian(~low)]),
  };
}

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}
