import type { Page } from '@playwright/test';
import { test } from './edited-table.ts';
import { expect, expectAccessible } from './fixtures.ts';

const stack = (page: Page, name: string) => page.getByRole('region', { name: `Stack ${name}` });
const card = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const changes = (page: Page) => page.getByText(/^\d+ changes?$/);

test('SQL-3 a board stacks rows by a column; moving a card stages an edit that is taken back or saved', async ({
  inSample: page,
  bench: { table, run },
}) => {
  const address = `/explore/${encodeURIComponent(table)}?mode=board&stack=mood&title=name`;
  await run(`alter table "${table}" add check (mood in ('bad', 'fine', 'great'))`);
  await run(`update "${table}" set mood = null where name = 'Edsger'`);
  await page.goto(address);
  await expect(stack(page, 'fine').getByRole('listitem')).toHaveCount(2);
  await expect(stack(page, 'great').getByRole('listitem')).toHaveCount(0);
  await expect(stack(page, 'No value')).toContainText('Edsger');
  await expectAccessible(page);

  // By the mouse.
  await card(page, 'Ada').dragTo(stack(page, 'great'));
  await expect(stack(page, 'great')).toContainText('Ada');
  await expect(stack(page, 'great').getByTitle('After saving: 1')).toBeVisible();
  // By keys: the card keeps the focus, and goes on.
  await card(page, 'Grace').press('Shift+ArrowLeft');
  await expect(stack(page, 'bad')).toContainText('Grace');
  await expect(card(page, 'Grace')).toBeFocused();
  await expect(page.getByText('Moved to bad. Not saved yet.')).toBeAttached();
  // By the menu.
  await stack(page, 'No value').getByRole('button', { name: 'More about this row' }).click();
  await page.getByRole('menuitem', { name: 'fine', exact: true }).click();
  await expect(stack(page, 'fine')).toContainText('Edsger');
  await expect(changes(page)).toHaveText('3 changes');
  await card(page, 'Edsger').press('Control+z');
  await expect(stack(page, 'No value')).toContainText('Edsger');
  // Who comes back before that is shown what was staged until then.
  await expect(page.getByRole('region', { name: 'Staged changes' })).toContainText(
    'kept on the server',
  );
  expect(await run(`select mood from "${table}" order by id`)).toEqual([
    ['fine'],
    ['fine'],
    [null],
  ]);

  // What is staged stands where it was moved to, also for who comes back.
  await page.goto(address);
  await expect(stack(page, 'great')).toContainText('Ada');
  await page.getByRole('button', { name: 'Review SQL' }).click();
  await expect(page.getByRole('dialog')).toContainText(`SET mood = 'great'`);
  await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click();
  await expect(changes(page)).toHaveCount(0);
  expect(await run(`select mood from "${table}" order by id`)).toEqual([
    ['great'],
    ['bad'],
    [null],
  ]);
  await expect(stack(page, 'great')).toContainText('Ada');
});

test('SQL-3 of many values the largest are stacks, and the way to the others is told', async ({
  inSample: page,
  bench: { table, run },
}) => {
  await run(`insert into "${table}" (name, note)
    select 'N' || n, 'note ' || n from generate_series(1, 40) n`);
  await run(
    `insert into "${table}" (name, note) select 'Many', 'note 7' from generate_series(1, 150)`,
  );
  await page.goto(`/explore/${encodeURIComponent(table)}?mode=board&stack=note&title=name`);
  await expect(stack(page, 'note 7')).toContainText('151');
  const others = page.getByRole('region', { name: 'Others' });
  await expect(others).toContainText('22 rows with 22 other values.');
  // It pages by itself.
  const last = stack(page, 'note 7').locator('[aria-posinset="151"]');
  await expect(async () => {
    await stack(page, 'note 7')
      .locator('[data-cards]')
      .evaluate((list) => {
        list.scrollTop = list.scrollHeight;
      });
    await expect(last).toBeVisible({ timeout: 500 });
  }).toPass();
  await others.getByRole('link').click();
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('22 of 22');
});

test('SQL-3 who may not write sees the board, and why nothing can be moved', async ({
  inSample: page,
  bench: { table, run },
}) => {
  await run(`create view "${table} seen" as select * from "${table}"`);
  await page.goto(
    `/explore/${encodeURIComponent(`${table} seen`)}?mode=board&stack=mood&title=name`,
  );
  const fine = stack(page, 'fine');
  await expect(fine.getByRole('listitem')).toHaveCount(3);
  await fine.getByRole('button', { name: 'More about this row' }).first().click();
  await expect(page.getByRole('menu')).toContainText('can not be told apart');
  await expect(page.getByRole('menuitem', { name: 'No value' })).toHaveCount(0);
  await run(`drop view "${table} seen"`);
});

test('SQL-3 a gallery shows rows with their pictures, and never loads one from elsewhere', async ({
  inSample: page,
  bench: { table, run },
}) => {
  const dot = `data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7`;
  await run(`update "${table}" set note = '${dot}' where name = 'Ada'`);
  await run(`update "${table}" set note = 'https://elsewhere.test/x.png' where name = 'Grace'`);
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('elsewhere')) foreign.push(request.url());
  });
  await page.goto(`/explore/${encodeURIComponent(table)}?mode=cards&picture=note&title=name`);
  await expect(card(page, 'Ada')).toBeVisible();
  await expect(page.locator(`img[src="${dot}"]`)).toBeVisible();
  await expect(page.getByText('Not loaded from elsewhere.test')).toBeVisible();
  expect(foreign).toEqual([]);
  await expectAccessible(page);
  await card(page, 'Ada').click();
  await expect(page.getByRole('complementary', { name: 'Value' })).toContainText('Ada');

  await page.goto('/explore/products?mode=cards');
  await expect(page.locator('img[src^="/api/s3/v1/view/"]').first()).toBeVisible();
});

test('SQL-3 arrows go between the cards of a gallery, also to those not drawn yet, and Enter opens one', async ({
  inSample: page,
  bench: { table, run },
}) => {
  await run(`insert into "${table}" (name) select 'N' || n from generate_series(1, 300) n`);
  await page.goto(`/explore/${encodeURIComponent(table)}?mode=cards&title=name&sort=id`);
  await expect(card(page, 'Ada')).toBeVisible();
  // One card is what the Tab key comes to.
  await expect(page.locator('[data-card][tabindex="0"]')).toHaveCount(1);
  await card(page, 'Ada').focus();
  await page.keyboard.press('ArrowRight');
  await expect(card(page, 'Grace')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(card(page, 'Ada')).toBeFocused();
  for (let line = 0; line < 20; line += 1) {
    const before = await page.locator('[data-card]:focus').textContent();
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('[data-card]:focus')).not.toHaveText(before ?? '');
  }
  const reached = await page.locator('[data-card]:focus').textContent();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Value' })).toContainText(reached ?? '');
});

test('SQL-3 a calendar shows rows on their days; a row that is moved keeps its time over a change of clocks', async ({
  inSample: page,
  bench: { table, run },
}) => {
  await run(`update "${table}" set at = '2026-03-28 09:30:00.5+00' where name = 'Ada'`);
  await run(`insert into "${table}" (name, at)
    select 'N' || n, '2026-03-10 12:00:00+00' from generate_series(1, 15) n`);
  const address = `/explore/${encodeURIComponent(table)}?mode=calendar&start=at&title=name&day=2026-03-01`;
  await page.goto(address);
  const day = (name: string) => page.getByRole('list', { name, exact: true });
  await expect(day('Saturday, 28 March 2026')).toContainText('Ada');
  await expect(day('Tuesday, 10 March 2026').getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);

  const ada = page.getByRole('link', { name: /Ada/ });
  await ada.press('Shift+ArrowRight');
  await ada.press('Shift+ArrowRight');
  await expect(day('Monday, 30 March 2026')).toContainText('Ada');
  await expect(changes(page)).toHaveText('1 change');
  await page.getByRole('button', { name: 'Review SQL' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click();
  await expect(changes(page)).toHaveCount(0);
  expect(
    await run(`select (at at time zone 'UTC')::text from "${table}" where name = 'Ada'`),
  ).toEqual([['2026-03-30 09:30:00.5']]);

  // Moved to another month by a key, it takes the reader along, and stands there before it is saved.
  await ada.press('Shift+ArrowDown');
  await expect(page.getByRole('heading', { name: 'April 2026', exact: true })).toBeVisible();
  await expect(day('Monday, 6 April 2026')).toContainText('Ada');
  await expect(ada).toBeFocused();
  await ada.press('Shift+ArrowDown');
  await expect(day('Monday, 13 April 2026')).toContainText('Ada');
  await ada.press('Control+z');
  await expect(day('Monday, 6 April 2026')).toContainText('Ada');
  await ada.press('Control+z');
  await expect(changes(page)).toHaveCount(0);

  // Where there is nothing, the calendar says where there is something.
  await page.getByLabel('Go to a day').fill('2031-05-04');
  await expect(page.getByRole('heading', { name: 'May 2031', exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Last before: 30 Mar/ }).click();
  await expect(day('Monday, 30 March 2026')).toContainText('Ada');
  await page.getByRole('link', { name: /12 more rows on Tuesday, 10 March 2026/ }).click();
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('15 of 15');
});

test('SQL-3 the way to look is kept with a saved view and for the page', async ({
  inSample: page,
  bench: { table },
}) => {
  await page.goto(`/explore/${encodeURIComponent(table)}`);
  await page.getByText('Board', { exact: true }).click();
  await page.getByLabel('Stacks by').selectOption('mood');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Save as a view' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('By mood');
  await page.getByRole('button', { name: 'Save as a view' }).click();
  await expect(page.getByRole('button', { name: 'By mood', exact: true })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('stack')).toBe('mood');

  // Without a way in the address it is the one that was chosen here last.
  await page.goto(`/explore/${encodeURIComponent(table)}`);
  await expect(page.getByLabel('Stacks by')).toBeVisible();
  await page.getByText('Table', { exact: true }).click();
  await expect(page.getByRole('grid')).toBeVisible();
});
