import {
  CreateBucketCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandInput,
  PutBucketVersioningCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll } from 'vitest';
import { connect, startTestStore } from './conformance.ts';

type ListOptions = Partial<ListObjectVersionsCommandInput>;

/** A store for the tests of one file, with what they do to versions. */
export function createVersionedStore() {
  let store: Awaited<ReturnType<typeof startTestStore>>;
  let client = connect('http://unopened.invalid');
  let bucketCount = 0;

  beforeAll(async () => {
    store = await startTestStore();
    client = connect(store.url);
  });
  afterAll(() => store.stop());

  async function newBucket(Status?: 'Enabled' | 'Suspended'): Promise<string> {
    const Bucket = `versions-${++bucketCount}`;
    await client.send(new CreateBucketCommand({ Bucket }));
    if (Status) await setVersioning(Bucket, Status);
    return Bucket;
  }

  async function setVersioning(Bucket: string, Status: 'Enabled' | 'Suspended'): Promise<void> {
    const VersioningConfiguration = { Status };
    await client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration }));
  }

  function put(Bucket: string, Key: string, Body: string) {
    return client.send(new PutObjectCommand({ Bucket, Key, Body }));
  }

  async function getText(Bucket: string, Key: string, VersionId?: string): Promise<string> {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, VersionId }));
    return Body!.transformToString();
  }

  /** Every page: versions as 'key:size', deletions as 'key:-', the latest of a key with '*'. */
  async function listAll(Bucket: string, options: ListOptions = {}) {
    const found = { texts: [] as string[], ids: [] as string[], folders: [] as string[], pages: 0 };
    let marker: ListOptions | undefined = {};
    while (marker) {
      const command: ListObjectVersionsCommand = new ListObjectVersionsCommand({
        Bucket,
        ...options,
        ...marker,
      });
      const page = await client.send(command);
      found.pages++;
      for (const entry of [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])]) {
        const size = 'Size' in entry ? Number(entry.Size) : '-';
        found.texts.push(`${entry.Key}:${size}${entry.IsLatest ? '*' : ''}`);
        found.ids.push(entry.VersionId!);
      }
      found.folders.push(...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix!));
      marker = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
        : undefined;
    }
    return found;
  }

  return {
    get client() {
      return client;
    },
    get url() {
      return store.url;
    },
    newBucket,
    setVersioning,
    put,
    getText,
    listAll,
  };
}

export function failing(name: string, status: number) {
  return { name, $metadata: { httpStatusCode: status } };
}
