import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from '@aws-sdk/client-s3';
import { startFauxqs } from 'fauxqs';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import type { Route, RouteAnswer } from '@causeway/contract/route.ts';
import { fillPath } from '@causeway/contract/route.ts';
import { stringifyQuery } from '@causeway/contract/query-string.ts';
import type { ErrorBody } from '@causeway/contract/errors.ts';
import { startObjectStore } from '@causeway/object-store';
import { createProject, createUser, type TestUser } from './factories.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const CREDENTIALS = { accessKeyId: 'STORAGETESTKEY', secretAccessKey: 'storage-test-secret' };
export const BUCKET = 'media';

type Store = { url: string; stop(): Promise<unknown> };
type StoreKind = { name: string; listsUploads: boolean; start(): Promise<Store> };

/** Both stores every rule of storage is held against: ours, and one others wrote. */
export const storeKinds: StoreKind[] = [
  {
    name: 'the embedded store',
    listsUploads: true,
    start: async () => {
      const directory = await mkdtemp(join(tmpdir(), 'causeway-storage-'));
      const store = await startObjectStore({
        directory,
        host: '127.0.0.1',
        port: 0,
        credentials: [CREDENTIALS],
      });
      return {
        url: store.url,
        stop: async () => {
          await store.close();
          await rm(directory, { recursive: true, force: true });
        },
      };
    },
  },
  {
    name: 'fauxqs',
    listsUploads: false,
    start: async () => {
      const store = await startFauxqs({ port: 0, logger: false });
      return { url: `http://127.0.0.1:${store.port}`, stop: () => store.stop() };
    },
  },
];

type Parts = {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  /** Sent as they are, instead of a JSON body. */
  bytes?: Blob | FormData;
  headers?: Record<string, string>;
  as?: TestUser;
  key?: string;
};

export type StorageWorkspace = Awaited<ReturnType<typeof startStorageWorkspace>>;

/** A project with a connector to a bucket, and people of every role. */
export async function startStorageWorkspace(
  options: {
    store?: StoreKind;
    prefix?: string;
    /** Where the connector goes instead of straight to the store: a line that can go wrong. */
    through?(storeUrl: string): Promise<{ url: string; stop(): Promise<unknown> }>;
  } = {},
) {
  const kind = options.store ?? storeKinds[0]!;
  const store = await kind.start();
  const line = await options.through?.(store.url);
  const endpoint = line?.url ?? store.url;
  const server = await startTestServer({ EGRESS_ALLOW_DATA: new URL(endpoint).host });
  const client = new S3Client({
    endpoint: store.url,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: CREDENTIALS,
  });
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  const { db } = server.services;
  const people = {
    owner: await createUser(db),
    editor: await createUser(db),
    viewer: await createUser(db),
    stranger: await createUser(db),
  };
  const { owner, editor, viewer } = people;
  const { id: projectId } = await createProject(db, { owner, editor, viewer });
  const connector = await server.call(
    connectorRoutes.create,
    {
      params: { projectId },
      body: {
        implementation: 's3',
        name: 'Media',
        config: { bucket: BUCKET, endpoint, prefix: options.prefix ?? '' },
        secrets: { accessKey: CREDENTIALS.accessKeyId, secretKey: CREDENTIALS.secretAccessKey },
      },
    },
    owner,
  );
  const connectorId = connector.id;

  return {
    ...talkTo(server, connectorId, people),
    ...lookInto(client, kind),
    server,
    db,
    client,
    projectId,
    connectorId,
    people,
    /** What opens the store, where it has to be given again. */
    secrets: { accessKey: CREDENTIALS.accessKeyId, secretKey: CREDENTIALS.secretAccessKey },
    stop: async () => {
      await server.stop();
      await line?.stop();
      client.destroy();
      await store.stop();
    },
  };
}

function talkTo(server: TestServer, connectorId: string, people: { editor: TestUser }) {
  const connector = { id: connectorId };

  function describe(route: Route, { params, query, body, key, headers, as }: Parts) {
    const inAddress = route.method === 'GET' || route.takes !== undefined;
    return {
      path: fillPath(route.path, params),
      query: stringifyQuery({ ...(inAddress && { connector }), ...query }),
      body: inAddress ? undefined : JSON.stringify({ connector, ...body }),
      headers: {
        authorization: `Bearer ${(as ?? people.editor).token}`,
        ...(!inAddress && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
        ...headers,
      },
    };
  }

  function send(route: Route, parts: Parts = {}): Promise<Response> {
    const { path, query, body = parts.bytes, headers } = describe(route, parts);
    return fetch(`${server.url}${path}${query ? `?${query}` : ''}`, {
      method: route.method,
      headers,
      ...(body !== undefined && { body }),
    });
  }

  async function ask(route: Route, parts: Parts): Promise<{ isOk: boolean; answer: Answer }> {
    const { path, ...rest } = describe(route, parts);
    const answer = parts.bytes
      ? await readWhole(await send(route, parts))
      : await server.send(route.method, path, rest);
    return { isOk: answer.status >= 200 && answer.status < 300, answer };
  }

  return {
    send,
    /** Calls a route about the bucket, as an editor unless told otherwise. */
    call: async <R extends Route>(route: R, parts: Parts = {}): Promise<RouteAnswer<R>> => {
      const { isOk, answer } = await ask(route, parts);
      const { status, text } = answer;
      if (!isOk) throw new Error(`${route.method} ${route.path}: ${status} ${text}`);
      return JSON.parse(text) as RouteAnswer<R>;
    },
    refuse: async (route: Route, parts: Parts = {}): Promise<ErrorBody & { status: number }> => {
      const { isOk, answer } = await ask(route, parts);
      if (isOk) throw new Error(`${route.method} ${route.path} was not refused`);
      return { ...(JSON.parse(answer.text) as ErrorBody), status: answer.status };
    },
    /** Loads an address as an <img> would: without a header. */
    load: (url: string, headers: Record<string, string> = {}) => {
      return fetch(`${server.url}${url}`, { headers });
    },
  };
}

type Answer = { status: number; text: string };

async function readWhole(response: Response): Promise<Answer> {
  return { status: response.status, text: await response.text() };
}

/** Straight to the store, past the product. */
function lookInto(client: S3Client, { listsUploads }: StoreKind) {
  return {
    store: async (key: string, body: PutObjectCommandInput['Body'] = key, type?: string) => {
      await client.send(
        new PutObjectCommand({ Bucket: BUCKET, Key: key, Body: body, ContentType: type }),
      );
    },
    stored: async (key: string): Promise<Buffer> => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key: key }));
      return Buffer.from(await Body!.transformToByteArray());
    },
    storedKeys: async (prefix = ''): Promise<string[]> => {
      const keys: string[] = [];
      let token: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: BUCKET, Prefix: prefix, ContinuationToken: token }),
        );
        keys.push(...(page.Contents ?? []).map(({ Key }) => Key!));
        token = page.NextContinuationToken;
      } while (token);
      return keys;
    },
    /** Uploads in parts that were neither completed nor aborted; 0 where the store does not tell. */
    openUploads: async (): Promise<number> => {
      if (!listsUploads) return 0;
      const { Uploads = [] } = await client.send(
        new ListMultipartUploadsCommand({ Bucket: BUCKET }),
      );
      return Uploads.length;
    },
  };
}
