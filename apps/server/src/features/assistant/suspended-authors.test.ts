import { afterAll, beforeAll, expect, test } from 'vitest';
import { goldenRoutes } from '@causeway/contract/assistant/golden.ts';
import { measureChangeRoutes, measureRoutes } from '@causeway/contract/assistant/measures.ts';
import { inboxRoutes } from '@causeway/contract/inbox/inbox.ts';
import { changeRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { TestUser } from '#testing/factories.ts';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { checkVerified } from './golden/checking.ts';
import { checkMeasures } from './measures/checking.ts';

/** Whoever was suspended keeps nothing of a database from being looked at, their own things neither. */

const space = await startSqlWorkspace();
beforeAll(() => space.run('create table mines (id int primary key, ore text, depth int)'));
afterAll(() => space.stop());

const { server, editor, owner, plain: connectorId } = space;
const inProject = { params: { projectId: space.projectId } };
const authors = [editor, owner] as const;

async function whileSuspended({ id }: TestUser, work: () => Promise<unknown>) {
  const { db } = server.services;
  await changeRows(db, sql`update users set suspended_at = now() where id = ${id}`);
  await work();
  await changeRows(db, sql`update users set suspended_at = null where id = ${id}`);
}

async function countNews(kind: string): Promise<number> {
  const { items } = await server.call(inboxRoutes.list, { query: { limit: 50 } }, owner);
  return items.filter((item) => item.kind === kind).length;
}

test('CHAT-6 verified questions of somebody who was suspended, and all others of the database, are looked at by who may', async () => {
  const check = () => checkVerified(server.services, server.app.actAs);
  for (const [at, author] of authors.entries()) {
    for (const [question, statement] of [
      [`Deepest mine ${at}`, 'select id, depth from mines'],
      [`Every ore ${at}`, 'select ore from mines'],
    ] as const) {
      const body = { connectorId, question, sql: statement };
      await server.call(goldenRoutes.create, { ...inProject, body }, author);
    }
  }
  await check();
  await whileSuspended(editor, async () => {
    await space.database.query('alter table mines rename column depth to metres');
    await check();
    await space.database.query('alter table mines rename column metres to depth');
  });
  const listed = await server.call(goldenRoutes.list, inProject, owner);
  expect(listed.map(({ question, state }) => `${question}: ${state}`).toSorted()).toEqual([
    'Deepest mine 0: broken',
    'Deepest mine 1: broken',
    'Every ore 0: ok',
    'Every ore 1: ok',
  ]);
  expect(await countNews('golden.broken')).toBe(2);
});

test('CHAT-6 so are measures', async () => {
  const check = () => checkMeasures(server.services, server.app.actAs);
  const define = (word: string, expression: string, author: TestUser) => {
    const name = { en: word, de: word };
    const named = { connectorId, name, synonyms: [], schema: 'public', table: 'mines' };
    const body = { ...named, expression, filter: null };
    return server.call(measureChangeRoutes.create, { ...inProject, body }, author);
  };
  for (const [at, author] of authors.entries()) {
    await define(`Digging${at}`, 'max(depth)', author);
    await define(`Kinds${at}`, 'count(ore)', author);
  }
  await check();
  await whileSuspended(editor, async () => {
    await space.database.query('alter table mines rename column depth to metres');
    await check();
  });
  const listed = await server.call(measureRoutes.list, { ...inProject, query: {} }, owner);
  expect(listed.map(({ name, state }) => `${name.en}: ${state}`).toSorted()).toEqual([
    'Digging0: broken',
    'Digging1: broken',
    'Kinds0: ok',
    'Kinds1: ok',
  ]);
  expect(await countNews('measure.broken')).toBe(2);
});
