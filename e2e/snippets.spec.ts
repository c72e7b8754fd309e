import { createPerson, expect, expectAccessible, logIn, signIn, staff } from './fixtures.ts';
import { test } from './sample.ts';

test('SNIP-1 a snippet is found, fitted to the reader’s tables, and lands in a new tab without running', async ({
  inSample: page,
}) => {
  await page.goto('/community/snippets');
  await expect(page.getByRole('article')).not.toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('searchbox', { name: /^Search title/ }).fill('duplic');
  await expect(page).toHaveURL(/search=duplic/);
  await page.getByRole('link', { name: 'Find duplicate rows' }).click();
  await expect(page.getByRole('heading', { name: 'Find duplicate rows' })).toBeVisible();
  await expect(page.getByRole('complementary').getByText('customers')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Use', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Your table for customers')).toHaveValue('customers');
  await expect(dialog.getByText('It fits your database.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Your table for customers').fill('employees');
  await page.getByRole('option', { name: 'employees', exact: true }).click();
  await expect(dialog.getByLabel('SQL as it will be')).toContainText('from employees c');
  await expect(dialog.getByText('It fits your database.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Open in the editor' }).click();
  await expect(page).toHaveURL(/\/sql\/editor\?.*tab=/);
  await expect(page.getByRole('toolbar')).toBeVisible();
  await expect(page.locator('.cm-content')).toContainText('from employees c');
  await expect(page.getByRole('grid')).toHaveCount(0);
});

test('SET-6 LINK-4.1 a snippet is written in two languages and read in the reader’s own; a link in it is a card', async ({
  inSample: page,
  request,
  member,
}) => {
  const headers = { authorization: `Bearer ${member.token}` };
  const unique = crypto.randomUUID().slice(0, 8);
  const link = `/sql/editor?projectId=${member.project}&connectorId=${member.shop.id}`;
  const made = await request.post('/api/snippets/v1/snippets', {
    headers,
    data: {
      title: { en: `Late ${unique}` },
      text: { en: `Try it:\n\n${link}` },
      sql: 'select 1',
    },
  });
  expect(made.status()).toBe(200);
  const { id } = await made.json();
  await page.goto(`/community/snippets/edit/${id}`);
  await page.getByText('German', { exact: true }).click();
  const title = page.getByRole('textbox', { name: 'Title' });
  await expect(title).toHaveAttribute('placeholder', `Late ${unique}`);
  await title.fill(`Spät ${unique}`);
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect((await saved).status()).toBe(200);
  await page.goto(`/community/snippets/${id}`);
  await expect(page.getByRole('heading', { name: `Late ${unique}` })).toBeVisible();
  const card = page.getByRole('main').getByRole('link', {
    name: 'SQL Editor Write and execute SQL queries',
  });
  await expect(card).toHaveAttribute('href', link);
  const readIn = (uiLang: string | null, lang: string) =>
    request.patch('/user', { headers, data: { settings: { uiLang, lang } } });
  await readIn('en', 'de');
  await expect(page.getByRole('heading', { name: `Spät ${unique}` })).toBeVisible();
  await expect(page.getByText('Try it:')).toBeVisible();
  await readIn(null, 'en');
  await expect(page.getByRole('heading', { name: `Late ${unique}` })).toBeVisible();
  await card.click();
  await expect(page.getByRole('toolbar')).toBeVisible();
});

test('SQL-8.12 SNIP-1 a query of the editor is shared, discussed, reported, hidden and shown again', async ({
  inSample: page,
  browser,
  request,
}) => {
  const name = `Late orders ${crypto.randomUUID().slice(0, 8)}`;
  await page.goto('/sql/editor');
  await page.getByRole('button', { name: 'New tab', exact: true }).click();
  await page.locator('.cm-content').focus();
  await page.keyboard.insertText(
    `select * from {{orders}} where {{orders.placed_at: timestamptz}} < :before -- password = 'hunter2-hunter2'`,
  );
  await page.getByRole('toolbar').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Share as snippet' }).click();
  await expect(page.getByRole('heading', { name: 'New snippet' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Title' }).fill(name);
  await page.getByText('Public', { exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('This looks like a secret');
  await expect(page.getByRole('button', { name: 'Publish' })).toBeDisabled();
  await expectAccessible(page);
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(
    'select * from {{orders}} where {{orders.placed_at: timestamptz}} < :before',
  );
  await page.reload();
  await expect(page.getByText('What you typed last time is here again')).toBeVisible();
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  const path = new URL(page.url()).pathname;

  const reader = await (await browser.newContext()).newPage();
  const { token } = await createPerson(request, { name: 'Rita Reader' });
  await signIn(reader, token);
  await reader.goto(path);
  await reader.getByRole('button', { name: 'Star · 0' }).click();
  await expect(reader.getByRole('button', { name: 'Take the star back · 1' })).toBeVisible();
  await reader.getByLabel('Write a comment').fill('Works, **thank you**');
  await reader.getByRole('button', { name: 'Send' }).click();
  await expect(reader.getByRole('article').getByText('thank you')).toBeVisible();
  await reader.getByRole('button', { name: 'More', exact: true }).click();
  await reader.getByRole('menuitem', { name: 'Report' }).click();
  await reader.getByLabel('What staff should know').fill('It names our tables');
  await reader.getByRole('dialog').getByRole('button', { name: 'Report' }).click();
  await expect(reader.getByText('Staff will look at it')).toBeVisible();
  await reader.getByRole('button', { name: 'Copy to mine' }).click();
  await expect(reader.getByRole('heading', { name: 'Edit snippet' })).toBeVisible();

  await reader.getByRole('textbox', { name: 'Title' }).fill('Mine');
  const copy = `/api/snippets/v1/snippets/${new URL(reader.url()).pathname.split('/').at(-1)}`;
  const headers = { authorization: `Bearer ${token}` };
  const data = { version: 1, title: { en: 'Theirs' } };
  expect((await request.patch(copy, { headers, data })).status()).toBe(200);
  await reader.getByRole('button', { name: 'Save', exact: true }).click();
  await reader.getByRole('button', { name: 'Show difference' }).click();
  const difference = reader.getByRole('dialog', { name: 'Theirs and mine' });
  await expect(difference).toContainText('Theirs Mine');
  await expectAccessible(reader);
  await difference.getByRole('button', { name: 'Go on with mine' }).click();
  await reader.getByRole('button', { name: 'Save', exact: true }).click();
  const title = async () => (await (await request.get(copy, { headers })).json()).title;
  await expect.poll(title).toEqual({ en: 'Mine' });

  const desk = await (await browser.newContext()).newPage();
  await signIn(desk, (await logIn(request, staff)).token);
  await desk.goto('/staff/snippets');
  const entry = desk.getByRole('article', { name });
  await expect(entry).toContainText('It names our tables');
  await expectAccessible(desk);
  await entry.getByLabel('Reason').fill('Tables of a customer');
  await entry.getByRole('button', { name: 'Hide' }).click();
  await expect(entry).toHaveCount(0);
  await reader.goto(path);
  await expect(reader.getByText('Snippet not found.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Tables of a customer')).toBeVisible();
  await desk.goto('/staff/snippets?show=hidden');
  await entry.getByLabel('Reason').fill('They agreed');
  await entry.getByRole('button', { name: 'Show again' }).click();
  await expect(entry).toHaveCount(0);
  await reader.reload();
  await expect(reader.getByRole('heading', { name })).toBeVisible();
  await Promise.all([reader.context().close(), desk.context().close()]);
});
