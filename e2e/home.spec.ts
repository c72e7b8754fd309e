import { expect, expectAccessible, test } from './fixtures.ts';

test('NAV-7 CONN-2 home of a new project takes a connection URL and fills in the form with it', async ({
  signedIn: page,
  project,
}) => {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Connect a database or bucket' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Look around with sample data/ })).toBeVisible();
  await expectAccessible(page);
  const field = page.getByRole('textbox', { name: 'Connection URL' });
  await field.fill('postgres://ann:canary-pw@db.example.com:6543/bakery?sslmode=verify-ca');
  await field.press('Enter');
  const form = page.getByRole('dialog', { name: 'Add a connector' });
  await expect(form.getByLabel('Host')).toHaveValue('db.example.com');
  await expect(form.getByLabel('Port')).toHaveValue('6543');
  await expect(form.getByLabel('Encryption (TLS)')).toHaveValue('verify-ca');
  // A database behind another server is asked for that one as well.
  await form.getByLabel('SSH tunnel').selectOption('password');
  await form.getByRole('button', { name: 'Save connector' }).click();
  await expect(form.getByText('Required')).toHaveCount(3);
  await expectAccessible(page);
  expect(project.name).toBeTruthy();
  expect(addresses.filter((address) => address.includes('canary'))).toEqual([]);
});
