import type { Page } from '@playwright/test';
import { test } from './edited-table.ts';
import { expect } from './fixtures.ts';

const grid = (page: Page) => page.getByRole('grid').first();
const rowCount = (page: Page) =>
  grid(page).evaluate((element) => Number(element.getAttribute('aria-rowcount')));

test('SQL-3 rows that arrive below leave the view where it was scrolled to', async ({
  inSample: page,
  bench: { table, run },
}) => {
  await run(`insert into "${table}" (name) select 'N' || n from generate_series(1, 3000) n`);
  await page.goto(`/explore/${encodeURIComponent(table)}`);
  await expect(page.getByRole('gridcell', { name: 'Ada', exact: true })).toBeVisible();
  const [bottom, before] = await grid(page).evaluate((element) => {
    element.scrollTop = element.scrollHeight;
    return [element.scrollTop, Number(element.getAttribute('aria-rowcount'))] as const;
  });
  await expect.poll(() => rowCount(page)).toBeGreaterThan(before);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  expect(await grid(page).evaluate((element) => element.scrollTop)).toBe(bottom);
});

test('SQL-3 Ctrl+End goes to the last row of the table, Ctrl+Home to its first', async ({
  inSample: page,
  bench: { table, run },
}) => {
  await run(`insert into "${table}" (name) select 'N' || n from generate_series(1, 3000) n`);
  await page.goto(`/explore/${encodeURIComponent(table)}`);
  await page.getByRole('gridcell', { name: 'Ada', exact: true }).click();
  await page.keyboard.press('Control+End');
  await expect(page.getByRole('gridcell', { name: 'N3000', exact: true }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('3,003 of 3,003');
  // The keyboard goes on from there.
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('[role=row]:has([role=gridcell][aria-selected=true])')).toContainText(
    'N2999',
  );
  await page.keyboard.press('Control+Home');
  await expect(page.getByRole('gridcell', { name: 'Ada', exact: true })).toBeVisible();
});

test('SQL-3 cells are marked by a drag beyond the edge, where rows pass under it, and by a click right after the wheel', async ({
  inSample: page,
  bench: { table, run },
}) => {
  await run(`insert into "${table}" (name) select 'N' || n from generate_series(1, 300) n`);
  await page.goto(`/explore/${encodeURIComponent(table)}`);
  const first = page.getByRole('gridcell', { name: 'Ada', exact: true });
  const { x, y } = (await first.boundingBox())!;
  const { y: top, height } = (await grid(page).boundingBox())!;
  await page.mouse.move(x + 10, y + 10);
  await page.mouse.down();
  await page.mouse.move(x + 10, top + height - 5, { steps: 4 });
  const isBeyond = (marked: string) => Number(/(\d+) cells/.exec(marked)?.[1]) > 80;
  const status = page.getByRole('region', { name: 'Status' });
  await expect.poll(async () => isBeyond(await status.innerText())).toBe(true);
  const isAtEnd = (element: Element) =>
    element.scrollTop + element.clientHeight >= element.scrollHeight - 1;
  expect(await grid(page).evaluate(isAtEnd)).toBe(false);
  await page.mouse.up();

  const scrollTop = () => grid(page).evaluate((element) => element.scrollTop);
  const before = await scrollTop();
  await page.mouse.move(x + 10, top + height / 2);
  await page.mouse.wheel(0, -900);
  await expect.poll(scrollTop).toBeLessThan(before);
  const cell = page.getByRole('gridcell', { name: /^N\d+$/ }).last();
  const name = await cell.innerText();
  await cell.click();
  await expect(page.locator('[role=gridcell][aria-selected=true]')).toHaveText(name);
});
