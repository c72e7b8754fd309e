import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type PutObjectCommandInput,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { startFauxqs } from 'fauxqs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startObjectStore, type ObjectStoreOptions } from '../server.ts';

// The contract of the wire, checked with the AWS SDK against our store and against an independent
// one. Where the other one differs, the difference is named: its rule must then fail, so that the
// list cannot go stale, and no rule is left out without a word.

export const CREDENTIALS = { accessKeyId: 'test-key', secretAccessKey: 'test-secret' };

export async function startTestStore(options: Partial<ObjectStoreOptions> = {}) {
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'object-store-')));
  const settings = {
    directory,
    host: '127.0.0.1',
    port: 0,
    credentials: [CREDENTIALS],
    ...options,
  };
  const store = await startObjectStore(settings);
  const stop = async () => {
    await store.close();
    await rm(directory, { recursive: true });
  };
  return { ...store, directory, stop };
}

export function connect(endpoint: string, config: S3ClientConfig = {}): S3Client {
  return new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: CREDENTIALS,
    maxAttempts: 1,
    ...config,
  });
}

async function startOther() {
  const server = await startFauxqs({ port: 0, logger: false });
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop() };
}

/** Title of a rule → how fauxqs differs from it. */
type Differences = Record<string, string>;

export type ContractStore = ReturnType<typeof createContractStore>;

export function describeContract(
  area: string,
  differences: Differences,
  define: (store: ContractStore) => void,
): void {
  const targets = [
    { name: 'the embedded store', start: startTestStore, differences: {} as Differences },
    { name: 'fauxqs', start: startOther, differences },
  ];
  describe.each(targets)(`OBJ-1 wire, ${area}: $name`, (target) => {
    const store = createContractStore();
    let stop: (() => Promise<unknown>) | undefined;
    beforeAll(async () => {
      const running = await target.start();
      stop = running.stop;
      store.open(running.url);
    });
    afterAll(() => stop?.());
    beforeEach(async ({ task, annotate }) => {
      const difference = target.differences[task.name];
      if (!difference) return;
      // The same as test.fails, for a test that is defined once and run against both.
      Object.assign(task, { fails: true });
      await annotate(`differs: ${difference}`);
    });

    define(store);

    test('every named difference is a rule of this suite', ({ task }) => {
      const rules = task.suite?.tasks.map(({ name }) => name);
      expect(rules).toEqual(expect.arrayContaining(Object.keys(target.differences)));
    });
  });
}

function createContractStore() {
  let url = '';
  let client = connect('http://unopened.invalid');
  let bucketCount = 0;

  async function newBucket(): Promise<string> {
    const Bucket = `bucket-${++bucketCount}`;
    await client.send(new CreateBucketCommand({ Bucket }));
    return Bucket;
  }

  async function put(Bucket: string, Key: string, Body: PutObjectCommandInput['Body'] = Key) {
    return client.send(new PutObjectCommand({ Bucket, Key, Body }));
  }

  async function getText(Bucket: string, Key: string): Promise<string> {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
    return Body!.transformToString();
  }

  async function listKeys(Bucket: string): Promise<string[]> {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
    return Contents.map(({ Key }) => Key!);
  }

  /** What an error of the SDK must match. */
  function refusal(name: string, status?: number) {
    return { name, ...(status && { $metadata: { httpStatusCode: status } }) };
  }

  return {
    get client() {
      return client;
    },
    connect: (config: S3ClientConfig) => connect(url, config),
    open: (address: string) => {
      url = address;
      client = connect(address);
    },
    newBucket,
    put,
    getText,
    listKeys,
    refusal,
  };
}
