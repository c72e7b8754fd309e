import { afterAll, expect, test } from 'vitest';
import { memberRoutes } from '@causeway/contract/members/members.ts';
import { dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createProject, createUser } from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';

const server = await startTestServer();
const { db } = server.services;
afterAll(() => server.stop());

test('TEAM-1 before somebody is removed their public links, alerts and mails of dashboards are named, and none of others or that are over', async () => {
  const [owner, bob, carol] = [await createUser(db), await createUser(db), await createUser(db)];
  const { id: projectId } = await createProject(db, { owner, editor: bob });
  const place = { params: { projectId }, body: { name: 'Sales' } };
  const { id } = await server.call(dashboardRoutes.create, place, owner);
  for (const [author, name, ends] of [
    [bob.id, 'For the bank', '1 day'],
    [bob.id, 'Over', '-1 day'],
    [carol.id, 'Of Carol', '1 day'],
  ] as const) {
    await changeRows(
      db,
      sql`insert into dashboard_links (project_id, dashboard_id, author_id, name, token_hash,
            released, locked, allows_free_values, expires_at)
          values (${projectId}, ${id}, ${author}, ${name}, ${Buffer.from(name)}, '{}', '{}', false,
            now() + ${ends}::interval)`,
    );
  }
  await changeRows(
    db,
    sql`insert into dashboard_alerts (project_id, dashboard_id, tile_id, author_id, name, condition,
          every_minutes, times, when_empty, asked)
        values (${projectId}, ${id}, gen_random_uuid(), ${bob.id}, 'Too few', '{}', 60, 1, 'ok', '{}')`,
  );
  await changeRows(
    db,
    sql`insert into dashboard_subscriptions (project_id, dashboard_id, author_id, rhythm, weekday,
          minute, asked, next_at)
        values (${projectId}, ${id}, ${bob.id}, 'weekly', 1, 480, '{}', now())`,
  );
  const params = { projectId, userId: bob.id };
  const list = await server.call(memberRoutes.belongings, { params }, owner);
  expect(list.map(({ kind, name, becomes }) => [kind, name, becomes])).toEqual([
    ['alert', 'Too few', 'held'],
    ['link', 'For the bank', 'held'],
    ['subscription', 'Sales', 'held'],
  ]);
});
