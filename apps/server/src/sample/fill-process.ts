import { createHash } from 'node:crypto';
import { PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { fillMedia, type PutObject } from '@causeway/sample-data/media/fill.ts';
import { fillShop } from '@causeway/sample-data/shop/fill.ts';
import type { SampleServices } from './services.ts';

export type FillOrder = Pick<SampleServices, 'database' | 'bucket'> & {
  anchor: string;
  scale: number;
};

/** Done of total, over both fills. */
export type FillMessage = { done: number; total: number; what: string };

/** The bucket takes about a quarter of the time. */
const STEPS = 1_000;
const SHOP_STEPS = 750;

// Whoever ordered the fill is gone: it is begun again at their next start.
process.once('disconnect', () => process.exit(1));
process.once('message', (order: FillOrder) => {
  fill(order).then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${(error as Error).stack}\n`);
      process.exit(1);
    },
  );
});

async function fill(order: FillOrder): Promise<void> {
  const anchor = new Date(order.anchor);
  await fillShop(urlOf(order.database), {
    anchor,
    scale: order.scale,
    onProgress: (done, total, what) => tell((done / total) * SHOP_STEPS, what),
  });
  await fillMedia(createPut(order.bucket), {
    anchor,
    onProgress: (done, total, what) => {
      tell(SHOP_STEPS + (done / total) * (STEPS - SHOP_STEPS), what);
    },
  });
}

function tell(done: number, what: string): void {
  const message = { done: Math.min(Math.floor(done), STEPS - 1), total: STEPS, what };
  process.send?.(message satisfies FillMessage);
}

function urlOf({ host, port, database, user, password }: FillOrder['database']): string {
  return `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`;
}

function createPut({ endpoint, bucket, accessKey, secretKey }: FillOrder['bucket']): PutObject {
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
  });
  return async (key, { body, contentType, after }) => {
    const object = { Bucket: bucket, Key: key, Body: body, ContentType: contentType };
    // An earlier fill may have put it, and the bucket would keep it twice.
    const condition = after ? { IfMatch: etagOf(after) } : { IfNoneMatch: '*' };
    try {
      await client.send(new PutObjectCommand({ ...object, ...condition }));
    } catch (error) {
      if (!isPutAlready(error)) throw error;
    }
  };
}

function etagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`;
}

/** Also when somebody changed or deleted it since: it is theirs now. */
function isPutAlready(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  return error.$metadata.httpStatusCode === 412 || error.name === 'NoSuchKey';
}
