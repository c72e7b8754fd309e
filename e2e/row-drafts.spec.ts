import type { Page } from '@playwright/test';
import { cell, test } from './edited-table.ts';
import { expect } from './fixtures.ts';

async function stageName(page: Page, table: string, name: string): Promise<void> {
  await page.goto(`/explore/${encodeURIComponent(table)}`);
  await cell(page, 'Ada').click();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Staged changes' })).toContainText(
    'kept on the server',
  );
}

async function openResult(page: Page, sql: string): Promise<void> {
  await page.goto('/sql/editor');
  await page.getByRole('button', { name: 'New tab', exact: true }).click();
  await page.locator('.cm-content').focus();
  await page.keyboard.insertText(sql);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('grid').getByRole('row', { name: /first/ })).toBeVisible();
}

async function stageNote(page: Page, note: string): Promise<void> {
  await cell(page, 'first').dblclick();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(note);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Staged changes' })).toContainText('2 changes');
}

test('SQL-3 SQL-8.7 what is staged for a row in the explorer is shown in an SQL result, and saved together with what is edited there', async ({
  inSample: page,
  bench: { table, run },
}) => {
  await stageName(page, table, 'Ada L.');
  await openResult(page, `select id, name, note from "${table}" order by id`);
  await expect(cell(page, 'Ada L.')).toBeVisible();
  await stageNote(page, 'changed');
  const bar = page.getByRole('region', { name: 'Staged changes' });
  await bar.getByRole('button', { name: 'Save' }).click();
  await expect(bar).toBeHidden();
  expect(await run(`select name, note from "${table}" where id = 1`)).toEqual([
    ['Ada L.', 'changed'],
  ]);
});

test('SQL-3 SQL-8.7 throwing away what was edited in an SQL result leaves what was staged in the explorer', async ({
  inSample: page,
  bench: { table },
}) => {
  await stageName(page, table, 'Ada L.');
  await openResult(page, `select id, note from "${table}" order by id`);
  await stageNote(page, 'changed');
  const bar = page.getByRole('region', { name: 'Staged changes' });
  await expect(bar).toContainText('1 not on screen');
  await bar.getByRole('button', { name: 'Discard' }).click();
  await expect(bar).toBeHidden();
  await expect(cell(page, 'first')).toBeVisible();
  await page.goto(`/explore/${encodeURIComponent(table)}`);
  await expect(cell(page, 'Ada L.')).toBeVisible();
  await expect(cell(page, 'first')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Staged changes' })).toContainText('1 change');
});
