import type { Page } from '@playwright/test';
import { expect, expectAccessible } from './fixtures.ts';
import { test, type OwnServer } from './own-server.ts';

test.describe.configure({ mode: 'serial' });

const tree = (page: Page) => page.getByRole('region', { name: 'Resources' });

async function makeTables({ run }: OwnServer, schema: string, count: number): Promise<void> {
  await run(`create schema if not exists ${schema}`);
  // One transaction would need a lock for each of them.
  for (let from = 1; from <= count; from += 1000) {
    await run(`do $$ begin for n in ${from}..${Math.min(count, from + 999)} loop
      execute format('create table ${schema}.part_%s (id int primary key)', to_char(n, 'FM00000'));
    end loop; end $$`);
  }
}

test('SHELL-1 SQL-2 three schemas with 300 tables are found in tree, list, palette and addresses', async ({
  page,
  own,
}) => {
  await makeTables(own, 'sales', 120);
  await makeTables(own, 'logistics', 100);
  await makeTables(own, 'hr', 80);
  await own.run('create view sales.won as select * from sales.part_00001');
  await own.open(page);
  // The fullest schema is the one to begin with.
  await expect(page.getByRole('combobox', { name: 'Schema' })).toHaveValue('sales');
  await expect(page.getByRole('row', { name: /part_00001/ })).toBeVisible();
  await expect(tree(page).getByRole('link', { name: 'sales 121' })).toBeVisible();
  await expect(tree(page).getByRole('link', { name: 'part_00001', exact: true })).toBeVisible();
  await tree(page).getByRole('searchbox').fill('hr.part_0007');
  await expect(tree(page).getByRole('link', { name: /part_/ })).toHaveCount(10);
  await tree(page).getByRole('link', { name: 'part_00077' }).click();
  await expect(page).toHaveURL(/\/explore\/hr\/part_00077\?/);
  const path = page.getByRole('navigation', { name: 'Where you are' });
  await path.getByRole('link', { name: 'hr' }).click();
  await expect(page.getByRole('combobox', { name: 'Schema' })).toHaveValue('hr');
  await expect(page.getByRole('row', { name: /part_00080/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('won');
  await page.getByRole('option', { name: /won/ }).first().click();
  await expect(page).toHaveURL(/\/explore\/sales\/won\?/);
  // The tree goes along to what was opened elsewhere, and forgets nothing over a reload.
  await tree(page).getByRole('searchbox').fill('');
  await expect(tree(page).getByRole('link', { name: 'won', exact: true })).toBeInViewport();
  const lines = tree(page).getByRole('list');
  await lines.evaluate((element) => element.scrollTo({ top: 0 }));
  await tree(page).getByRole('button', { name: 'Fold sales' }).click();
  // Opened by the way, since a table of it was on screen.
  await tree(page).getByRole('button', { name: 'Fold hr' }).click();
  await tree(page).getByRole('button', { name: 'Open logistics' }).click();
  await page.reload();
  await expect(tree(page).getByRole('button', { name: 'Fold logistics' })).toBeAttached();
  await expect(tree(page).getByRole('button', { name: 'Open hr' })).toBeAttached();
});

test('SHELL-1 20,000 tables are scrolled, filtered and opened from the tree', async ({
  page,
  own,
}) => {
  await makeTables(own, 'warehouse', 20_000);
  await own.open(page);
  await expect(tree(page).getByRole('link', { name: 'warehouse 20,000' })).toBeVisible();
  const lines = tree(page).getByRole('list');
  await lines.evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }));
  await expect(
    tree(page)
      .getByRole('link', { name: /^part_0\d{4}$/ })
      .first(),
  ).toBeVisible();
  expect(await tree(page).getByRole('link').count()).toBeLessThan(120);
  await tree(page).getByRole('searchbox').fill('part_19999');
  await tree(page).getByRole('link', { name: 'part_19999' }).click();
  await expect(page).toHaveURL(/\/explore\/warehouse\/part_19999\?/);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('part_18765');
  await page.getByRole('option', { name: /part_18765/ }).click();
  await expect(page).toHaveURL(/\/explore\/warehouse\/part_18765\?/);
  // Also this far down.
  const opened = tree(page).getByRole('link', { name: 'part_18765' });
  await tree(page).getByRole('searchbox').fill('');
  await expect(opened).toBeInViewport();
  await page.reload();
  await expect(opened).toBeInViewport();
});
