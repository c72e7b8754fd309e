import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { attempts, listTraces, prepareForAttempts, readable } from '#testing/read-only-attempts.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';

let before: unknown;

const space = await startSqlWorkspace();
beforeAll(async () => {
  await prepareForAttempts(space);
  before = await listTraces(space);
});
afterAll(() => space.stop());

describe.each(['plain', 'powerful'] as const)('on a %s role', (kind) => {
  test('SQL-1 a GET writes nothing and leaves nothing behind, whatever it is asked', async () => {
    for (const sql of attempts) {
      const answer = await space.send('GET', { sql }, { connectorId: space[kind] });
      expect(answer.status, `${sql} → ${answer.text}`).toBeGreaterThanOrEqual(400);
      expect(answer.status, `${sql} → ${answer.text}`).toBeLessThan(500);
    }
    expect(await listTraces(space)).toEqual(before);
  });

  test('SQL-1 a GET reads what can be read', async () => {
    for (const sql of readable) {
      const answer = await space.send('GET', { sql }, { connectorId: space[kind] });
      expect(answer.status, `${sql} → ${answer.text}`).toBe(200);
    }
    expect(await listTraces(space)).toEqual(before);
  });

  test('a POST to read and a stream are as strict', async () => {
    for (const path of ['/api/sql/v1/read', '/api/sql/v1/stream']) {
      for (const sql of ['delete from kept', 'select writes()', `select pg_read_file('x')`]) {
        const answer = await space.send('POST', { sql }, { connectorId: space[kind] }, path);
        expect(codeOf(answer), sql).toBe('405 E_SQL_READ_ONLY');
      }
    }
    expect(await listTraces(space)).toEqual(before);
  });
});

describe('who only reads', () => {
  test('TEAM-2 viewers read by POST too, and write by no method', async () => {
    const as = space.viewer;
    expect(codeOf(await space.send('POST', { sql: 'select * from kept' }, { as }))).toBe('200');
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      const answer = await space.send(method, { sql: 'delete from kept' }, { as });
      expect(codeOf(answer)).toBe('403 E_FORBIDDEN');
    }
    const hidden = await space.send('POST', { sql: 'select writes()' }, { as });
    expect(codeOf(hidden)).toBe('405 E_SQL_READ_ONLY');
    expect(await listTraces(space)).toEqual(before);
  });

  test('viewers run no SQL of their own where the role reaches beyond the data', async () => {
    const options = { as: space.viewer, connectorId: space.powerful };
    for (const method of ['GET', 'POST']) {
      const answer = await space.send(method, { sql: 'select 1' }, options);
      expect(codeOf(answer)).toBe('403 E_CONNECTOR_TOO_POWERFUL');
    }
  });

  test('CONN-3 nobody writes through a read-only connector', async () => {
    const params = { projectId: space.projectId, connectorId: space.plain };
    const set = (readOnly: boolean) =>
      space.server.call(
        connectorRoutes.update,
        { params, body: { settings: { readOnly } } },
        space.owner,
      );
    await set(true);
    const as = space.owner;
    const refused = await space.send('POST', { sql: 'delete from kept' }, { as });
    expect(codeOf(refused)).toBe('405 E_CONNECTOR_READ_ONLY');
    expect(codeOf(await space.send('POST', { sql: 'select writes()' }, { as }))).toBe(
      '405 E_SQL_READ_ONLY',
    );
    expect(codeOf(await space.send('POST', { sql: 'select 1' }, { as }))).toBe('200');
    await set(false);
    expect(await listTraces(space)).toEqual(before);
  });
});

describe('one statement never reaches the next', () => {
  const probe = `select current_setting('search_path'), current_setting('my.own', true),
    to_regclass('pg_temp.left_over'), (select count(*) from pg_prepared_statements),
    (select count(*) from pg_cursors), (select count(*) from pg_locks
      where locktype = 'advisory' and pid = pg_backend_pid()), current_user = session_user,
    pg_catalog.pg_my_temp_schema() = 0`;

  test.each([
    'set search_path to nowhere',
    `select set_config('my.own', 'x', false)`,
    'create temp table left_over (id int)',
    'prepare p as select 1',
    'declare c cursor with hold for select 1',
    'select pg_advisory_lock(7)',
    'begin',
    'set role none',
    'listen something',
    `do $$ begin perform set_config('my.own', 'y', false); create temp table left_over (); end $$`,
  ])('%s', async (sql) => {
    const { rows: clean } = await space.run(probe);
    for (let round = 0; round < 3; round += 1) {
      await space.run(sql);
      const { rows } = await space.run(probe);
      expect(rows).toEqual(clean);
    }
  });

  test('a transaction somebody opened is rolled back', async () => {
    await space.run('begin');
    await space.run('insert into kept values (5)');
    await space.run('rollback');
    const { rows } = await space.run('select count(*) from kept where id = 5');
    expect(rows).toEqual([['1']]);
    await space.run('delete from kept where id = 5');
  });

  test('answers never mix, however many run at once', async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => index);
    const answers = await Promise.all(
      numbers.map((number) =>
        space.send('GET', { sql: `select ?::int, pg_sleep(random() / 50)`, bindings: [number] }),
      ),
    );
    expect(answers.map(({ json }) => (json as { rows: number[][] }).rows[0]?.[0])).toEqual(numbers);
  });
});
