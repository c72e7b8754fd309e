import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiKeyRoutes } from '@causeway/contract/api-keys.ts';
import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { changeRows, listRows, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { eventually } from '#testing/eventually.ts';
import { createKey } from '#testing/factories.ts';
import { callTool, connectMcp } from '#testing/mcp-client.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';

const workspace = await startSqlWorkspace();
beforeAll(() => workspace.run('create table customers (id int primary key)'));
afterAll(() => workspace.stop());

const { server, editor, projectId, plain, database } = workspace;

const endings: [string, (keyId: string) => Promise<unknown>][] = [
  [
    'gives a key nothing that was taken from it meanwhile',
    (keyId) => {
      const body = { scopes: [`data:read@${plain}`], name: 'A key' };
      return server.call(apiKeyRoutes.update, { params: { projectId, keyId }, body }, editor);
    },
  ],
  [
    'does nothing for a key that was revoked this very moment',
    (keyId) =>
      changeRows(
        server.services.db,
        sql`update api_keys set revoked_at = now() where id = ${keyId}`,
      ),
  ],
  [
    'does nothing for a key that expired meanwhile',
    (keyId) =>
      changeRows(
        server.services.db,
        sql`update api_keys set expires_at = now() where id = ${keyId}`,
      ),
  ],
];

const list = async () => {
  const { items } = await server.call(inboxRoutes.list, { query: { limit: 20 } }, editor);
  return items;
};

test.each(endings)('CHAT-5 TEAM-6 approving %s, and says so', async (_, end) => {
  await workspace.run('insert into customers values (1) on conflict do nothing');
  const scopes = [`data:write@${plain}`];
  const key = await createKey(server, projectId, editor, { scopes });
  const client = await connectMcp(server, key.token);
  const wish = { table: 'customers', keys: [{ id: 1 }] };
  const { approvalId } = (await callTool(client, 'delete_rows', wish)).told;
  await end(key.id);
  const asked = (await list()).find(({ kind }) => kind === 'approval.asked');
  const answer = { params: { entryId: asked!.id }, body: { isAccepted: true } };
  await server.call(inboxRoutes.answer, answer, editor);
  await eventually(async () => {
    const proposal = await readRow<{ state: string }>(
      server.services.db,
      sql`select state from assistant_proposals where id = ${approvalId}`,
    );
    expect(proposal.state).toMatch(/done|failed/);
    expect((await list())[0]).toMatchObject({
      kind: 'proposal.failed',
      params: { error: expect.stringContaining('key') },
    });
  });
  expect((await database.query('select from customers where id = 1')).rowCount).toBe(1);
});

test('CHAT-5 TEAM-6 what a key asked for that was revoked since waits for nobody’s answer, and one that was given still counts', async () => {
  const revoked = await createKey(server, projectId, editor, { scopes: [`data:write@${plain}`] });
  const other = await createKey(server, projectId, editor, { scopes: [`data:write@${plain}`] });
  const propose = async ({ token }: { token: string }, id: number) => {
    const client = await connectMcp(server, token);
    const { told } = await callTool(client, 'insert_rows', { table: 'customers', rows: [{ id }] });
    return told.approvalId as string;
  };
  const answered = await propose(revoked, 6);
  const asked = [answered, await propose(revoked, 7), await propose(other, 8)];
  // Whoever follows answers has not heard of it yet.
  await changeRows(
    server.services.db,
    sql`update approvals set outcome = 'accepted', answered_at = now()
        where subject_id = ${answered}`,
  );
  const params = { projectId, keyId: revoked.id };
  await server.call(apiKeyRoutes.revoke, { params }, editor);
  await eventually(async () => {
    const approvals = (await list()).flatMap(({ kind, approval }) =>
      kind === 'approval.asked' ? [approval?.outcome] : [],
    );
    expect(approvals.slice(0, 3)).toEqual([null, 'withdrawn', 'accepted']);
  });
  const states = await listRows(
    server.services.db,
    sql`select expires_at <= now() as "isOver" from assistant_proposals
        where id = any(${asked}::uuid[]) order by created_at`,
  );
  expect(states).toEqual([{ isOver: false }, { isOver: true }, { isOver: false }]);
});
