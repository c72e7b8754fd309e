import type { Page } from '@playwright/test';
import { expect, expectAccessible, type Person, readMail, test } from './fixtures.ts';
import { codeOf } from './totp.ts';

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Account of Ada Lovelace' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
}

async function logInThrough(page: Page, { email, password }: Person) {
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('SESS-7 a second factor is turned on, asked for, and replaced by a recovery code once', async ({
  signedIn: page,
  person,
  request,
}) => {
  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Turn on' }).click();
  const secret =
    (await page.getByLabel('Secret', { exact: true }).textContent())?.replaceAll(' ', '') ?? '';
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Code of the app' }).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recovery = (await codes.first().textContent()) ?? '';
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();

  await signOut(page);
  await logInThrough(page, person);
  await page.getByRole('textbox', { name: 'Code of your app' }).fill(codeOf(secret, 1));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();

  await signOut(page);
  await logInThrough(page, person);
  await page.getByRole('textbox', { name: 'Code of your app' }).fill(recovery);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();

  await signOut(page);
  await logInThrough(page, person);
  await page.getByRole('textbox', { name: 'Code of your app' }).fill(recovery);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('That code is not right');

  // With neither left there is a way back, which whoever reads the mailbox can stop.
  await page.getByRole('button', { name: 'Neither app nor codes?' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ask for it' }).click();
  await expect(page.getByRole('heading', { name: 'Asked for' })).toBeVisible();
  const stop = async () =>
    /\/guest\/keep-factors\?token=\S+/.exec(await readMail(request, person.email))?.[0];
  await expect.poll(stop).toBeDefined();
  await page.goto((await stop()) ?? '');
  await page.getByRole('button', { name: 'Stop it' }).click();
  await expect(page.getByRole('heading', { name: 'Your factors stay' })).toBeVisible();
});

test('SESS-7 a passkey of the device signs in without a password', async ({
  page,
  person,
  baseURL,
}) => {
  // Browsers know no passkeys at a bare address.
  const home = `http://localhost:${new URL(baseURL ?? '').port}`;
  await page.context().addCookies([{ name: 'token', value: person.token, url: home }]);
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(`${home}/account/security`);
  await page.getByRole('textbox', { name: 'Name of the passkey' }).fill('My laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('not used yet')).toBeVisible();
  await expectAccessible(page);

  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
  await page.goto(`${home}/account/security`);
  await expect(page.getByText(/127\.0\.0\.1 · Passkey/)).toBeVisible();
});

test('SESS-7 an identity of the outside provider is connected, and signs in', async ({
  signedIn: page,
  person,
}) => {
  const outside = `outside-${person.email}`;
  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Connect Example ID' }).click();
  await page.getByLabel('Address', { exact: true }).fill(outside);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByText(outside)).toBeVisible();

  await signOut(page);
  await page.context().clearCookies();
  await page.goto('/guest/login?next=%2Faccount%2Fsecurity');
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click();
  await page.getByLabel('Address', { exact: true }).fill(outside);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Security', level: 1 })).toBeVisible();
});

test('SESS-7 an answer of the provider that another browser asked for does nothing', async ({
  signedIn: page,
}) => {
  await page.goto('/guest/oidc?code=planted&state=planted');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
  await page.goto('/account/oidc?code=planted&state=planted');
  await expect(page.getByText('This was not begun in this tab')).toBeVisible();
  await page.context().clearCookies();
  await page.goto('/guest/oidc?code=planted&state=planted');
  await expect(page.getByText('This sign-in was not begun in this tab')).toBeVisible();
});

test('SESS-7 a session ended elsewhere is out with its next request', async ({
  signedIn: page,
  person,
  request,
}) => {
  const login = await request.post('/auth/login', {
    data: { email: person.email, password: person.password },
  });
  const { token } = await login.json();
  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toBeHidden();
  const headers = { authorization: `Bearer ${token}` };
  expect((await request.get('/user', { headers })).status()).toBe(401);
});
