import type { Page } from '@playwright/test';
import { expect, expectAccessible } from './fixtures.ts';
import { test } from './sample.ts';

const odd = 'Straße/100% "x"';
const oddAddress = '/explore/Stra%C3%9Fe%2F100%25%20%22x%22';

test('the tables of a database are listed, searched and opened by keyboard', async ({
  inSample: page,
}) => {
  await page.goto('/explore');
  const search = page.getByRole('textbox', { name: 'Search tables' });
  await expect(page.getByRole('main').getByRole('row', { name: /^customers/ })).toContainText(
    'Everyone who signed up',
  );
  await expectAccessible(page);
  await search.fill('order_it');
  await expect(page.getByText('1 of ')).toBeVisible();
  await search.press('Enter');
  await expect(page).toHaveURL(/\/explore\/order_items\?/);
  await expect(page.getByRole('grid', { name: 'order_items' })).toBeVisible();
});

test('SQL-4 a schema is seen as a diagram, whole or around one table, by keyboard too', async ({
  inSample: page,
}) => {
  await page.goto('/explore/payments');
  await page.getByRole('link', { name: 'Show in the diagram' }).click();
  const orders = page.getByRole('article', { name: 'orders', exact: true });
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(orders.getByRole('listitem').filter({ hasText: 'id' }).first()).toBeVisible();
  await expect(page.getByText('payments (order_id) refers to orders (id)')).toBeAttached();

  await orders.getByRole('link', { name: 'Only orders and the tables around it' }).click();
  await expect(page).toHaveURL(/focus=orders/);
  await expect(page.getByRole('article', { name: 'customers' })).toBeVisible();
  await page.getByText('All columns').click();
  await expect(orders).toContainText('placed_at');
  await page.reload();
  await expect(orders).toContainText('placed_at');

  await page.getByRole('link', { name: 'Whole schema' }).click();
  const search = page.getByRole('combobox', { name: 'Search tables' });
  await search.fill('warehou');
  await page.getByRole('option', { name: 'warehouses' }).click();
  const warehouses = page.getByRole('article', { name: 'warehouses' });
  await expect(warehouses).toHaveAttribute('data-lit');
  await expectAccessible(page);
  await warehouses.getByRole('link', { name: 'warehouses', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid', { name: 'warehouses' })).toBeVisible();

  await page.goto('/explore?mode=diagram');
  await page.getByText('List', { exact: true }).click();
  await expect(page.getByRole('main').getByRole('row', { name: /^customers/ })).toBeVisible();
});

test('NAV-8 SQL-10 a table with the oddest name shows every value as it is, also over a reload', async ({
  inSample: page,
}) => {
  await page.goto('/explore');
  await page.getByRole('main').getByRole('link', { name: odd }).click();
  await expect(page).toHaveURL(new RegExp(`${oddAddress}\\?`));
  await expect(gridRow(page, 'nothing odd here')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: odd })).toBeVisible();
  await expect(
    gridRow(page, 'an empty text is not null').getByText('empty', { exact: true }),
  ).toBeVisible();
  await expect(gridRow(page, 'null inside JSON').getByText('null', { exact: true })).toBeVisible();
  await expect(gridRow(page, 'only text')).toContainText('<script>alert(1)</script>');
  await expect(gridRow(page, 'more digits than a float')).toContainText(
    '12345678901234567890.123456789',
  );
  await expectAccessible(page);
});

test('a filter and an order stand in the address, and going back takes them away', async ({
  inSample: page,
}) => {
  await page.goto(oddAddress);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('Column', { exact: true }).selectOption('quote"d');
  await page.getByLabel('Value', { exact: true }).fill('null');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('of 2');
  await page.getByRole('columnheader', { name: 'select' }).getByRole('button').first().click();
  await page.getByRole('columnheader', { name: 'select' }).getByRole('button').first().click();
  await expect(page).toHaveURL(/sort=select%3Adesc/);
  await expect(page.getByRole('gridcell', { name: '6', exact: true })).toBeVisible();

  await page.reload();
  const chip = page.getByRole('button', { name: /quote"d contains null/ });
  await expect(chip).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText('null inside JSON');
  await page.getByRole('button', { name: 'Remove filter' }).click();
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('of 20');
  await page.goBack();
  await expect(chip).toBeVisible();
});

test('what is wrong with a filter is said in it, and the rows stay', async ({ inSample: page }) => {
  await page.goto('/explore/products');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('Column', { exact: true }).selectOption('price');
  await page.getByLabel('Value', { exact: true }).fill('cheap');
  await expect(page.getByText('This takes a number.')).toBeVisible();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByLabel('Value', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'SQL condition' }).click();
  const condition = page.getByRole('textbox', { name: 'Condition in SQL' });
  await condition.fill('nope = 1');
  await condition.press('Enter');
  await expect(page.getByRole('alert')).toContainText('column "nope" does not exist');
  await expect(condition).toHaveValue('nope = 1');
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await condition.fill('price > 100000');
  await condition.press('Enter');
  await expect(page.getByText('No row matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(page.getByRole('gridcell').first()).toBeVisible();
});

test('scrolling goes on through the rows and back to the first', async ({ inSample: page }) => {
  await page.goto('/explore/events');
  const grid = page.getByRole('grid', { name: 'events' });
  const status = page.getByRole('region', { name: 'Status' });
  await expect(status).toContainText(/^1–\d\d of ~/);
  const scrollTo = async (top: number, cell: string) => {
    await grid.evaluate((element, to) => (element.scrollTop = to), top);
    const key = page
      .getByRole('gridcell', { name: cell, exact: true })
      .and(page.locator('[aria-colindex="2"]'));
    await expect(key).toBeInViewport({ timeout: 1_000 });
  };
  // What lies beyond the loaded rows can not be scrolled to before they are there.
  await expect(() => scrollTo(3_000, '110')).toPass();
  await expect(() => scrollTo(6_000, '210')).toPass();
  await expect(() => scrollTo(0, '1')).toPass();
  await page.getByRole('button', { name: 'count exactly' }).click();
  await expect(status).toContainText('exact');
});

test('SQL-3 rows drawn anew in a quick scroll stand in order once it ends, and the cursor keeps its cell', async ({
  inSample: page,
}) => {
  await page.goto('/explore/customers');
  const grid = page.getByRole('grid', { name: 'customers' });
  const first = grid.getByRole('gridcell', { name: '1', exact: true }).first();
  await first.click();
  await page.mouse.move(2, 2);
  // Under a pointer that was just moved, rows are drawn as ever.
  const pass = (element: HTMLElement | SVGElement) => {
    element.dispatchEvent(new Event('scroll'));
    return 'passing' in element.dataset;
  };
  await expect.poll(() => grid.evaluate(pass)).toBe(true);
  const left = await grid.evaluate(async (element) => {
    const rows = () => [...element.querySelectorAll<HTMLElement>('[role=row]')].slice(1);
    const before = new Set(rows());
    for (let step = 0; step < 30; step += 1) {
      element.scrollTop += 90;
      // Told at once, no step comes so late that rows stand in between.
      element.dispatchEvent(new Event('scroll'));
      await Promise.resolve();
    }
    return rows().filter((row) => before.has(row)).length;
  });
  // Of those that were there at first only the cursor's row is where it was; the others serve again.
  expect(left).toBeGreaterThan(10);
  const places = () =>
    grid.evaluate((element) =>
      [...element.querySelectorAll('[role=row]')].map((row) => Number(row.ariaRowIndex)),
    );
  await expect.poll(async () => (await places()).at(-1)).toBeGreaterThan(90);
  await expect
    .poll(async () => {
      const shown = await places();
      return shown.join() === shown.toSorted((one, other) => one - other).join();
    })
    .toBe(true);
  await page.keyboard.press('ArrowDown');
  await expect(grid.locator('[role=row][aria-rowindex="3"] [role=gridcell]:focus')).toHaveText('2');
});

test('a value is read in full, its row leads to related ones, and both can be copied', async ({
  inSample: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/explore/orders');
  const number = page.getByRole('gridcell', { name: 'CW-0000001' });
  await number.click();
  await page.keyboard.press('Control+c');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('CW-0000001');
  await page.keyboard.press('Space');
  const panel = page.getByRole('complementary', { name: 'Value' });
  await expect(panel).toContainText('CW-0000001');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'SQL INSERT' }).click();
  const insert = await page.evaluate(() => navigator.clipboard.readText());
  // The number is made by the database itself, and takes no value.
  expect(insert).toMatch(/^insert into "public"\."orders" \("id", "customer_id", .*\(1, \d+, '/s);
  expect(insert).not.toContain('"number"');

  await panel.getByRole('link', { name: /^customers/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'customers' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('1–1 of 1');
});

test('SET-4 cards and JSON show the same rows, and the choice is remembered for the table', async ({
  inSample: page,
}) => {
  await page.goto('/explore/warehouses');
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await page.getByText('JSON', { exact: true }).click();
  await expect(page.getByText('"code"').first()).toBeVisible();
  await saved;
  await page.goto('/explore');
  await page.getByRole('main').getByRole('link', { name: 'warehouses' }).click();
  await expect(page.getByText('"code"').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByText('Gallery', { exact: true }).click();
  await expect(page.getByText('"code"').first()).toBeHidden();
  await expectAccessible(page);
});

test('a hidden column stays hidden in the link and in this browser', async ({ inSample: page }) => {
  await page.goto('/explore/customers');
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('checkbox', { name: 'email' }).uncheck();
  await expect(page.getByRole('columnheader', { name: 'email' })).toHaveCount(0);
  await expect(page).toHaveURL(/column=id/);
  await page.goto('/explore/customers');
  await expect(page.getByRole('columnheader', { name: 'id' }).first()).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'email' })).toHaveCount(0);
});

function gridRow(page: Page, text: string) {
  return page.getByRole('row').filter({ hasText: text });
}

test('SQL-2 a view with alternatives is kept, shared, and restored by its link, and says when it was changed', async ({
  inSample: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const name = `Urgent ${Date.now()}`;
  const status = page.getByRole('region', { name: 'Status' });
  await page.goto('/explore/orders');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('Column', { exact: true }).selectOption('status');
  await page.getByLabel('Value', { exact: true }).selectOption('cancelled');
  await page.getByRole('button', { name: 'or', exact: true }).click();
  await page.getByLabel('Value', { exact: true }).nth(1).selectOption('returned');
  await page.getByRole('button', { name: 'Apply' }).click();
  const chip = page.getByRole('button', { name: 'status is cancelled or status is returned' });
  await expect(chip).toBeVisible();

  // A group is added, negated and taken out again, all of it by the keyboard.
  await chip.press('Enter');
  await page.getByRole('button', { name: 'Group' }).press('Enter');
  const group = page.getByRole('group', { name: 'Group 3' });
  await expect(group.getByLabel('Column', { exact: true })).toBeFocused();
  await group.getByLabel('Column', { exact: true }).selectOption('channel');
  await group.getByLabel('Value', { exact: true }).fill('web');
  await group.getByRole('button', { name: 'not' }).first().press('Enter');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Apply' }).press('Enter');
  const nested = page.getByRole('button', {
    name: /status is returned or not channel contains web$/,
  });
  await nested.press('Enter');
  const condition = page.getByRole('group', { name: 'Condition 3' });
  await condition.getByRole('button', { name: 'Move up' }).press('Enter');
  await page
    .getByRole('group', { name: 'Condition 2' })
    .getByRole('button', { name: 'Remove' })
    .press('Enter');
  await page.getByRole('button', { name: 'Apply' }).press('Enter');
  await expect(chip).toBeVisible();

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Save as a view' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('checkbox', { name: 'Share with the project' }).check();
  await page.getByRole('button', { name: 'Save as a view' }).click();
  const menu = page.getByRole('button', { name: new RegExp(name) }).first();
  await expect(menu).toBeVisible();
  await expect(page.getByText('Changed since it was saved')).toHaveCount(0);
  const view = /view=([\w-]+)/.exec(page.url())?.[1] ?? '';

  await page.getByRole('columnheader', { name: 'number' }).getByRole('button').first().click();
  await expect(menu).toHaveAccessibleName(/Changed since it was saved/);
  await menu.click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back to how it was saved' }).click();
  await expect(page).not.toHaveURL(/sort=/);

  // A link needs no more than the name of the view.
  await page.goto(`/explore/orders?view=${view}`);
  await expect(chip).toBeVisible();
  await expect(status).toContainText(/of ~?\d/);
  await page.getByRole('button', { name: 'Copy SQL' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^select \*\nfrom "public"\."orders"\nwhere .*'cancelled'.* or .*'returned'/,
  );

  await menu.click();
  await page.getByRole('button', { name: `Open the table with ${name}` }).click();
  await page.goto('/explore/orders');
  await expect(chip).toBeVisible();
  await menu.click();
  await page.getByRole('button', { name: 'All rows' }).click();
  await expect(chip).toBeHidden();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: `More about ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText(`View “${name}” deleted`)).toBeVisible();
});

test('SQL-4 a column tells its common values, a foreign key what it points at, both lead on', async ({
  inSample: page,
}) => {
  await page.goto('/explore/orders');
  // Beside the name there is a button as well, as long as the pointer is over it: what is loaded above
  // the rows later may move them away from under a pointer that rests.
  await page.getByRole('columnheader', { name: 'status' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  const profile = page.getByRole('dialog');
  await expect(profile).toContainText('Most common values');
  await expectAccessible(page);
  await profile.getByRole('button', { name: /^cancelled/ }).click();
  await expect(page.getByRole('button', { name: 'status is cancelled' })).toBeVisible();

  await page
    .getByRole('link', { name: /^Peek at customers/ })
    .first()
    .click();
  const peek = page.getByRole('dialog');
  await expect(peek.getByRole('heading', { level: 2 })).toBeVisible();
  await peek.getByRole('button', { name: 'Count' }).click();
  await expect(peek.getByRole('link', { name: /^orders customer_id [1-9]/ })).toBeVisible();
  await expectAccessible(page);
  await peek.getByRole('link', { name: /^orders customer_id/ }).click();
  await expect(page.getByRole('button', { name: /^customer_id is \d+$/ })).toBeVisible();

  // Inside a document, by its path.
  await page.goto('/explore/customers');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('Column', { exact: true }).selectOption('preferences');
  await page.getByLabel('Path inside the JSON').fill('theme');
  await page.getByLabel('Value', { exact: true }).fill('dark');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('button', { name: 'preferences → theme is dark' })).toBeVisible();
  await expect(page.getByRole('gridcell').first()).toBeVisible();
});
