import type { Dashboard } from '@causeway/contract/dashboards/dashboards.ts';
import type { SavedQuery } from '@causeway/contract/sql/queries.ts';
import { createEditorRequests } from './editor-requests.ts';
import type { TestUser } from './factories.ts';
import { startSqlWorkspace } from './sql-workspace.ts';

const queries = '/api/queries/v1/queries';

/** A project with a database, and what tests of dashboards ask of it. */
export async function startDashboards() {
  const space = await startSqlWorkspace();
  const editor = createEditorRequests(space);

  /** Below the dashboards of the project. */
  function send(method: string, path = '', body?: object, as: TestUser = space.editor) {
    const address = `/api/dashboards/v1/${space.projectId}${path}`;
    return space.server.send(method, address, { token: as.token, ...(body && { body }) });
  }

  async function create(name: string, more: object = {}): Promise<Dashboard> {
    const answer = await send('POST', '', { name, ...more });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json as Dashboard;
  }

  /** A query that is shared. */
  async function save(name: string, sql: string, more: object = {}): Promise<SavedQuery> {
    const answer = await editor.send('POST', queries, { name, sql, isShared: true, ...more });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json as SavedQuery;
  }

  function run(queryId: string, body: Record<string, unknown> = {}, as?: TestUser) {
    return editor.send('POST', `${queries}/${queryId}/run`, body, as ? { as } : {});
  }

  return { space, editor, send, create, save, run };
}
