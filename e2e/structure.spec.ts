import type { Page } from '@playwright/test';
import { cell, test } from './edited-table.ts';
import { expect, expectAccessible } from './fixtures.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page, name: string) => dialog(page).getByLabel(name, { exact: true });
const typeField = (page: Page, name = 'Type') => dialog(page).getByRole('combobox', { name });

/** Closes once the database did it. */
async function finish(page: Page, action: string): Promise<void> {
  await dialog(page).getByRole('button', { name: action }).click();
  await expect(dialog(page)).toBeHidden();
}

async function choose(page: Page, thing: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Change ${thing}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('SQL-4 a column is added, changed and dropped where the structure is shown, and the rows have it at once', async ({
  inSample: page,
  bench: { table },
}) => {
  await page.goto(`/explore/${encodeURIComponent(table)}`);
  await expect(cell(page, 'Ada')).toBeVisible();
  await page.getByRole('link', { name: 'Structure' }).click();
  await page.getByRole('button', { name: 'Add column' }).click();
  await expectAccessible(page);
  await field(page, 'Name').fill('points');
  await typeField(page).fill('integer');
  await field(page, 'Default (SQL)').fill('417');
  await dialog(page).getByText('Never NULL').click();
  await field(page, 'Comment').fill('What they won');
  await expect(dialog(page)).toContainText('add column points integer default 417 not null');
  await finish(page, 'Add column');

  await choose(page, 'points', 'Change …');
  await field(page, 'Name').fill('points won');
  await typeField(page).fill('bigint');
  await finish(page, 'Apply');
  const line = page.getByRole('row', { name: /points won/ });
  await expect(line).toContainText('bigint');
  await expect(line).toContainText('What they won');
  await page.getByRole('link', { name: 'Rows', exact: true }).click();
  await expect(cell(page, '417').first()).toBeVisible();

  await page.goBack();
  await choose(page, 'points won', 'Drop …');
  await finish(page, 'Drop it');
  await expect(line).toBeHidden();
});

test('SQL-4 SQL-10 a column made shorter keeps its values, unless they are to be cut', async ({
  inSample: page,
  bench: { table, run },
}) => {
  await page.goto(`/explore/${encodeURIComponent(table)}`);
  await page.getByRole('link', { name: 'Structure' }).click();
  await choose(page, 'note', 'Change …');
  await typeField(page).fill('varchar(3)');
  await dialog(page).getByRole('button', { name: 'Apply' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('first, third');
  await expectAccessible(page);
  const values = () => run(`select note from "${table}" order by id`);
  expect(await values()).toEqual([['first'], [null], ['third']]);
  await dialog(page).getByText('Cut or round values that do not fit').click();
  await finish(page, 'Apply');
  expect(await values()).toEqual([['fir'], [null], ['thi']]);
});

test('SQL-4 what the database refuses is told in the dialog, and of several steps nothing stays', async ({
  inSample: page,
  bench: { table, run },
}) => {
  await page.goto(`/explore/${encodeURIComponent(table)}?structure`);
  await choose(page, 'name', 'Change …');
  await field(page, 'Comment').fill('How they are called');
  await field(page, 'Name').fill('note');
  await dialog(page).getByRole('button', { name: 'Apply' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('already exists');
  const comments = await run(
    `select col_description('"${table}"'::regclass, attnum) from pg_attribute
      where attrelid = '"${table}"'::regclass and attname = 'name'`,
  );
  expect(comments).toEqual([[null]]);
});

test('SQL-4 a new table refers to another, has an index, and is dropped again', async ({
  inSample: page,
  bench: { table },
}) => {
  const cards = `${table} cards`;
  await page.goto('/explore?schema=public');
  await page.getByRole('button', { name: 'New table' }).click();
  await field(page, 'Name').fill(cards);
  await field(page, 'Name of column 2').fill('owner');
  await typeField(page, 'Type of column 2').fill('integer');
  await finish(page, 'New table');
  await expect(page.getByRole('heading', { name: cards })).toBeVisible();

  await page.getByRole('link', { name: 'Structure' }).click();
  await page.getByRole('button', { name: 'Add index' }).click();
  await dialog(page).getByRole('combobox', { name: 'Columns' }).click();
  await page.getByRole('option', { name: 'owner' }).click();
  await finish(page, 'Add index');
  await expect(page.getByRole('row', { name: /owner_idx/ })).toBeVisible();

  await page.getByRole('button', { name: 'Add foreign key' }).click();
  await dialog(page).getByRole('combobox', { name: 'Column that refers' }).click();
  await page.getByRole('option', { name: 'owner' }).click();
  await dialog(page).getByRole('combobox', { name: 'Table' }).fill(table);
  await page.getByRole('option', { name: table, exact: true }).click();
  await finish(page, 'Add foreign key');
  await expect(page.getByRole('row', { name: /FOREIGN KEY \(owner\)/ })).toBeVisible();

  await choose(page, cards, 'Drop …');
  await expect(dialog(page).getByRole('button', { name: 'Drop it' })).toBeDisabled();
  await dialog(page).getByRole('textbox').fill(cards);
  await finish(page, 'Drop it');
  await page.getByRole('textbox', { name: 'Search tables' }).fill(table);
  await expect(page.getByRole('link', { name: table, exact: true }).last()).toBeVisible();
  await expect(page.getByRole('link', { name: cards })).toHaveCount(0);
});
