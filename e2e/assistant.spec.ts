import type { Page } from '@playwright/test';
import { expect, expectAccessible } from './fixtures.ts';
import { test } from './sample.ts';

async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your question' }).fill(question);
  await page.getByRole('button', { name: 'Send' }).click();
}

test('CHAT-1 CHAT-2 CHAT-6 LINK-4.2 a question is answered, its statement runs, is verified, pinned, automated and opened in the editor, and the conversation is there after a reload', async ({
  inSample: page,
  member,
  request,
}) => {
  const board = `Pins ${crypto.randomUUID().slice(0, 8)}`;
  await request.post(`/api/dashboards/v1/${member.project}`, {
    headers: { authorization: `Bearer ${member.token}` },
    data: { name: board },
  });
  await page.goto('/chat');
  await ask(page, 'How many coupons are there?');
  const answer = page.getByRole('article', { name: 'Answer' }).first();
  await expect(answer).toContainText('No AI model is connected');
  await expect(answer).toContainText('Read as: number of coupons');
  const statement = answer.getByRole('article', { name: 'number of coupons' });
  await statement.getByRole('button', { name: 'Run' }).click();
  await expect(statement.getByText('1 row', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(answer).toContainText('Read as: number of coupons');

  await statement.getByRole('button', { name: 'What to make of it' }).click();
  await page.getByRole('menuitem', { name: 'Verify this answer' }).click();
  await expect(page.getByText('Verified. The same question')).toBeVisible();
  await ask(page, 'how many coupons');
  await expect(page.getByRole('article', { name: 'Answer' }).last()).toContainText('Verified by');
  await ask(page, 'open coupons');
  await expect(
    page.getByRole('article', { name: 'Answer' }).last().getByRole('link'),
  ).toHaveAttribute('href', /^\/explore\/coupons/);
  const conversation = page.url();
  const choose = async (name: string) => {
    await page.goto(conversation);
    await statement.getByRole('button', { name: 'What to make of it' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose(board);
  await expect(page.getByRole('heading', { name: board })).toBeVisible();
  await expect(page.getByText('number of coupons').first()).toBeVisible();
  await choose('Automate');
  await expect(page).toHaveURL(/\/automations\/workflows\//);
  await choose('Open in the editor');
  await expect(page.locator('.cm-content')).toContainText('count(*)');

  await page.goto('/settings/assistant');
  const verified = page.getByRole('listitem').filter({ hasText: 'How many coupons are there?' });
  await expect(verified).toContainText('Holds');
  await verified.getByRole('button', { name: 'Forget' }).click();
  await expect(verified).toBeHidden();
});

test('SHELL-3 CHAT-1 the docked assistant offers what fits the page: about a table, and about an error in the editor', async ({
  inSample: page,
}) => {
  await page.goto('/explore/warehouses');
  await expect(page.getByRole('heading', { name: 'warehouses' })).toBeVisible();
  await page.keyboard.press('Control+j');
  const pane = page.getByRole('complementary', { name: 'Assistant' });
  await pane.getByRole('button', { name: 'How many warehouses are there?' }).click();
  await expect(pane.getByRole('article', { name: 'Answer' }).last()).toContainText('Read as');
  await expectAccessible(page);

  await page.goto('/sql/editor');
  await page.getByRole('button', { name: 'New tab', exact: true }).click();
  await page.locator('.cm-content').focus();
  await page.keyboard.insertText('select emial from customers');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('alert')).toContainText('column "emial" does not exist');
  await pane.getByRole('button', { name: 'Explain this error' }).click();
  await expect(pane.getByRole('article', { name: 'Answer' }).last()).toContainText('42703');

  await page.goto('/dashboards');
  await page.getByRole('main').getByRole('link', { name: /Sales/ }).first().click();
  await pane.getByRole('button', { name: 'Why did these numbers change?' }).click();
  const asked = pane.getByRole('article', { name: 'Answer' }).last();
  await expect(asked).toContainText('Which number do you mean?');
  await asked.getByRole('button', { name: 'Why did revenue change?' }).click();
  await expect(pane.getByRole('article', { name: 'Answer' }).last()).toContainText(' against ');
  await pane.getByRole('button', { name: 'Close Assistant' }).click();
});

test('CHAT-4 NAV-7 what is to be approved is read whole on a phone, without scrolling sideways', async ({
  inSample: page,
}) => {
  await page.goto('/chat');
  await ask(page, 'How many coupons are there?');
  await expect(page.getByRole('article', { name: 'Answer' })).toContainText('Read as');
  // The built-in assistant proposes nothing: the card stands in for what a model would say.
  await page.route(/\/threads\/[\w-]+$/, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    const card = {
      type: 'approval',
      id: crypto.randomUUID(),
      operation: 'save_query',
      title: 'Save a query',
      input: `select ${'coupons_that_were_used_'.repeat(4)} from coupons`,
      sources: [],
      state: 'asked',
    };
    if (route.request().method() === 'GET') json.messages.at(-1).parts = [card];
    await route.fulfill({ response, json });
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  const input = page
    .getByRole('article', { name: 'Save a query' })
    .getByLabel('What will be done', { exact: true });
  await expect(input).toBeVisible();
  const hidden = await input.evaluate((text) => text.scrollWidth - text.clientWidth);
  expect(hidden).toBeLessThanOrEqual(0);
  await expectAccessible(page);
});

test('CHAT-5 the page for AI tools of one’s own writes what each client needs, with no key in it', async ({
  inSample: page,
}) => {
  await page.goto('/settings/assistant');
  const setting = page.getByLabel('Setting', { exact: true });
  await expect(setting).toContainText('claude mcp add --transport http causeway');
  await expect(setting).toContainText('/api/mcp/v1');
  await page.getByRole('combobox', { name: 'Client' }).click();
  await page.getByRole('option', { name: 'Cursor' }).click();
  await expect(setting).toContainText('mcpServers');
  await expect(setting).toContainText('${env:CAUSEWAY_KEY}');
  await page.getByText('Which tools a key of').click();
  await expect(page.getByText('list_tables, search_schema')).toBeVisible();
  await expectAccessible(page);
});
