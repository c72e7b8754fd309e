import pino from 'pino';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { HappeningOf } from '@causeway/contract/happenings.ts';
import { changeRows, listRows, openDatabase, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { eventually } from '#testing/eventually.ts';
import { startTestServer } from '#testing/test-server.ts';
import { happened } from './happened.ts';
import { createOutbox, type Follower, type Outbox } from './outbox.ts';

const logger = pino({ level: 'silent' });
const opened: Outbox[] = [];
const projectId = crypto.randomUUID();

const server = await startTestServer();
afterEach(async () => {
  await Promise.all(opened.splice(0).map((outbox) => outbox.stop()));
});
afterAll(() => server.stop());

type Left = HappeningOf<'member.left'>;

/** One more instance with a follower of its own name; what it heard is noted. */
async function follow(follower: Partial<Follower<'member.left'>>, heard: string[] = []) {
  const { db, events } = server.services;
  const outbox = createOutbox({ db, events, logger });
  outbox.follow<'member.left'>({
    name: `test ${crypto.randomUUID()}`,
    types: ['member.left'],
    handle: (_tx, { data }) => Promise.resolve(void heard.push(data.userId)),
    ...follower,
  });
  opened.push(outbox);
  await outbox.start();
  return { outbox, heard };
}

function left(userId: string): Left {
  return { type: 'member.left', projectId, data: { userId, wasRemoved: false } };
}

const tellIn = (tx: Tx, userId: string, subject = 'one subject') =>
  happened(tx, subject, left(userId));
const tellNow = (userId: string, subject?: string) =>
  server.services.db.transaction((tx) => tellIn(tx, userId, subject));
const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());

test('what is committed late is handed on, though it was written before what is long handled', async () => {
  const { heard } = await follow({});
  const [early, late] = ids(2) as [string, string];
  const release = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const slow = server.services.db.transaction(async (tx) => {
    await tellIn(tx, early, 'slow one');
    written.resolve();
    await release.promise;
  });
  await written.promise;
  await tellNow(late, 'quick one');
  await eventually(() => expect(heard).toEqual([late]));
  release.resolve();
  await slow;
  await eventually(() => expect(heard).toEqual([late, early]));
});

test('what is rolled back never happened', async () => {
  const { heard } = await follow({});
  const [never, real] = ids(2) as [string, string];
  const failing = server.services.db.transaction(async (tx) => {
    await tellIn(tx, never);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await tellNow(real);
  await eventually(() => expect(heard).toEqual([real]));
});

test('what happens to one subject arrives in the order of its commits, once each, whoever of two instances hands it on', async () => {
  const heard: string[] = [];
  const name = `shared ${crypto.randomUUID()}`;
  await follow({ name }, heard);
  await follow({ name, handle: (_tx, { data }) => Promise.resolve(void heard.push(data.userId)) });
  const subjects = ['red', 'green', 'blue'];
  const told = new Map<string, string[]>(subjects.map((subject) => [subject, []]));
  await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const subject = subjects[index % 3]!;
      const userId = crypto.randomUUID();
      await server.services.db.transaction(async (tx) => {
        await tellIn(tx, userId, subject);
        // The lock of the subject is held until the commit, so this is the order of commits.
        told.get(subject)!.push(userId);
      });
    }),
  );
  await eventually(() => expect(heard).toHaveLength(60));
  for (const [subject, order] of told) {
    expect([subject, heard.filter((id) => order.includes(id))]).toEqual([subject, order]);
  }
});

test('what a follower failed at is handed to it again before anything later, without what it had written', async () => {
  await changeRows(server.services.db, sql`create table if not exists test_notes (note text)`);
  const [good, bad, later] = ids(3) as [string, string, string];
  let refusals = 2;
  await follow({
    handle: async (tx, { data }) => {
      await changeRows(tx, sql`insert into test_notes (note) values (${data.userId})`);
      if (data.userId === bad && refusals-- > 0) throw new Error('not yet');
    },
  });
  for (const userId of [good, bad, later]) await tellNow(userId);
  const notes = async () => {
    const rows = await listRows<{ note: string }>(
      server.services.db,
      sql`select note from test_notes`,
    );
    return rows.map(({ note }) => note);
  };
  await eventually(async () => expect(await notes()).toEqual([good, bad, later]));
});

test('a follower that stays in the way of one happening lets the next ones pass in the end', async () => {
  const [bad, good] = ids(2) as [string, string];
  const name = `stubborn ${crypto.randomUUID()}`;
  const { heard } = await follow({
    name,
    handle: (_tx, { data }) => {
      heard.push(data.userId);
      return data.userId === bad ? Promise.reject(new Error('never')) : Promise.resolve();
    },
  });
  await tellNow(bad);
  await eventually(() => expect(heard).toContain(bad));
  // Nobody waits five minutes in a test: it has failed nine times before.
  const nine = sql`update outbox_followers set failures = 9, retry_at = now() where name = ${name}`;
  await changeRows(server.services.db, nine);
  await tellNow(good);
  await eventually(() => expect(heard.at(-1)).toBe(good));
});

test('a connection that is cut in the middle of a delivery repeats it and loses nothing', async () => {
  const own = openDatabase(server.databaseUrl, logger, { max: 2 });
  const heard: string[] = [];
  let cuts = 3;
  const outbox = createOutbox({ db: own, events: server.services.events, logger });
  outbox.follow({
    name: `cut ${crypto.randomUUID()}`,
    types: ['member.left'],
    handle: async (tx, { data }) => {
      if (data.userId !== told[4] || cuts-- <= 0) {
        heard.push(data.userId);
        return;
      }
      const { pid } = await readRow<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`);
      await server.services.db.query(sql`select pg_terminate_backend(${pid})`);
      await tx.query(sql`select 1`);
    },
  });
  const told = ids(10);
  await outbox.start();
  opened.push(outbox);
  for (const userId of told) await tellNow(userId);
  await eventually(() => expect(heard.slice(-6)).toEqual(told.slice(4)));
  expect(new Set(heard)).toEqual(new Set(told));
  await outbox.stop();
  await own.close();
});

test('a follower whose connection breaks each time keeps nothing from the others', async () => {
  const own = openDatabase(server.databaseUrl, logger, { max: 2 });
  const outbox = createOutbox({ db: own, events: server.services.events, logger });
  const heard = new Map<string, string[]>();
  const names = ['one', 'two', 'three'].map((name) => `${name} ${crypto.randomUUID()}`);
  for (const name of names) {
    heard.set(name, []);
    outbox.follow<'member.left'>({
      name,
      types: ['member.left'],
      handle: async (tx, { data }) => {
        if (name !== names[1]) return void heard.get(name)?.push(data.userId);
        const { pid } = await readRow<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`);
        await server.services.db.query(sql`select pg_terminate_backend(${pid})`);
        await tx.query(sql`select 1`);
        return undefined;
      },
    });
  }
  await outbox.start();
  opened.push(outbox);
  const [told] = ids(1) as [string];
  await tellNow(told);
  await eventually(() => {
    expect(names.map((name) => heard.get(name))).toEqual([[told], [], [told]]);
  });
  await outbox.stop();
  await own.close();
});

test('what all have handled is forgotten after a day, and not before', async () => {
  const { outbox, heard } = await follow({});
  const { db } = server.services;
  const [old, young] = ids(2) as [string, string];
  await tellNow(old);
  await tellNow(young);
  await eventually(() => expect(heard).toEqual([old, young]));
  const age = sql`update outbox set at = now() - interval '25 hours' where data->>'userId' = ${old}`;
  await changeRows(db, age);
  // The second is heard before the transaction in which it was handled is committed.
  await outbox.stop();
  await outbox.forget();
  const kept = await listRows(
    db,
    sql`select id from outbox where data->>'userId' = any(${[old, young]}::text[])`,
  );
  expect(kept).toHaveLength(1);
});
