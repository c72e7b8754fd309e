import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSqlWorkspace } from '#testing/sql-workspace.ts';
import { askedProblems, caughtProblems } from './type-problems.ts';

const space = await startSqlWorkspace();
beforeAll(async () => {
  await space.run(askedProblems('problem_asked'));
  await space.run(caughtProblems('problem_caught'));
  await space.run(`create type mood as enum ('glad', 'sad')`);
  await space.run(`create domain small as int check (value < 10)`);
});
afterAll(() => space.stop());

const cases: [type: string, ...values: string[]][] = [
  ['integer', '1', ' 2 ', 'x', '', '2147483648'],
  ['numeric(4,2)', '12.345', '123.4', 'NaN'],
  ['character varying(3)', 'abc', 'abcd', 'abc  ', "a'b", '%L'],
  ['character(3)', 'ab', 'abcd'],
  ['character varying(3)[]', '{abc,de,fgh,ij}', '{abcd}', 'abc'],
  ['bit(3)', '101', '10', '1010', '10x'],
  ['bit varying(3)', '10', '1010'],
  ['date', '2024-02-29', '2023-02-29', 'today'],
  ['timestamp with time zone', '2024-01-01 00:00+00', '2024-13-01'],
  ['jsonb', '{"a":1}', '{a}'],
  ['uuid', '00000000-0000-0000-0000-000000000000', 'x'],
  ['boolean', 'yes', 'maybe'],
  ['bytea', String.raw`\x00ff`, String.raw`\x0`],
  ['int4range', '[1,2)', '[2,1)'],
  ['mood', 'glad', 'so-so'],
  ['small', '9', '10'],
];

test('SQL-6 databases before 16, which can not tell, refuse the same values for the same reasons', async () => {
  for (const [type, ...values] of cases) {
    const { rows } = await space.database.query<{ asked: string; caught: string }>(
      `select problem_asked(value, $1) as asked, problem_caught(value, $1) as caught
       from unnest($2::text[]) as value`,
      [type, values],
    );
    expect([type, ...rows.map(({ caught }) => caught)]).toEqual([
      type,
      ...rows.map(({ asked }) => asked),
    ]);
  }
});
