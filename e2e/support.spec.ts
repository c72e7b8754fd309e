import type { Page } from '@playwright/test';
import { expect, logIn, staff, test } from './fixtures.ts';

/** What a picture was drawn of: the page as the browser wrote it down for that. */
async function keepDrawn(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const write = XMLSerializer.prototype.serializeToString;
    XMLSerializer.prototype.serializeToString = function (node) {
      const text = write.call(this, node);
      Object.assign(window, { drawn: text });
      return text;
    };
  });
  return () => page.evaluate(() => String((window as { drawn?: string }).drawn));
}

test('SHELL-5 a question with a picture reaches support without secrets and values, and the answer comes back', async ({
  signedIn: page,
  person,
  project,
  request,
}) => {
  const readDrawn = await keepDrawn(page);
  await page.goto(`/account/security?projectId=${project.id}`);
  await page.getByRole('button', { name: 'Turn on' }).click();
  const secret = await page.getByLabel('Secret', { exact: true }).innerText();
  await page.getByLabel('New password').fill('typed and not sent');
  await page.getByRole('button', { name: 'Support', exact: true }).click();
  const support = page.getByRole('dialog', { name: 'Support' });
  await support.getByRole('button', { name: 'Attach a picture of the page' }).click();
  await expect(support.getByAltText('The picture that will be sent')).toBeVisible();
  const hidden = await readDrawn();
  expect(hidden).toContain('Two-factor sign-in');
  expect(hidden).not.toContain(secret);
  expect(hidden).not.toContain('typed and not sent');
  // What was shown once stays covered also where the person lets values be seen.
  await support.getByLabel('Cover values of tables and what is typed').uncheck();
  await expect.poll(readDrawn).not.toBe(hidden);
  const seen = await readDrawn();
  expect(seen).not.toContain(secret);
  expect(seen).not.toContain('typed and not sent');

  await support.getByLabel('Your question').fill('The code is refused');
  await support.getByRole('button', { name: 'Send' }).click();
  await expect(support.getByAltText('Picture of a page')).toBeVisible();
  const { token } = await logIn(request, staff);
  const headers = { authorization: `Bearer ${token}` };
  const asked = (await (await request.get('/api/staff/v1/support', { headers })).json()) as {
    items: { id: string; person: { id: string } }[];
  };
  const thread = asked.items.find((one) => one.person.id === person.id);
  const data = { text: 'Set the clock of your phone' };
  const path = `/api/staff/v1/support/${thread?.id}/messages`;
  expect((await request.post(path, { headers, data })).status()).toBe(200);
  await expect(support.getByText('Set the clock of your phone')).toBeVisible();
});
