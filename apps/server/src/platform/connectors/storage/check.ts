import type net from 'node:net';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { CheckNote, ConnectorCheck } from '@causeway/contract/connectors/checks.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { Checked, Egress } from '#platform/egress/egress.ts';
import { openSocket, runSteps, shakeHands } from '../check.ts';
import type { S3Target } from '../stored.ts';
import type { Buckets } from './buckets.ts';

const PATIENCE_MS = 5_000;
const accepted: CheckNote = { code: 'keys-accepted' };

/** Tries a bucket step by step: name, port, encryption, keys, first list. */
export async function checkS3(
  egress: Egress,
  buckets: Buckets,
  target: Omit<S3Target, 'updatedAt'>,
): Promise<ConnectorCheck> {
  const place = placeOf(target);
  let checked: Checked | undefined;
  let socket: net.Socket | undefined;
  let listed: Promise<unknown> | undefined;
  const list = () => (listed ??= listOne(buckets, target));
  try {
    return await runSteps([
      [
        'dns',
        async () => {
          checked = await egress.resolve('data', place);
          return checked.address;
        },
      ],
      [
        'tcp',
        async () => {
          socket = await openSocket(checked!.address, place.port, PATIENCE_MS);
          return `${checked!.address}:${place.port}`;
        },
      ],
      [
        'tls',
        async () => {
          if (!place.secure) return { skipped: { code: 'plain-http' } };
          return shakeHands(socket!, { servername: place.host }, PATIENCE_MS);
        },
      ],
      ['login', () => list().then(() => accepted, acceptUnlessKeysWrong)],
      [
        'list',
        async () => {
          await list();
          return { code: 'bucket-listed', values: { bucket: target.config.bucket } };
        },
      ],
    ]);
  } finally {
    socket?.destroy();
  }
}

function placeOf({ config }: Pick<S3Target, 'config'>) {
  const address = config.endpoint ?? `https://s3.${config.region}.amazonaws.com`;
  const url = URL.parse(address);
  if (!url) throw new Failure('E_VALIDATION', `'${address}' is no address.`);
  const secure = url.protocol === 'https:';
  return { host: url.hostname, port: Number(url.port) || (secure ? 443 : 80), secure };
}

function listOne(buckets: Buckets, target: Omit<S3Target, 'updatedAt'>): Promise<unknown> {
  const { bucket, prefix } = target.config;
  const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 });
  return buckets.clientFor(target).send(command);
}

/** A refusal for another reason than the keys means that the keys were fine. */
function acceptUnlessKeysWrong(error: unknown): CheckNote {
  const { name = '', $metadata } = error as { name?: string; $metadata?: object };
  const keysWrong = /^(InvalidAccessKeyId|SignatureDoesNotMatch|ExpiredToken|InvalidToken)$/;
  if (keysWrong.test(name) || !$metadata) throw error;
  return accepted;
}
