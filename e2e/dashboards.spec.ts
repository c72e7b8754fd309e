import type { APIRequestContext } from '@playwright/test';
import { expect, expectAccessible } from './fixtures.ts';
import { openPalette } from './jump-to.ts';
import { type SampleMember, test } from './sample.ts';

test('SQL-8.11 a query is written, sent to a new dashboard, arranged there, found where it is used, and missed when it is deleted', async ({
  inSample: page,
  member,
  request,
}) => {
  const mark = crypto.randomUUID().slice(0, 8);
  const [query, dashboard] = [`Orders by status ${mark}`, `Morning ${mark}`];

  await test.step('the result becomes a tile of a dashboard that is made for it', async () => {
    await page.goto('/sql/editor');
    await page.getByRole('button', { name: 'New tab', exact: true }).click();
    await page.locator('.cm-content').focus();
    await page.keyboard.insertText('select status, count(*) as orders from orders group by 1');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('grid')).toContainText('delivered');
    await page.getByRole('button', { name: 'Send to dashboard' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send to dashboard' });
    await dialog.getByLabel('Dashboard', { exact: true }).selectOption('New dashboard');
    await dialog.getByLabel('Name of the new dashboard').fill(dashboard);
    await expect(dialog.getByRole('radio', { name: 'Chart' })).toBeChecked();
    await dialog.getByLabel('Save the query as').fill(query);
    await expect(dialog).toContainText('The query is shared in the project');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: dashboard })).toBeVisible();
    await expect(page.getByRole('application', { name: `Chart of ${query}: Bars` })).toBeVisible();
  });

  await test.step('the tile is turned into a table, moved by keyboard, and a text is put beside it', async () => {
    await page.getByRole('link', { name: 'Customize' }).click();
    const tile = page.getByRole('button', { name: `Tile ${query}` });
    await tile.click();
    await page.getByLabel('Shown as').selectOption('Table');
    await page.getByLabel('Title', { exact: true }).fill('Where orders are');
    const moved = page.getByRole('button', { name: 'Tile Where orders are' });
    await moved.press('ArrowRight');
    await moved.press('Shift+ArrowDown');
    await expect(page.getByText('Column 2, row 1, 6 wide, 8 high')).toBeAttached();
    await page.getByRole('button', { name: 'Add tile' }).click();
    await page.getByRole('menuitem', { name: 'Text' }).click();
    await page.getByLabel('Text', { exact: true }).fill('Read **this** first');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect(page.getByText('Draft kept')).toBeVisible();
    await page.reload();
    await expect(page.getByText('What you arranged last time is here again')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Where orders are', exact: true })).toContainText(
      'delivered',
    );
    await expect(page.getByText('this', { exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('what somebody else saved meanwhile is merged tile by tile', async () => {
    await page.getByRole('link', { name: 'Customize' }).click();
    await page.getByRole('button', { name: 'Tile Where orders are' }).press('ArrowLeft');
    await changeElsewhere(request, member, page.url());
    await page.getByRole('button', { name: 'Show difference' }).click();
    const merge = page.getByRole('dialog', { name: 'Merge' });
    await expect(merge).toContainText('You moved or resized tiles.');
    await expect(merge).toContainText('They: text');
    await expectAccessible(page);
    await merge.getByRole('button', { name: 'Merge into my draft' }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByText('Read it twice')).toBeVisible();
  });

  await test.step('the query says where it is used, before it is deleted too, and the tile says that it is gone', async () => {
    await page.getByRole('button', { name: 'Actions for Where orders are' }).click();
    await page.getByRole('menuitem', { name: 'Open query in the editor' }).click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Save' }).click();
    const saving = page.getByRole('dialog', { name: 'Save query' });
    await expect(saving).toContainText('Used in 1 place');
    await expect(
      saving.getByRole('link', { name: `${dashboard} · Where orders are` }),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByText('Saved', { exact: true }).first().click();
    await page.getByRole('button', { name: `Actions for ${query}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const asking = page.getByRole('dialog', { name: `Delete ${query} although it is used?` });
    await expect(asking).toContainText(`${dashboard} · Where orders are`);
    await asking.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('link', { name: dashboard }).click();
    const tile = page.getByRole('region', { name: 'Where orders are', exact: true });
    await expect(tile).toContainText(`The query “${query}” behind this tile was deleted.`);
    await tile.getByRole('button', { name: 'Bring the query back' }).click();
    await expect(tile).toContainText('delivered');
  });

  await test.step('the dashboard is found by the palette, deleted, and brought back', async () => {
    await page.goto('/');
    const palette = await openPalette(page);
    await palette.getByRole('combobox').fill(dashboard);
    await palette.getByRole('option', { name: dashboard }).last().click();
    await expect(page.getByRole('heading', { level: 1, name: dashboard })).toBeVisible();
    await page.getByRole('button', { name: `Actions for ${dashboard}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page).toHaveURL(/\/dashboards$/);
    const card = page.getByRole('main').getByRole('link', { name: dashboard });
    await expect(card).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(card).toBeVisible();
  });
});

test('DASH-6 a table becomes a dashboard without SQL, which gets a tab, is published and restored, and leads from a number to its rows', async ({
  inSample: page,
}) => {
  const name = `Tickets ${crypto.randomUUID().slice(0, 8)}`;

  await test.step('the wizard is left and taken up again at its address', async () => {
    await page.goto('/dashboards/wizard');
    const choice = page.getByRole('main').getByRole('combobox', { name: 'Table' });
    await choice.fill('support_tickets');
    await page.getByRole('option', { name: 'support_tickets' }).click();
    await expect(page.getByRole('checkbox', { name: 'Newest rows' })).toBeChecked();
    const kept = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().includes('/wizards/'),
    );
    await page.getByRole('checkbox', { name: 'Newest rows' }).click();
    await expect(page).toHaveURL(/off=rows/);
    await kept;
    await page.goto(new URL(page.url()).pathname);
    await expect(page.getByRole('checkbox', { name: 'Newest rows' })).not.toBeChecked();
    await expectAccessible(page);
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('button', { name: /^Make it with/ }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  });

  await test.step('DASH-3 the filters it was made with offer what there is, and narrow every tile', async () => {
    const filters = page.getByRole('group', { name: 'Filters' });
    const status = filters.getByRole('combobox', { name: 'status' });
    await status.click();
    await page.getByRole('option', { name: 'open', exact: true }).click();
    await expect(page).toHaveURL(/f\.status=open/);
    await page.getByRole('option', { name: '(is empty)' }).click();
    await expect(page).toHaveURL(/f\.status=(~|%7E)n/);
    await page.keyboard.press('Escape');
    await expectAccessible(page);
    await filters.getByLabel('Period').selectOption('month-to-date');
    await expect(page).toHaveURL(/f\.period=month-to-date/);
    await page.goto(new URL(page.url()).pathname);
  });

  await test.step('DASH-4 a number leads to the rows it counts', async () => {
    await page.getByRole('button', { name: /^Actions for Rows of support_tickets/ }).click();
    await page.getByRole('menuitem', { name: 'Rows behind it' }).click();
    const behind = page.getByRole('dialog', { name: /^Rows behind/ });
    await expect(behind.getByRole('table')).toContainText('subject');
    await expectAccessible(page);
    await behind.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('DASH-5 a tab is made, a tile moved there, and hidden on phones', async () => {
    await page.getByRole('link', { name: 'Customize' }).click();
    await page.getByRole('button', { name: 'Add tab' }).click();
    await page.getByLabel('Name of the tab').fill('Details');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByRole('button', { name: 'Tile When it happens' }).click();
    await page.getByLabel('Tab', { exact: true }).selectOption('Details');
    await expect(page.getByRole('tab', { name: 'Details' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await page.getByText('Phone', { exact: true }).click();
    await page.getByRole('button', { name: 'Hide When it happens on phones' }).click();
    await expect(page.getByText('Draft kept')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    // The editor has a tab of that name, too: only what is published can be customized.
    await expect(page.getByRole('link', { name: 'Customize' })).toBeVisible();
    await page.getByRole('tab', { name: 'Details' }).click();
    await expect(page.getByRole('region', { name: 'When it happens' })).toBeVisible();
    await expect(page.getByRole('region', { name: /^Rows of support_tickets/ })).toHaveCount(0);
  });

  await test.step('DASH-5 the version before it is looked at and restored', async () => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Versions' }).click();
    const versions = page.getByRole('dialog', { name: 'Versions' });
    await versions.getByRole('button', { name: /^Version 1/ }).click();
    await expectAccessible(page);
    await versions.getByRole('button', { name: 'Restore this version' }).click();
    await expect(page.getByRole('tab')).toHaveCount(0);
    await expect(page.getByRole('region', { name: /^Rows of support_tickets/ })).toBeVisible();
  });
});

/** The text of the dashboard, changed as from another computer. */
async function changeElsewhere(
  request: APIRequestContext,
  { token, project }: SampleMember,
  address: string,
): Promise<void> {
  const path = `/api/dashboards/v1/${project}/${new URL(address).pathname.split('/').at(-1)}`;
  const headers = { authorization: `Bearer ${token}` };
  const { version, tiles } = (await (await request.get(path, { headers })).json()) as {
    version: number;
    tiles: { kind: string }[];
  };
  const changed = tiles.map((tile) =>
    tile.kind === 'text' ? { ...tile, text: 'Read it twice' } : tile,
  );
  const answer = await request.patch(path, { headers, data: { version, tiles: changed } });
  expect(answer.status()).toBe(200);
}
