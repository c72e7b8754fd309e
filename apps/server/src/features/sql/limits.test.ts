import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { BEFORE_THE_LIMIT_MS, eventually } from '#testing/eventually.ts';
import { startOrdersWorkspace } from '#testing/orders-workspace.ts';
import { codeOf } from '#testing/sql-workspace.ts';

const space = await startOrdersWorkspace();
afterAll(() => space.stop());
beforeEach(() => space.reset());

function setTimeLimit(timeoutSeconds: number) {
  const params = { projectId: space.projectId, connectorId: space.plain };
  const body = { settings: { timeoutSeconds } };
  return space.server.call(connectorRoutes.update, { params, body }, space.owner);
}

describe('limits', () => {
  test('a row limit cuts the result and says so; without one, too many rows are an error', async () => {
    const sql = 'select generate_series(1, 100001)';
    const cut = await space.send('POST', { sql, rowLimit: 3 });
    expect(cut.json).toMatchObject({
      rows: [[1], [2], [3]],
      rowCount: 3,
      hasMore: true,
      command: 'SELECT',
    });
    const exact = await space.send('POST', { sql: 'select generate_series(1, 3)', rowLimit: 3 });
    expect(exact.json).toMatchObject({ rowCount: 3, hasMore: false });
    expect(codeOf(await space.send('GET', { sql }))).toBe('422 E_RESULT_TOO_LARGE');
  });

  test('a write whose result is too large is not done', async () => {
    const sql = `insert into orders (id) select generate_series(1000, 102000) returning id`;
    expect(codeOf(await space.send('POST', { sql }))).toBe('422 E_RESULT_TOO_LARGE');
    expect(await space.count('select from orders')).toBe(2);
  });

  test('a cell of 600 MB and rows of a gigabyte are refused and end nobody', async () => {
    const before = process.memoryUsage().rss;
    // It is about size, and a busy machine takes its time for so much.
    await setTimeLimit(600);
    for (const sql of [
      `select repeat('x', 600000000)`,
      `select repeat('x', 10000) from generate_series(1, 99999)`,
      // Within what may come over the wire, six times as much as JSON.
      `select repeat(chr(1), 30000000)`,
    ]) {
      expect(codeOf(await space.send('GET', { sql }))).toBe('422 E_RESULT_TOO_LARGE');
    }
    await setTimeLimit(30);
    expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000);
    expect(codeOf(await space.send('GET', { sql: 'select 1' }))).toBe('200');
  });

  test('large results of many people at once all come, each whole', async () => {
    const sql = `select n, repeat('x', 10000) from generate_series(1, 400) n`;
    const askers = [space.owner, space.editor, space.viewer];
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, index) =>
        space.send('GET', { sql }, { as: askers[index % 3]! }),
      ),
    );
    for (const answer of answers) {
      const { rows } = answer.json as { rows: [number, string][] };
      expect(rows.map(([n]) => n)).toEqual(Array.from({ length: 400 }, (_, n) => n + 1));
      expect(rows.every(([, text]) => text === 'x'.repeat(10_000))).toBe(true);
    }
  });

  test('a query that takes too long is stopped, also when the database falls silent', async () => {
    await setTimeLimit(1);
    expect(codeOf(await space.send('GET', { sql: 'select pg_sleep(20)' }))).toBe(
      '422 E_QUERY_TIMEOUT',
    );
    // Long enough to be seen at work before.
    await setTimeLimit(5);
    const answer = space.send('GET', { sql: 'select pg_sleep(21)' });
    const isAsked = `select from pg_stat_activity where query like 'select pg_sleep(21)%' and state = 'active'`;
    await eventually(async () => expect(await space.count(isAsked)).toBe(1));
    space.sources.line.freeze();
    expect(codeOf(await answer)).toBe('422 E_QUERY_TIMEOUT');
    space.sources.line.restore();
    await setTimeLimit(30);
  });

  test('closing the request frees the backend, and the next query works', async () => {
    const leaving = new AbortController();
    const asked = space.send('GET', { sql: 'select pg_sleep(1000)' }, { signal: leaving.signal });
    const sleeping = `select from pg_stat_activity where query like 'select pg_sleep(1000)%' and state = 'active'`;
    await eventually(async () => expect(await space.count(sleeping)).toBe(1));
    leaving.abort();
    await expect(asked).rejects.toThrow('aborted');
    await eventually(async () => expect(await space.count(sleeping)).toBe(0), BEFORE_THE_LIMIT_MS);
    expect(codeOf(await space.send('GET', { sql: 'select 1' }))).toBe('200');
  });

  test('a few queries run at once, the others wait their turn', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => space.send('GET', { sql: 'select pg_sleep(0.1)' })),
    );
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['200']));
    const own = `select from pg_stat_activity where usename = '${space.role}'`;
    expect(await space.count(own)).toBeLessThanOrEqual(16);
  });

  test('a statement nested without end is refused, and the parser lives on', async () => {
    const sql = `select ${'('.repeat(100_000)}1${')'.repeat(100_000)}`;
    expect(codeOf(await space.send('POST', { sql }))).toBe('422 E_SQL_SYNTAX');
    expect(codeOf(await space.send('POST', { sql: 'select 1 as alive' }))).toBe('200');
  });
});

describe('streaming', () => {
  const stream = (sql: string, signal?: AbortSignal) =>
    space.send('POST', { sql }, { signal }, '/api/sql/v1/stream');
  const linesOf = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);

  test('a result of any size comes a row a line', async () => {
    const answer = await stream('select n, n::text from generate_series(1, 250000) n');
    expect(answer.headers.get('content-type')).toContain('application/x-ndjson');
    const lines = linesOf(answer.text);
    expect(lines[0]).toMatchObject({ fields: [{ name: 'n', type: 'int4' }, { name: 'n' }] });
    expect(lines[1]).toEqual([1, '1']);
    expect(lines[250_000]).toEqual([250_000, '250000']);
    expect(lines.at(-1)).toEqual({ rowCount: 250_000, command: 'SELECT' });
  });

  test('no rows are fields and an end', async () => {
    expect(linesOf((await stream('select 1 as a where false')).text)).toEqual([
      { fields: [expect.objectContaining({ name: 'a' })] },
      { rowCount: 0, command: 'SELECT' },
    ]);
  });

  test('what fails at once is an answer, what fails later the last line', async () => {
    expect(codeOf(await stream('select 1/0'))).toBe('422 E_SQL_FAILED');
    expect(codeOf(await stream('delete from orders'))).toBe('405 E_SQL_READ_ONLY');
    const answer = await stream('select 1/(5000-n) from generate_series(1, 10000) n');
    expect(answer.status).toBe(200);
    expect(linesOf(answer.text).at(-1)).toMatchObject({ error: { code: 'E_SQL_FAILED' } });
  });

  test('a reader that leaves frees the backend', async () => {
    const leaving = new AbortController();
    const response = await fetch(`${space.server.url}/api/sql/v1/stream`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${space.editor.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        sql: `select repeat('x', 1000) from generate_series(1, 10000000)`,
        connector: { id: space.plain },
      }),
      signal: leaving.signal,
    });
    await response.body?.getReader().read();
    leaving.abort();
    const open = `select from pg_stat_activity where query like 'select repeat%10000000%' and state <> 'idle'`;
    await eventually(async () => expect(await space.count(open)).toBe(0), BEFORE_THE_LIMIT_MS);
  });
});
