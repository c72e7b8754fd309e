import type { RunResult, StatementCheck } from '@causeway/contract/sql/editor.ts';
import type { TestUser } from './factories.ts';
import type { SqlWorkspace } from './sql-workspace.ts';

type Sent = Record<string, unknown>;
type Options = { as?: TestUser; connectorId?: string; key?: string; signal?: AbortSignal };

/** What the editor asks, in the words of a test. */
export function createEditorRequests(space: SqlWorkspace) {
  const base = '/api/sql/v1';

  function post(path: string, body: Sent, options: Options = {}) {
    const { as = space.editor, connectorId = space.plain, key, signal } = options;
    return space.server.send('POST', `${base}${path}`, {
      token: as.token,
      key,
      signal,
      body: { connector: { id: connectorId }, ...body },
    });
  }

  function get(path: string, query: Sent = {}, options: Options = {}) {
    const { as = space.editor, connectorId = space.plain } = options;
    const search = new URLSearchParams({ 'connector[id]': connectorId });
    for (const [name, value] of Object.entries(query)) search.set(name, String(value));
    return space.server.send('GET', path, { token: as.token, query: search.toString() });
  }

  /** The first cell of what the user's own database answers. */
  async function value(sql: string): Promise<unknown> {
    const { rows } = await space.database.query<unknown[]>({ text: sql, rowMode: 'array' });
    return rows[0]?.[0];
  }

  return {
    post,
    get,
    value,
    /** Backends of the product that are inside a transaction or busy. */
    busyBackends: () =>
      value(`select count(*)::int from pg_stat_activity
        where application_name = 'Causeway' and datname = current_database() and state <> 'idle'`),
    send: (method: string, path: string, body: Sent = {}, options: Options = {}) => {
      const { as = space.editor, connectorId = space.plain, key } = options;
      const sent = { connector: { id: connectorId }, ...body };
      return space.server.send(method, path, { token: as.token, key, body: sent });
    },
    tryRun: (sql: string, more: Sent = {}, options?: Options) =>
      post('/run', { sql, ...more }, options),
    run: async (sql: string, more: Sent = {}, options?: Options): Promise<RunResult> => {
      const answer = await post('/run', { sql, ...more }, options);
      if (answer.status !== 200) throw new Error(`${sql}: ${answer.status} ${answer.text}`);
      return answer.json as RunResult;
    },
    page: async (runId: string, page: number, options?: Options) =>
      get(`${base}/runs/${runId}/rows`, { page }, options),
    check: async (sql: string, more: Sent = {}): Promise<StatementCheck> =>
      (await post('/check', { sql, ...more })).json as StatementCheck,
  };
}

export type EditorRequests = ReturnType<typeof createEditorRequests>;
