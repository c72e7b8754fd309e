import { PutObjectCommand, type PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import pg from 'pg';
import { connectorRoutes, type NewConnector } from '@causeway/contract/connectors/connectors.ts';
import type { ErrorBody } from '@causeway/contract/errors.ts';
import { fileRoutes, type FilesRunLine } from '@causeway/contract/sql/files.ts';
import type { RunResult } from '@causeway/contract/sql/editor.ts';
import { createProject, createUser, type TestUser } from './factories.ts';
import { startTestServer } from './test-server.ts';
import { startTestSources } from './test-sources.ts';

type Options = {
  as?: TestUser;
  bindings?: Record<string, unknown>;
  rowLimit?: number;
  connectorId?: string;
  signal?: AbortSignal;
};

/** A project with a bucket `Media` and a database `Shop`, for SQL over both. */
export async function startFilesWorkspace(settings: Record<string, string> = {}) {
  const sources = await startTestSources();
  const server = await startTestServer({ EGRESS_ALLOW_DATA: sources.allowed, ...settings });
  const { db } = server.services;
  const members = {
    owner: await createUser(db),
    editor: await createUser(db),
    viewer: await createUser(db),
  };
  const stranger = await createUser(db);
  const { id: projectId } = await createProject(db, members);
  const add = async (body: NewConnector, project = projectId, as = members.owner) =>
    (await server.call(connectorRoutes.create, { params: { projectId: project }, body }, as)).id;
  const bucketId = await add(sources.s3Connector);
  const databaseId = await add(sources.sqlConnector);
  const database = new pg.Client({ connectionString: sources.database.url });
  await database.connect();
  await database.query('set search_path to public');
  const { accessKey, secretKey } = sources.s3Connector.secrets;
  const client = new S3Client({
    endpoint: sources.store.url,
    region: 'eu-central-1',
    forcePathStyle: true,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
  });

  const send = (sql: string, options: Options = {}) => {
    const { as = members.editor, connectorId = bucketId, signal, ...rest } = options;
    const body = JSON.stringify({ sql, connector: { id: connectorId }, ...rest });
    return fetch(`${server.url}${fileRoutes.run.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/json' },
      body,
      ...(signal && { signal }),
    });
  };
  const linesOf = async (answer: Response) =>
    (await answer.text())
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as FilesRunLine);

  return {
    server,
    sources,
    ...members,
    stranger,
    projectId,
    bucketId,
    databaseId,
    database,
    add,
    send,
    store: async (key: string, body: PutObjectCommandInput['Body']) => {
      await client.send(new PutObjectCommand({ Bucket: 'media', Key: key, Body: body }));
    },
    /** Runs a statement and expects a result. */
    run: async (sql: string, options?: Options): Promise<RunResult> => {
      const answer = await send(sql, options);
      const last = (await linesOf(answer)).at(-1);
      if (last && 'result' in last) return last.result;
      throw new Error(`${sql}: ${answer.status} ${JSON.stringify(last)}`);
    },
    /** Runs a statement and expects it to fail, before the first line or in the last one. */
    refuse: async (sql: string, options?: Options): Promise<Omit<ErrorBody, 'requestId'>> => {
      const answer = await send(sql, options);
      const lines = await linesOf(answer);
      const last = lines.at(-1) as ErrorBody | FilesRunLine | undefined;
      if (answer.status >= 400) return last as ErrorBody;
      if (last && 'error' in last) return last.error as unknown as ErrorBody;
      throw new Error(`${sql} was not refused: ${JSON.stringify(last)}`);
    },
    stop: async () => {
      client.destroy();
      await database.end();
      await server.stop();
      await sources.stop();
    },
  };
}
