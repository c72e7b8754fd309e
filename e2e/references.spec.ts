import { test } from './edited-table.ts';
import { expect } from './fixtures.ts';

test('SQL-3 beside a key as long as a uuid the whole name of its row is read, and its way there stays in the cell', async ({
  inSample: page,
  bench: { table, run },
}) => {
  await run(`create table "${table} owners" (
    id uuid primary key default gen_random_uuid(), name text not null)`);
  await run(`create table "${table} cards" (
    id integer primary key, owner uuid references "${table} owners")`);
  await run(`insert into "${table} owners" (name) values ('Grace Brewster Hopper')`);
  await run(`insert into "${table} cards" select 1, id from "${table} owners"`);
  await page.goto(`/explore/${encodeURIComponent(`${table} cards`)}`);
  const name = page.getByRole('gridcell').getByText('Grace Brewster Hopper', { exact: true });
  await expect(name).toBeVisible();
  expect(await name.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true);
  const cell = await page.getByRole('gridcell', { name: /Grace Brewster Hopper/ }).boundingBox();
  const way = await page.getByRole('link', { name: /^Peek at/ }).boundingBox();
  expect((way?.x ?? 0) + (way?.width ?? 0)).toBeLessThanOrEqual(
    (cell?.x ?? 0) + (cell?.width ?? 0),
  );
  await run(`drop table "${table} cards", "${table} owners"`);
});
