import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { changeRows, type Database, openDatabase, readRow } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import { createProject, createSession, createUser } from '../../testing/factories.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import type { Found } from './find-actor.ts';
import { findSession } from './find-sessions.ts';

/** Two instances on one database: one answers, changes are made by the other. */
let answering: Database;
let changing: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  answering = openDatabase(database.url, pino({ level: 'silent' }));
  changing = openDatabase(database.url, pino({ level: 'silent' }));
  drop = database.drop;
});

afterAll(async () => {
  await answering.close();
  await changing.close();
  await drop();
});

async function setUp() {
  const user = await createUser(changing);
  const staff = await createUser(changing, { staff: true });
  const project = await createProject(changing, { editor: user });
  const connector = await readRow<{ id: string }>(
    changing,
    sql`insert into connectors (project_id, name, implementation, config, secret_fields, settings)
        values (${project.id}, 'A database', 'sql', '{}', '[]', '{}') returning id`,
  );
  const asUser = await createSession(changing, { userId: user.id, impersonatorId: staff.id });
  const about = { connectorId: connector.id };
  const find = (token = user.token) => findSession(answering, token, about);
  return { user, staff, project, connector, asUser, find };
}

type Place = Awaited<ReturnType<typeof setUp>>;

/** How many statements were sent while `work` was done. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(answering.pool, 'query');
  try {
    await work();
    return query.mock.calls.length;
  } finally {
    query.mockRestore();
  }
}

test('SESS-2 what is known is asked only whether it still holds, for all who wait together', async () => {
  const { find, user } = await setUp();
  const first = await find();
  expect(first).toMatchObject({ user: { id: user.id }, project: { role: 'editor' } });
  expect(await statementsOf(find)).toBe(1);
  const found: (Found | undefined)[] = [];
  const together = await statementsOf(async () => {
    found.push(...(await Promise.all(Array.from({ length: 20 }, () => find()))));
  });
  expect(together).toBe(1);
  expect(found).toHaveLength(20);
  for (const one of found) expect(one).toEqual({ ...first, seenAgo: expect.any(Number) });
});

describe('SESS-2 what another instance changes counts from the next call on', () => {
  type Change = {
    change(place: Place): Sql;
    shows(found: Found | undefined): unknown;
    as: unknown;
  };
  const changes: Record<string, Change> = {
    'a session that ended': {
      change: ({ user }) => sql`delete from sessions where user_id = ${user.id}`,
      shows: (found) => found,
      as: undefined,
    },
    'a session whose time is over': {
      change: ({ user }) => sql`update sessions set expires_at = now() where user_id = ${user.id}`,
      shows: (found) => found,
      as: undefined,
    },
    'a session nobody used for a month': {
      change: ({ user }) => sql`update sessions set last_seen_at = now() - interval '31 days'
        where user_id = ${user.id}`,
      shows: (found) => found,
      as: undefined,
    },
    'a token that was replaced': {
      change: ({ user }) => sql`update sessions set token_hash = decode(md5(id::text), 'hex')
        where user_id = ${user.id}`,
      shows: (found) => found,
      as: undefined,
    },
    'a proof of who they are that is old': {
      change: ({ user }) => sql`update sessions set proved_at = now() - interval '1 day'
        where user_id = ${user.id}`,
      shows: (found) => found?.isProved,
      as: false,
    },
    'a person who was suspended': {
      change: ({ user }) => sql`update users set suspended_at = now() where id = ${user.id}`,
      shows: (found) => found,
      as: undefined,
    },
    'a person who was erased': {
      change: ({ user }) => sql`delete from users where id = ${user.id}`,
      shows: (found) => found,
      as: undefined,
    },
    'a new name': {
      change: ({ user }) => sql`update users set name = 'Renamed' where id = ${user.id}`,
      shows: (found) => found?.user.name,
      as: 'Renamed',
    },
    'a person made staff': {
      change: ({ user }) => sql`update users set staff = true where id = ${user.id}`,
      shows: (found) => found?.user.staff,
      as: true,
    },
    'a role': {
      change: ({ user }) => sql`update project_members set role = 'viewer'
        where user_id = ${user.id}`,
      shows: (found) => found?.project?.role,
      as: 'viewer',
    },
    'a member who was removed': {
      change: ({ user }) => sql`delete from project_members where user_id = ${user.id}`,
      shows: (found) => found?.project,
      as: undefined,
    },
    'a seat that is not paid for': {
      change: ({ user, project }) => sql`insert into seatless_members (project_id, user_id)
        values (${project.id}, ${user.id})`,
      shows: (found) => found?.project?.role,
      as: 'viewer',
    },
    'a connector that was changed': {
      change: ({ connector }) => sql`update connectors set updated_at = 'epoch'
        where id = ${connector.id}`,
      shows: (found) => found?.project,
      as: expect.objectContaining({
        connector: expect.objectContaining({ version: expect.stringContaining('1970') }),
      }),
    },
    'a connector that was deleted': {
      change: ({ connector }) => sql`delete from connectors where id = ${connector.id}`,
      shows: (found) => found?.project,
      as: undefined,
    },
    'a project that was deleted': {
      change: ({ project }) => sql`delete from projects where id = ${project.id}`,
      shows: (found) => found?.project,
      as: undefined,
    },
  };

  test.for(Object.entries(changes))('%s', async ([, { change, shows, as }]) => {
    const place = await setUp();
    await place.find();
    expect(await place.find()).toMatchObject({ project: { role: 'editor' }, isProved: true });
    await changeRows(changing, change(place));
    expect(shows(await place.find())).toEqual(as);
  });

  test('staff who are staff no more', async () => {
    const { asUser, find, staff } = await setUp();
    await find(asUser);
    expect(await find(asUser)).toMatchObject({ impersonator: { id: staff.id } });
    await changeRows(changing, sql`update users set staff = false where id = ${staff.id}`);
    expect(await find(asUser)).toBeUndefined();
  });

  test('a person who becomes a member', async () => {
    const { project, find } = await setUp();
    const other = await createUser(changing);
    await find(other.token);
    expect((await find(other.token))?.project).toBeUndefined();
    await changeRows(
      changing,
      sql`insert into project_members (project_id, user_id, role)
          values (${project.id}, ${other.id}, 'owner')`,
    );
    expect((await find(other.token))?.project?.role).toBe('owner');
  });
});

test('SESS-2 a change counts once it is committed, however long that takes', async () => {
  const { find, user } = await setUp();
  await find();
  await changing.transaction(async (tx) => {
    await changeRows(tx, sql`update users set name = 'Later' where id = ${user.id}`);
    // Others change and commit meanwhile, so that the question moves on past the open one.
    const other = await createUser(answering);
    await changeRows(answering, sql`update users set name = 'Sooner' where id = ${other.id}`);
    expect((await find())?.user.name).toBe(user.name);
    expect((await find())?.user.name).toBe(user.name);
  });
  expect((await find())?.user.name).toBe('Later');
});

test('SESS-2 what was read while something changed is not kept', async () => {
  const { find, user } = await setUp();
  const other = await setUp();
  await other.find();
  // The answer about the user is on its way for so long that others no longer wait for it.
  const read = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const query = answering.pool.query.bind(answering.pool);
  const slowly = vi.spyOn(answering.pool, 'query').mockImplementationOnce(async (asked) => {
    const answer = await query(asked);
    read.resolve();
    await held.promise;
    return answer;
  });
  const slow = find();
  await read.promise;
  await changeRows(changing, sql`update users set name = 'Renamed' where id = ${user.id}`);
  await other.find();
  held.resolve();
  await slow;
  slowly.mockRestore();
  expect((await find())?.user.name).toBe('Renamed');
});

test('SESS-2 whether time has ended it is told by the clock of the database', async () => {
  const { find, user } = await setUp();
  await changeRows(
    changing,
    sql`update sessions set expires_at = now() + interval '300 milliseconds'
        where user_id = ${user.id}`,
  );
  // The first is asked again, since something changed before it.
  await find();
  await find();
  await changeRows(changing, sql`select pg_sleep(0.3)`);
  expect(await find()).toBeUndefined();
});
