import { afterAll, beforeAll } from 'vitest';
import { dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import { sqlRoutes } from '@causeway/contract/sql/sql.ts';
import { createKey, type TestUser } from './factories.ts';
import { codeOf, type SqlWorkspace, startSqlWorkspace } from './sql-workspace.ts';

/** A project with people and databases, and calls with keys as programs make them. */
export let space: SqlWorkspace;

/** Called by each file that uses it: modules are loaded once for many files. */
export function startKeySpace(): void {
  beforeAll(async () => {
    space = await startSqlWorkspace();
  });
  afterAll(() => space.stop());
}

export type Wanted = Parameters<typeof createKey>[3];

export function makeKey(owner: TestUser, wanted: Wanted = {}) {
  return createKey(space.server, space.projectId, owner, wanted);
}

/** One call with a key, as a program makes it; the status and code of the answer. */
export async function ask(token: string, on = space.server): Promise<string> {
  const connector = { id: space.plain };
  const body = { sql: 'select 1 as one', connector };
  return codeOf(await on.send(sqlRoutes.read.method, sqlRoutes.read.path, { token, body }));
}

export function addDashboard(token: string, key?: string) {
  const path = dashboardRoutes.create.path.replace(':projectId', space.projectId);
  const body = { name: 'By a key', description: '', tiles: [] };
  return space.server.send('POST', path, { token, body, ...(key && { key }) });
}

export const ofProject = () => ({ params: { projectId: space.projectId } });
export const ofKey = (keyId: string) => ({ params: { projectId: space.projectId, keyId } });
