import { afterAll, describe, expect, test } from 'vitest';
import { createEditorRequests } from '#testing/editor-requests.ts';
import { codeOf, startSqlWorkspace } from '#testing/sql-workspace.ts';

const space = await startSqlWorkspace();
const editor = createEditorRequests(space);
afterAll(() => space.stop());

const LONG = 900_000;
const many = (text: string) => text.repeat(Math.floor(LONG / text.length));

describe('SQL-8.3 statements made to be hard to read', () => {
  test('one behind thousands of comments runs like any other', async () => {
    const sql = `${'/**/'.repeat(5_000)}select 1`;
    expect(await space.run(sql)).toMatchObject({ rows: [[1]] });
    expect(codeOf(await space.send('POST', { sql: '/**/'.repeat(5_000) }))).toBe('422 E_SQL_EMPTY');
  });

  test.each([
    ['open brackets', '('],
    ['one parameter again and again', ':a '],
    ['operators parted by comments', '+/**/'],
    ['questions', '?'],
    ['marks of strings that never end', `'$a$`],
    ['words', 'select '],
  ])('%s are answered, as a problem or as too complex', async (_, piece) => {
    const { status } = await editor.post('/check', { sql: many(piece) });
    expect(status).toBe(200);
    const given = await space.send('POST', { sql: many(piece), bindings: { a: 1 } });
    expect(codeOf(given)).toMatch(/^422 E_SQL_(SYNTAX|EMPTY|BINDINGS)$/);
  });

  test.each([
    ['a sum of fifty thousand', `select 1${'+1'.repeat(50_000)}`],
    ['brackets in brackets', `select ${'('.repeat(100_000)}1${')'.repeat(100_000)}`],
  ])('%s is refused in words about the statement, and the next one is read', async (_, sql) => {
    const answer = await space.send('POST', { sql });
    expect(codeOf(answer)).toBe('422 E_SQL_SYNTAX');
    expect(answer.json).toMatchObject({
      message: expect.stringMatching(/^(The statement is too complex|memory exhausted at or near)/),
    });
    const checked = await editor.post('/check', { sql });
    expect(checked.json).toMatchObject({ problem: { code: 'E_SQL_SYNTAX' } });
    expect(JSON.stringify(checked.json)).not.toMatch(/call stack|out of bounds|unreachable/);
    expect(await space.run('select 1')).toMatchObject({ rows: [[1]] });
  });

  test('half a million numbered parameters are a problem of the statement, not of the server', async () => {
    const answer = await space.send('POST', { sql: `select ${many('$1,')}1`, bindings: [1, 2] });
    expect(codeOf(answer)).toBe('422 E_SQL_BINDINGS');
  });

  test('a long name said again and again does not grow beyond what a statement may be', async () => {
    const sql = `select ${many(':a:,')}1`;
    const answer = await space.send('POST', { sql, bindings: { a: 'n'.repeat(10_000) } });
    expect(codeOf(answer)).toBe('422 E_SQL_BINDINGS');
  });
});
