import { cell, copy, test } from './edited-table.ts';
import { expect, expectAccessible, restBetweenTaps } from './fixtures.ts';

test('ranges are pasted, filled down and edited together, and what the database refuses stands at its row', async ({
  inSample: page,
  bench: { table, run },
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/explore/${encodeURIComponent(table)}`);
  const bar = page.getByRole('region', { name: 'Staged changes' });
  await cell(page, 'Ada').click();
  await copy(page, 'Anna\tx\nBert\ty\nCora\tz\nDora\t');
  await page.keyboard.press('Control+v');
  await expect(bar).toContainText('7 changes');
  await expect(cell(page, 'Dora')).toBeVisible();

  await cell(page, 'fine').first().click();
  await page.keyboard.type('good');
  // Enter goes on to the row below.
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+d');
  await expect(cell(page, 'good')).toHaveCount(3);
  // A click unmarks them, also one on the cell they were marked from.
  await cell(page, 'good').first().click();
  await page.keyboard.press('Delete');
  await expect(cell(page, 'good')).toHaveCount(2);
  await page.keyboard.press('Control+z');
  await expect(cell(page, 'good')).toHaveCount(3);

  for (const box of await page.getByRole('checkbox', { name: 'Select' }).all()) await box.check();
  await cell(page, 'Bert').click({ button: 'right' });
  await page.getByRole('menuitem', { name: /Edit a column of \d rows/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Column').selectOption('big');
  await dialog.getByRole('textbox', { name: 'big' }).fill('9223372036854775808');
  await expect(dialog).toContainText('Too large for this type.');
  await dialog.getByRole('button', { name: /Set in \d rows/ }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(bar.getByRole('alert')).toContainText('out of range');
  expect(await run(`select count(*)::int from "${table}" where name = 'Anna'`)).toEqual([[0]]);

  await page.keyboard.press('Control+z');
  await restBetweenTaps(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(bar).toBeHidden();
  expect(await run(`select name, note, mood from "${table}" order by id`)).toEqual([
    ['Anna', 'x', 'good'],
    ['Bert', 'y', 'good'],
    ['Cora', 'z', 'good'],
    ['Dora', null, 'fine'],
  ]);
});

test('SQL-3 every row that matches a filter is changed or deleted at once, and brought back', async ({
  inSample: page,
  bench: { table, run },
}) => {
  await run(`insert into "${table}" (big, name) select 7, 'N' || n from generate_series(1, 60) n`);
  await page.goto(`/explore/${encodeURIComponent(table)}`);
  const bar = page.getByRole('region', { name: 'Filters and order' });
  await bar.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('Column', { exact: true }).selectOption('big');
  await page.getByRole('textbox', { name: 'Value' }).fill('7');
  // A click beside the form takes nothing away.
  await cell(page, 'N9').last().click();
  await bar.getByRole('button', { name: 'Filter Edited, not applied yet' }).click();
  await expect(page.getByRole('textbox', { name: 'Value' })).toHaveValue('7');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(bar).not.toContainText('not applied');

  const dialog = page.getByRole('dialog', { name: 'Change all rows that match' });
  const openDialog = async () => {
    await page.getByRole('checkbox', { name: 'Select', exact: true }).first().check();
    await page.getByRole('button', { name: 'All that match …' }).click();
    await expect(dialog).toContainText('Rows where big is 7');
  };
  const moods = () => run(`select mood, count(*)::int from "${table}" group by 1 order by 1`);
  await openDialog();
  await dialog.getByLabel('Column', { exact: true }).selectOption('mood');
  await dialog.getByRole('textbox', { name: 'mood' }).fill('calm');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Set in 60 rows' }).click();
  await expect(dialog).toBeHidden();
  expect(await moods()).toEqual([
    ['calm', 60],
    ['fine', 3],
  ]);
  await openDialog();
  await dialog.getByText('Delete', { exact: true }).click();
  await run(`insert into "${table}" (big, name) values (7, 'late')`);
  await dialog.getByRole('button', { name: 'Delete 60 rows' }).click();
  await expect(dialog).toContainText('Meanwhile 61 rows match. Nothing was written.');
  await restBetweenTaps(page);
  await dialog.getByRole('button', { name: 'Delete 61 rows' }).click();
  await expect(dialog).toBeHidden();
  expect(await moods()).toEqual([['fine', 3]]);
  await page.getByRole('alert').filter({ hasText: '61 rows deleted' }).getByText('Undo').click();
  await expect.poll(moods).toEqual([
    ['calm', 60],
    ['fine', 4],
  ]);
});
