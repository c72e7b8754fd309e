import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { attempts, listTraces, prepareForAttempts } from '#testing/read-only-attempts.ts';
import type { Answer } from '#testing/send.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';

/**
 * Whatever the way a statement comes, where only reading is allowed nothing is written and nothing
 * stays: on a role that owns its tables and on a superuser.
 */
let before: unknown;

const space = await startSqlWorkspace();
beforeAll(async () => {
  await prepareForAttempts(space);
  before = await listTraces(space);
});
afterAll(() => space.stop());

type Way = (sql: string, connectorId: string) => Promise<Answer>;

const post = (path: string, more: object, as?: 'viewer' | 'owner') => {
  const way: Way = (sql, connectorId) =>
    space.send('POST', { sql, ...more }, { connectorId, ...(as && { as: space[as] }) }, path);
  return way;
};

/** Ways that refuse. */
const strict: Record<string, Way> = {
  'a POST that reads': post('/api/sql/v1/read', {}),
  'a locked tab of the editor': post('/api/sql/v1/run', { readOnly: true, confirmed: true }),
};

/** Few at a time: a connector has few sessions. */
async function tryAll(way: Way, connectorId: string, judge: (answer: Answer, sql: string) => void) {
  for (let from = 0; from < attempts.length; from += 6) {
    const some = attempts.slice(from, from + 6);
    const answers = await Promise.all(some.map((sql) => way(sql, connectorId)));
    for (const [at, answer] of answers.entries()) judge(answer, some[at] ?? '');
  }
}

function expectRefusal(answer: Answer, sql: string): void {
  expect(answer.status, `${sql} → ${answer.text}`).toBeGreaterThanOrEqual(400);
  expect(answer.status, `${sql} → ${answer.text}`).toBeLessThan(500);
}

/** A plan is thought about and not made: for these there is one, and nothing happens. */
const thoughtAbout =
  /^(insert|update|delete|merge|with|select|create table made as|declare|explain)/;

describe.each(['plain', 'powerful'] as const)('on a %s role', (kind) => {
  test.each(Object.keys(strict))('SQL-1 %s writes nothing, whatever it is asked', async (name) => {
    await tryAll(strict[name]!, space[kind], expectRefusal);
    expect(await listTraces(space)).toEqual(before);
  });

  test('SQL-8.9 a plan is made without anything happening', async () => {
    await tryAll(post('/api/sql/v1/plan', {}), space[kind], ({ status, text }, sql) => {
      const isRefused = status >= 400 && status < 500;
      expect(isRefused || thoughtAbout.test(sql), `${sql} → ${text}`).toBe(true);
    });
    expect(await listTraces(space)).toEqual(before);
  });

  test('SQL-1 a stream ends with a refusal where it would write', async () => {
    await tryAll(post('/api/sql/v1/stream', {}), space[kind], ({ status, text }, sql) => {
      expect(status, sql).toBeLessThan(500);
      expect(status >= 400 || text.includes('"error"'), `${sql} → ${text}`).toBe(true);
    });
    expect(await listTraces(space)).toEqual(before);
  });

  test('SQL-8.3 looking at a statement while it is typed runs none of it', async () => {
    await tryAll(post('/api/sql/v1/check', {}), space[kind], (answer, sql) => {
      expect(answer.status, `${sql} → ${answer.text}`).toBeLessThan(500);
    });
    expect(await listTraces(space)).toEqual(before);
  });

  test.each(['select * from leaving', 'select leaves()'])(
    'SQL-1 what %s takes, sets, hears and prepares is gone with it',
    async (sql) => {
      // Postgres remembers that there was a setting of that name, and not what it said.
      const probe = `select nullif(current_setting('my.own', true), ''), current_setting('search_path'),
        (select count(*) from pg_prepared_statements), (select count(*) from pg_locks
          where locktype = 'advisory' and pid = pg_backend_pid()),
        (select count(*) from pg_listening_channels())`;
      const read = post('/api/sql/v1/read', {});
      const rowsOf = (answer: Answer) => (answer.json as { rows?: unknown[] }).rows;
      const clean = rowsOf(await read(probe, space[kind]));
      expect(clean).toHaveLength(1);
      for (const way of ['/read', '/run', '/stream']) {
        const left = await post(`/api/sql/v1${way}`, {})(sql, space[kind]);
        expect(left.status, left.text).toBe(200);
        const answers = await Promise.all(
          Array.from({ length: 8 }, () => read(probe, space[kind])),
        );
        for (const answer of answers) expect(rowsOf(answer), way).toEqual(clean);
      }
      expect(await listTraces(space)).toEqual(before);
    },
  );
});

describe('who only reads', () => {
  test('TEAM-2 a viewer writes by no call of the editor', async () => {
    for (const [path, more] of [
      ['/run', { confirmed: true }],
      ['/plan', { analyze: true }],
      ['/preview', {}],
    ] as const) {
      const way = post(`/api/sql/v1${path}`, more, 'viewer');
      await tryAll(way, space.plain, expectRefusal);
      expect((await way('select 1', space.powerful)).status).toBe(403);
    }
    expect(await listTraces(space)).toEqual(before);
  });

  describe('through a read-only connector', () => {
    const set = (connectorId: string, readOnly: boolean) =>
      space.server.call(
        connectorRoutes.update,
        {
          params: { projectId: space.projectId, connectorId },
          body: { settings: { readOnly } },
        },
        space.owner,
      );
    beforeEach(async () => {
      for (const id of [space.plain, space.powerful]) await set(id, true);
      return async () => {
        for (const id of [space.plain, space.powerful]) await set(id, false);
      };
    });

    test.each(['plain', 'powerful'] as const)(
      'CONN-3 its owner writes by no call, on a %s role',
      async (kind) => {
        for (const [path, more] of [
          ['', {}],
          ['/run', { confirmed: true }],
          ['/plan', { analyze: true }],
          ['/preview', {}],
        ] as const) {
          await tryAll(post(`/api/sql/v1${path}`, more, 'owner'), space[kind], expectRefusal);
        }
        expect(codeOf(await post('/api/sql/v1/run', {}, 'owner')('select 1', space[kind]))).toBe(
          '200',
        );
        expect(await listTraces(space)).toEqual(before);
      },
    );
  });
});
