import { expect, test } from './fixtures.ts';

test('TEAM-6 a key is made in the browser, shown once, works by its example, and stops when revoked', async ({
  signedIn: page,
  project: _project,
  request,
}) => {
  await page.goto('/settings/api-keys');
  await page.getByRole('link', { name: 'New key' }).first().click();
  const form = page.getByRole('dialog', { name: 'New API key' });
  await form.getByLabel('Name').fill('Nightly report');
  // What was typed is not lost by a key or a click beside it.
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await page.mouse.click(5, 400);
  await question.getByText('Cancel', { exact: true }).click();
  await expect(form.getByLabel('Name')).toHaveValue('Nightly report');
  await form.getByRole('button', { name: 'Create key' }).click();
  const shown = page.getByRole('dialog', { name: /Nightly report/ });
  const secret = (await shown.getByTestId('secret').textContent()) ?? '';
  expect(secret).toMatch(/^cwk_[0-9A-Za-z]{49}$/);
  await shown.getByLabel('I have kept it in a safe place').check();
  await shown.getByRole('button', { name: 'Done' }).click();

  const ask = () =>
    request.get('/api/keys/v1/self', { headers: { authorization: `Bearer ${secret}` } });
  expect(await (await ask()).json()).toMatchObject({ name: 'Nightly report' });

  await page.getByRole('link', { name: 'Nightly report' }).first().click();
  await expect(page.getByRole('heading', { name: 'Nightly report' })).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await expect(page.getByText('Revoked', { exact: true })).toBeVisible();
  const refused = await ask();
  expect(refused.status()).toBe(401);
  expect(await refused.json()).toMatchObject({ code: 'E_API_KEY_INVALID' });

  await page.goto('/settings/audit');
  const revoked = page.getByRole('button', { name: 'API key: revoked' });
  await expect(revoked).toBeVisible();
  await page.getByLabel('Act', { exact: true }).selectOption({ label: 'API key: created' });
  await expect(page).toHaveURL(/action=key\.created/);
  await expect(page.getByRole('button', { name: 'API key: created' })).toBeVisible();
  await expect(revoked).toHaveCount(0);
});

test('TEAM-6 SHELL-1 a form for a key that nobody typed into closes at once, and the keyboard is where it was', async ({
  signedIn: page,
  project: _project,
}) => {
  await page.goto('/settings/api-keys');
  const opener = page.getByRole('link', { name: 'New key' }).first();
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'New API key' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(opener).toBeFocused();
});
