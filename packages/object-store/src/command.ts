import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startObjectStore, type ObjectStoreOptions } from './server.ts';

// `causeway-object-store`: the store alone, for whoever needs S3 without the product.

const USAGE = `causeway-object-store --data DIR [options]

  --data DIR          where objects are kept; made if it is missing
  --port N            9000 unless told; 0 takes a free one
  --host ADDRESS      127.0.0.1 unless told
  --access-key KEY    or OBJECT_STORE_ACCESS_KEY
  --secret-key KEY    or OBJECT_STORE_SECRET_KEY; others on the machine can see flags, not variables
  --bucket NAME       made at the start if it is missing; may be given more than once
  --public-host NAME  'bucket.NAME' addresses a bucket, besides NAME/bucket
  --origin URL        whose pages may use presigned URLs; may be given more than once
  --version-days N    how long older versions are kept, 30 unless told
  --upload-days N     how long an upload is kept that no part arrives for, 14 unless told
`;

interface Command {
  options: ObjectStoreOptions;
  buckets: string[];
}

type Environment = Record<string, string | undefined>;

/** Serves until SIGINT or SIGTERM. A wrong setting ends it with one line. */
export async function runCommand(parameters: string[], environment: Environment): Promise<void> {
  if (parameters.includes('--help')) {
    process.stdout.write(USAGE);
    return;
  }
  try {
    const { options, buckets } = readCommand(parameters, environment);
    const store = await startObjectStore(options);
    for (const bucket of buckets) await store.createBucket(bucket);
    process.stdout.write(`${store.url}\n`);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => store.close());
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}

function readCommand(parameters: string[], environment: Environment): Command {
  const { values } = parseArgs({
    args: parameters,
    options: {
      data: { type: 'string' },
      port: { type: 'string', default: '9000' },
      host: { type: 'string', default: '127.0.0.1' },
      'access-key': { type: 'string', default: environment['OBJECT_STORE_ACCESS_KEY'] },
      'secret-key': { type: 'string', default: environment['OBJECT_STORE_SECRET_KEY'] },
      bucket: { type: 'string', multiple: true, default: [] },
      'public-host': { type: 'string' },
      origin: { type: 'string', multiple: true, default: [] },
      'version-days': { type: 'string', default: '30' },
      'upload-days': { type: 'string', default: '14' },
    },
  });
  const publicHost = values['public-host'];
  return {
    buckets: values.bucket,
    options: {
      directory: resolve(required('--data', values.data)),
      host: values.host,
      port: wholeNumber('--port', values.port, { min: 0, max: 65_535 }),
      credentials: [
        {
          accessKeyId: required('--access-key', values['access-key']),
          secretAccessKey: required('--secret-key', values['secret-key']),
        },
      ],
      ...(publicHost !== undefined && { publicHost }),
      allowedOrigins: values.origin,
      versionDays: wholeNumber('--version-days', values['version-days'], { min: 1, max: 36_500 }),
      uploadDays: wholeNumber('--upload-days', values['upload-days'], { min: 1, max: 36_500 }),
    },
  };
}

function required(name: string, value: string | undefined): string {
  if (!value) throw new Error(`${name} is missing; --help tells what there is.`);
  return value;
}

function wholeNumber(name: string, text: string, { min, max }: { min: number; max: number }) {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new Error(`${name} must be a whole number from ${min} to ${max}.`);
  }
  return value;
}
