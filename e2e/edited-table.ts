import type { Page } from '@playwright/test';
import { runSql, test as base } from './sample.ts';

type Bench = {
  /** A table of this journey's own. */
  table: string;
  run: (sql: string) => Promise<unknown[][]>;
};

export const test = base.extend<{ bench: Bench }>({
  bench: async ({ request, member }, use) => {
    const table = `edit ${crypto.randomUUID().slice(0, 8)}`;
    const run = (sql: string) => runSql(request, member, sql);
    await run(`create table "${table}" (
      id integer generated always as identity primary key,
      big bigint, name text not null, note text, mood text default 'fine',
      at timestamptz, data jsonb, shout text generated always as (upper(name)) stored)`);
    await run(`insert into "${table}" (big, name, note, at, data) values
      (9007199254740993, 'Ada', 'first', '2021-09-27 20:55:25.625535+00', '{"n": 9007199254740993}'),
      (2, 'Grace', null, null, null), (3, 'Edsger', 'third', null, 'null')`);
    await use({ table, run });
    await run(`drop table "${table}"`);
  },
});

export function cell(page: Page, name: string) {
  return page.getByRole('gridcell', { name, exact: true });
}

export async function copy(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
}
