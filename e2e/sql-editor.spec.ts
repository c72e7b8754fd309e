import type { Page } from '@playwright/test';
import { expect, expectAccessible } from './fixtures.ts';
import { runSql, test } from './sample.ts';

async function openTab(page: Page, sql: string): Promise<void> {
  await page.getByRole('button', { name: 'New tab', exact: true }).click();
  await page.locator('.cm-content').focus();
  await page.keyboard.insertText(sql);
}

function resultRow(page: Page, name: RegExp | string) {
  return page.getByRole('grid').getByRole('row', { name });
}

test('SQL-8.1 SQL-8.3 SQL-8.4 statements give a result each, errors are underlined, a long one is cancelled, and all of it survives a reload', async ({
  inSample: page,
}) => {
  await page.goto('/sql/editor');
  await openTab(page, 'select 11 as a;\nselect 22 as b;\nselect 33 as c');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(page.getByRole('tab', { name: /^Result \d/ })).toHaveCount(3);
  await expect(page.getByRole('gridcell', { name: '11' })).toBeVisible();
  await page.getByRole('tab', { name: /^Result 3/ }).click();
  await expect(page.getByRole('gridcell', { name: '33' })).toBeVisible();
  await expectAccessible(page);

  await openTab(page, 'select emial from customers');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('alert')).toContainText('column "emial" does not exist');
  await expect(page.locator('.cm-lintRange-error')).toHaveText('emial');

  await openTab(page, 'select pg_sleep(1000)');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await page.keyboard.press('Control+.');
  await expect(page.getByRole('heading', { name: 'Cancelled' })).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('select 44 as still_works');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('gridcell', { name: '44' })).toBeVisible();
  await page.reload();
  await expect(page.locator('.cm-content')).toHaveText('select 44 as still_works');
});

test('SQL-8.2 completion knows the schema, and a long result scrolls to its last row', async ({
  inSample: page,
}) => {
  await page.goto('/sql/editor');
  await openTab(page, 'select o.number from orders o join ');
  await expect(page.getByRole('button', { name: 'orders', exact: true })).toBeVisible();
  await page.keyboard.type('cust');
  const proposed = page.getByRole('option', { name: /^customers/ }).first();
  await expect(proposed).toBeVisible();
  // While it is looked up again for what was typed since, the list takes no click.
  await expect(page.locator('.cm-tooltip-autocomplete-disabled')).toBeHidden();
  await proposed.click();
  await expect(page.locator('.cm-content')).toContainText(
    'join customers c on o.customer_id = c.id',
  );
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('select n, n * 2 as twice from generate_series(1, 100000) n');
  await page.getByLabel('Most rows').selectOption({ label: '100,000 rows' });
  await page.locator('.cm-content').press('Control+Enter');
  await expect(page.getByRole('tab', { name: /100,000/ })).toBeVisible();
  await page.getByRole('grid').evaluate((grid) => grid.scrollTo(0, grid.scrollHeight));
  await expect(resultRow(page, /200000/)).toBeVisible();
});

test('SQL-8.5 SQL-10 cells of a result are marked by mouse and keys, and copied as what is pasted next', async ({
  inSample: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const pasted = () => page.evaluate(() => navigator.clipboard.readText());
  await page.goto('/sql/editor');
  await openTab(
    page,
    `select n as a, 'row ' || n as b, nullif(n, 2) as c from generate_series(1, 3000) n`,
  );
  await page.keyboard.press('Control+Enter');
  const cell = (name: string) => page.getByRole('gridcell', { name, exact: true });
  await cell('row 1').hover();
  await page.mouse.down();
  await cell('row 3').hover();
  const end = (await page
    .getByRole('row', { name: /row 3/ })
    .getByRole('gridcell')
    .nth(3)
    .boundingBox())!;
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2);
  await page.mouse.up();
  await page.keyboard.press('Control+c');
  await expect.poll(pasted).toBe('row 1\t1\nrow 2\t\nrow 3\t3');

  await cell('row 2').click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+c');
  await expect.poll(pasted).toBe('row 2\nrow 3\nrow 4');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('3 marked cells')).toBeVisible();
  await page.getByRole('menuitem', { name: 'b as IN list' }).click();
  await expect.poll(pasted).toBe("('row 2', 'row 3', 'row 4')");

  await cell('row 1').click();
  await cell('row 2').click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByRole('menuitem', { name: 'as INSERT' }).click();
  await expect.poll(pasted).toBe("insert into table_name (b) values\n  ('row 1'),\n  ('row 2');");

  // Rows that were never on screen are marked and copied with the others.
  await cell('row 1').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  await expect.poll(async () => (await pasted()).split('\n').length).toBe(1000);
  expect((await pasted()).split('\n').at(-1)).toBe('1000\trow 1000\t1000');
});

test('SQL-8.7 SQL-8.14 SQL-8.15 what a write would do is shown before it happens, in a transaction it can be taken back, edits are merged, and a query is saved with its versions', async ({
  inSample: page,
  member,
  request,
}) => {
  await page.goto('/sql/editor');
  await openTab(page, 'create table if not exists editor_trial (id int primary key, name text)');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('CREATE TABLE done')).toBeVisible();
  await openTab(
    page,
    `insert into editor_trial values (1, 'one'), (2, 'two') on conflict do nothing`,
  );
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('INSERT done')).toBeVisible();

  await openTab(page, `update editor_trial set name = upper(name) where id = :id`);
  await page.getByRole('textbox', { name: ':id' }).fill('2');
  await page.getByRole('button', { name: 'Preview effect' }).click();
  const effect = page.getByRole('dialog', { name: 'Effect' });
  await expect(effect).toContainText('1 row of editor_trial would be changed.');
  await expect(effect.getByRole('cell', { name: 'two TWO' })).toBeVisible();
  await effect.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('button', { name: 'Roll back' })).toBeVisible();
  await page.locator('.cm-content').press('Control+Enter');
  await expect(page.getByText('UPDATE done')).toBeVisible();
  await page.getByRole('button', { name: 'Roll back' }).click();
  await expect(page.getByRole('button', { name: 'Begin' })).toBeVisible();

  await openTab(page, 'select id, name from editor_trial order by id');
  await page.keyboard.press('Control+Enter');
  await expect(resultRow(page, /two/)).toBeVisible();
  await resultRow(page, /two/).getByRole('gridcell', { name: 'two' }).dblclick();
  await page.getByRole('textbox', { name: 'name' }).fill('zwei');
  await page.keyboard.press('Enter');
  const edits = page.getByRole('region', { name: 'Staged changes' });
  await expect(edits).toContainText('1 change');
  await page.keyboard.press('Control+z');
  await expect(edits).toBeHidden();
  await page.keyboard.press('Control+Shift+z');
  await expect(edits).toContainText('1 change');
  await runSql(request, member, `update editor_trial set name = 'deux' where id = 2`);
  await edits.getByRole('button', { name: 'Save' }).click();
  const merge = page.getByRole('dialog', { name: '1 row changed meanwhile' });
  await expect(merge.getByRole('row', { name: /name two/ })).toContainText('deux');
  await expectAccessible(page);
  await merge.getByRole('button', { name: 'Save merged' }).click();
  await expect(edits).toBeHidden();
  await expect(resultRow(page, /zwei/)).toBeVisible();
  await page.getByRole('columnheader', { name: /^name/ }).click();
  await page.getByRole('columnheader', { name: /^name/ }).click();
  await expect(page.getByRole('columnheader', { name: /^name/ })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toContainText('zwei');

  await page.locator('.cm-content').press('Control+s');
  const save = page.getByRole('dialog', { name: 'Save query' });
  await save.getByLabel('Name').fill('Trial rows');
  await save.getByLabel('Folder').fill('Trials');
  await save.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Trial rows', exact: true })).toBeVisible();
  await page.locator('.cm-content').press('Control+End');
  await page.keyboard.insertText(' desc');
  await page.locator('.cm-content').press('Control+s');
  await save.getByRole('button', { name: 'Save version 2' }).click();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  await expect(page.getByRole('dialog', { name: 'Versions' })).toContainText('Version 2');
  await page.keyboard.press('Escape');

  await openTab(page, 'drop table editor_trial');
  await page.keyboard.press('Control+Enter');
  const asked = page.getByRole('dialog');
  await expect(asked).toContainText('editor_trial is dropped with everything in it.');
  await asked.getByRole('button', { name: 'Run it' }).click();
  await expect(page.getByText('DROP TABLE done')).toBeVisible();
});

test('SQL-9 SQL-8.11 the wizard leads from a template to SQL in the editor or a tile, each step in the address', async ({
  inSample: page,
}) => {
  await page.goto('/sql/wizard');
  await page.getByRole('combobox', { name: 'Table' }).click();
  await page.getByRole('option', { name: 'orders', exact: true }).click();
  await page.getByRole('button', { name: /^Over time/ }).click();
  const live = page.getByRole('complementary', { name: 'SQL and sample' });
  await expect(live).toContainText(`date_trunc('month', placed_at)`);
  await expect(live.getByRole('grid', { name: 'Sample' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/step=columns/);
  await page.getByLabel('By', { exact: true }).selectOption('Year');
  await expect(live).toContainText(`date_trunc('year', placed_at)`);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/step=review/);
  await page.goBack();
  await expect(page.getByLabel('By', { exact: true })).toHaveValue('year');
  await page.goForward();
  const [query, dashboard] = ['Orders by year', 'Years'].map((name) => `${name} ${Date.now()}`);
  await page.getByLabel('Save under a name').fill(query ?? '');
  await page.getByRole('button', { name: 'Save as a tile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send to dashboard' });
  await expect(dialog.getByLabel('Save the query as')).toHaveValue(query ?? '');
  await dialog.getByLabel('Dashboard', { exact: true }).selectOption('New dashboard');
  await dialog.getByLabel('Name of the new dashboard').fill(dashboard ?? '');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('application', { name: `Chart of ${query}: Line` })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Open in the editor' }).click();
  await expect(page).toHaveURL(/\/sql\/editor\?.*tab=/);
  await expect(page.locator('.cm-content')).toContainText(`date_trunc('year', placed_at)`);
});
