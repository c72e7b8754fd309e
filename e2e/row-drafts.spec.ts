import type { Page } from '@playwright/test';
import { cell, test } from './edited-table.ts';
import { expect, expectAccessible, signIn } from './fixtures.ts';
import { createSampleMember, runSql } from './sample.ts';

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

test('SQL-3 what is typed on in an open cell right after its row was saved is an edit of that row, of a new one too', async ({
  inSample: page,
  bench: { table, run },
}) => {
  await page.goto(`/explore/${encodeURIComponent(table)}?sort=id:asc`);
  const bar = page.getByRole('region', { name: 'Staged changes' });
  const saveOpen = async () => {
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('dialog')).toContainText('name');
    await page.keyboard.press('Control+s');
    await expect(bar).toBeHidden();
    await expect(page.getByRole('textbox', { name: 'name' })).toBeFocused();
  };
  await cell(page, 'Ada').click();
  await page.keyboard.type('Ada L');
  await saveOpen();
  await page.keyboard.type('.');
  await expect(bar).toContainText('1 change');
  await saveOpen();
  await page.keyboard.press('Enter');

  await page.keyboard.press('Insert');
  await expect(page.getByText('kept on the server')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.type('New');
  await saveOpen();
  await page.keyboard.type(' one');
  await expect(cell(page, 'NEW')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(cell(page, 'New one')).toBeVisible();
  await bar.getByRole('button', { name: 'Save' }).click();
  await expect(bar).toBeHidden();
  expect(await run(`select name from "${table}" order by id`)).toEqual([
    ['Ada L.'],
    ['Grace'],
    ['Edsger'],
    ['New one'],
  ]);
});

test('SQL-3 a row that is edited again while it is being saved is no conflict with itself', async ({
  inSample: page,
  bench: { table, run },
}) => {
  await stageName(page, table, 'Ada L.');
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const answered = page.waitForResponse(/draft\/apply/);
  await page.route(/draft\/apply/, async (route) => {
    const answer = await route.fetch();
    await held;
    await route.fulfill({ response: answer });
  });
  const bar = page.getByRole('region', { name: 'Staged changes' });
  await bar.getByRole('button', { name: 'Save' }).click();
  await cell(page, 'Ada L.').click();
  await page.keyboard.type('Ada Lovelace');
  await page.keyboard.press('Tab');
  await page.keyboard.type('noted');
  await page.keyboard.press('Enter');
  release();
  await answered;
  await page.unroute(/draft\/apply/);
  await expect(page.getByText('Saved 1 change')).toBeVisible();
  await expect(bar).toContainText('2 changes');
  await expect(bar).toContainText('kept on the server');
  await bar.getByRole('button', { name: 'Save' }).click();
  await expect(bar).toBeHidden();
  expect(await run(`select name, note from "${table}" where id = 1`)).toEqual([
    ['Ada Lovelace', 'noted'],
  ]);
});

test('SQL-3 the active cell stays with its row when rows that were read again stand elsewhere', async ({
  inSample: page,
  bench: { table, run },
}) => {
  await page.goto(`/explore/${encodeURIComponent(table)}?sort=name:asc`);
  await cell(page, 'Grace').click();
  await run(`insert into "${table}" (name) values ('Aaron'), ('Abel')`);
  await page.getByRole('button', { name: 'Read again' }).click();
  await expect(cell(page, 'Aaron')).toBeVisible();
  await expect(cell(page, 'Grace')).toHaveAttribute('aria-selected', 'true');
});

test('SQL-3 a table without rows names what adds one, on a phone too', async ({
  inSample: page,
  bench: { table, run },
}) => {
  await run(`delete from "${table}"`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/explore/${encodeURIComponent(table)}`);
  await expect(page.getByText('Add row', { exact: true }).filter({ visible: true })).toBeVisible();
});

test('SQL-10 NAV-7 SET-3 what changed since is asked about in whole German words on a phone', async ({
  page,
  request,
  bench: { table },
}) => {
  const who = 'Mareike Baumgartner-Wächter';
  const reader = await createSampleMember(request, { name: who });
  const language = await request.patch('/user', {
    headers: { authorization: `Bearer ${reader.token}` },
    data: { settings: { uiLang: 'de' } },
  });
  expect(language.status()).toBe(200);
  await runSql(request, reader, `update "${table}" set note = 'second' where id = 1`);
  await runSql(request, reader, `update "${table}" set note = 'third' where id = 1`);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, reader.token);
  const scope = `projectId=${reader.project}&connectorId=${reader.shop.id}`;
  await page.goto(`/explore/${encodeURIComponent(table)}?${scope}&history`);

  const sets = page.getByRole('main').getByRole('listitem');
  const line = sets.nth(1).getByRole('button', { name: /^Mareike/ });
  const arrow = await line.locator('svg').boundingBox();
  const name = await line.getByText(who).boundingBox();
  expect(arrow?.y).toBeGreaterThanOrEqual(name?.y ?? Infinity);

  await sets.nth(1).getByRole('button', { name: 'Zurücknehmen' }).click();
  const dialog = page.getByRole('dialog', { name: '1 Zeile wurde seither geändert' });
  for (const label of ['Alles lassen, wie es ist', 'Die übrigen Zeilen zurücknehmen']) {
    const words = dialog.getByText(label, { exact: true });
    await expect(words).toBeVisible();
    const cut = await words.evaluate((text) => text.scrollWidth - text.clientWidth);
    expect(cut, label).toBeLessThanOrEqual(0);
  }
  await expectAccessible(page);
});
