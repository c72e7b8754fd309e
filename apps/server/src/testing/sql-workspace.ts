import pg from 'pg';
import qs from 'qs';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import type { Answer } from './send.ts';
import { createProject, createUser, type TestUser } from './factories.ts';
import { onServer } from './test-database.ts';
import { startTestServer } from './test-server.ts';
import { startTestSources } from './test-sources.ts';

export type Run = { sql: string; bindings?: unknown; rowLimit?: number; [extra: string]: unknown };
type Options = { as?: TestUser; connectorId?: string; key?: string; signal?: AbortSignal };

/**
 * A project with a user's database in it, reached by three connectors: `plain`, whose role owns its
 * tables and nothing else, `powerful`, whose role is a superuser, and `member`, whose role is none
 * itself and can become one.
 */
export async function startSqlWorkspace(settings: Record<string, string> = {}) {
  const sources = await startTestSources();
  const server = await startTestServer({
    EGRESS_ALLOW_DATA: sources.allowed,
    REQUESTS_PER_MINUTE: 1_000_000,
    ...settings,
  });
  const { db } = server.services;
  const members = {
    owner: await createUser(db),
    editor: await createUser(db),
    viewer: await createUser(db),
  };
  const stranger = await createUser(db);
  const project = await createProject(db, members);
  const role = `plain_${crypto.randomUUID().slice(0, 8)}`;
  const memberRole = `member_${crypto.randomUUID().slice(0, 8)}`;
  const { user: superuser } = sources.sqlConnector.config;
  await onServer(`create role ${role} login password 'canary-password'`);
  await onServer(`create role ${memberRole} login noinherit password 'canary-password'`);
  // By way of another: members of members count.
  await onServer(`create role ${memberRole}_group`);
  await onServer(`grant ${superuser} to ${memberRole}_group`);
  await onServer(`grant ${memberRole}_group to ${memberRole}`);
  const database = new pg.Client({ connectionString: sources.database.url });
  database.on('error', () => {});
  await database.connect();
  // The server's own role has a schema of its own name, which would come first.
  await database.query('set search_path to public');
  await database.query(`grant create, usage on schema public to ${role}`);

  const add = async (user: string) => {
    const { sqlConnector: body } = sources;
    const added = await server.call(
      connectorRoutes.create,
      { params: { projectId: project.id }, body: { ...body, config: { ...body.config, user } } },
      members.owner,
    );
    return added.id;
  };
  const plain = await add(role);
  const powerful = await add(superuser);
  const member = { id: await add(memberRole), role: memberRole };

  function send(method: string, run: Run, options: Options = {}, path = '/api/sql/v1') {
    const { connector, ...statement } = run;
    const request = {
      ...statement,
      connector: { id: options.connectorId ?? plain, ...(connector as object | undefined) },
    };
    const token = (options.as ?? members.editor).token;
    const { key, signal } = options;
    if (method !== 'GET') {
      return server.send(method, path, { token, key, signal, body: request });
    }
    const query = qs.stringify(request, { strictNullHandling: true });
    return server.send('GET', path, { token, signal, query });
  }

  return {
    server,
    sources,
    ...members,
    stranger,
    projectId: project.id,
    plain,
    powerful,
    member,
    role,
    /** The user's database itself, as its superuser. */
    database,
    /** Rows of the user's database as arrays. */
    rowsOf: async (statement: string): Promise<unknown[][]> => {
      const { rows } = await database.query<unknown[]>({ text: statement, rowMode: 'array' });
      return rows;
    },
    send,
    /** Runs a statement by POST and expects it to succeed. */
    run: async (sql: string, bindings?: unknown, options?: Options) => {
      const answer = await send(
        'POST',
        { sql, ...(bindings !== undefined && { bindings }) },
        options,
      );
      if (answer.status !== 200) throw new Error(`${sql}: ${answer.status} ${answer.text}`);
      return answer.json as {
        fields: { name: string; type: string }[];
        rows: unknown[][];
        rowCount: number;
        command: string;
      };
    },
    stop: async () => {
      await database.query(`drop owned by ${role}, ${memberRole} cascade`);
      await database.end();
      await server.stop();
      await sources.stop();
      await onServer(`drop role ${role}, ${memberRole}, ${memberRole}_group`);
    },
  };
}

export type SqlWorkspace = Awaited<ReturnType<typeof startSqlWorkspace>>;

export function codeOf(answer: Answer): string {
  return `${answer.status} ${(answer.json as { code?: string } | undefined)?.code ?? ''}`.trim();
}
