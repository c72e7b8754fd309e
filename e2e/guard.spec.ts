import type { Page } from '@playwright/test';
import { findBrowser } from './browser.ts';
import {
  createPerson,
  createProject,
  expect,
  expectAccessible,
  logIn,
  readCode,
  readMail,
  signIn,
  staff,
  test,
  type Person,
} from './fixtures.ts';

const FOUR_HUNDRED_DAYS = 34_560_000;

async function logInThrough(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function findToken(page: Page) {
  const cookies = await page.context().cookies();
  return cookies.find(({ name }) => name === 'token');
}

async function readLink(request: Parameters<typeof readMail>[0], email: string): Promise<string> {
  const link = /https?:\/\/\S+/.exec(await readMail(request, email))?.[0] ?? '';
  const { pathname, search } = new URL(link);
  return pathname + search;
}

test.describe('without a session', () => {
  test('NAV-2 every address leads to login, which remembers it', async ({ page }) => {
    for (const path of ['/settings/members?projectId=1', '/void', '/no/such/page', '/']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      const next = path === '/' ? '' : `?${new URLSearchParams({ next: path })}`;
      await expect(page).toHaveURL(`/guest/login${next}`);
    }
  });

  test('NAV-2 SESS-1 the page that was asked for opens after login, with its query and fragment', async ({
    page,
    person,
  }) => {
    await page.goto('/account/workspaces?view=list#mine');
    await logInThrough(page, person);
    await expect(page.getByRole('heading', { name: 'Workspaces', level: 1 })).toBeVisible();
    await expect(page).toHaveURL('/account/workspaces?view=list#mine');
  });

  test('NAV-2 the page that was asked for survives the way over register and reset', async ({
    page,
  }) => {
    await page.goto('/chat');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    await expect(page).toHaveURL('/guest/login?next=%2Fchat');
  });

  test('NAV-2 login never leads to another site', async ({ page, person }) => {
    await page.goto('/guest/login?next=//evil.example/');
    await logInThrough(page, person);
    await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
    await expect(page).toHaveURL('/');
    for (const next of ['https://evil.example/', '/\\evil.example', 'javascript:alert(1)']) {
      await page.goto(`/guest/login?${new URLSearchParams({ next })}`);
      await expect(page).toHaveURL('/');
    }
  });
});

test.describe('with a session', () => {
  test('NAV-2 the guest pages lead home', async ({ signedIn: page }) => {
    for (const path of ['/guest/login', '/guest/register', '/guest/reset?token=abc', '/guest']) {
      await page.goto(path);
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
    }
  });

  test('NAV-2 an unverified account stays in onboarding, and then reaches what it asked for', async ({
    page,
    request,
  }) => {
    const person = await createPerson(request, { verified: false });
    await createProject(request, person);
    await signIn(page, person.token);
    await page.goto('/settings/general');
    await expect(page.getByRole('heading', { name: 'Invite your team' })).toBeVisible();
    await expect(page).toHaveURL('/onboarding?next=%2Fsettings%2Fgeneral');
    await page.goto('/guest/login');
    await expect(page).toHaveURL(/\/onboarding/);
    await page.goto('/onboarding?step=verification&next=%2Fsettings%2Fgeneral');
    await page.getByLabel('Six-digit code').fill(await readCode(request, person.email));
    await page.getByRole('button', { name: 'Open Causeway' }).click();
    await expect(page).toHaveURL(/\/settings\/general\?projectId=/);
  });
});

test.describe('logging in', () => {
  test('SESS-1 keeps the token for 400 days and never sends it as a cookie of a foreign site', async ({
    page,
    person,
  }) => {
    await page.goto('/guest/login');
    await logInThrough(page, person);
    await expect(page).toHaveURL('/');
    const token = await findToken(page);
    expect(token).toMatchObject({ path: '/', sameSite: 'Lax', secure: false, domain: '127.0.0.1' });
    expect((token?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(FOUR_HUNDRED_DAYS - 120);
    expect((token?.expires ?? 0) - Date.now() / 1000).toBeLessThanOrEqual(FOUR_HUNDRED_DAYS);
  });

  test('SESS-1 counts on the parent domain, so app. and dev. share one session', async ({
    page,
    person,
    baseURL,
  }) => {
    const { port } = new URL(baseURL ?? '');
    await page.goto(`http://app.causeway.localhost:${port}/guest/login`);
    await logInThrough(page, person);
    await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
    expect((await findToken(page))?.domain).toBe('.causeway.localhost');
    await page.goto(`http://dev.causeway.localhost:${port}/account/personal`);
    await expect(page.getByRole('heading', { name: 'Personal settings', level: 1 })).toBeVisible();
  });

  test('SESS-1 CALL-3 at an address without https, as in the network of an office, one signs in too', async ({
    playwright,
    person,
    baseURL,
  }) => {
    const { port } = new URL(baseURL ?? '');
    const args = ['--no-sandbox', '--host-resolver-rules=MAP causeway.lan 127.0.0.1'];
    const browser = await playwright.chromium.launch({ ...findBrowser(), args });
    try {
      const page = await browser.newPage({ locale: 'en-GB' });
      await page.goto(`http://causeway.lan:${port}/guest/login`);
      expect(await page.evaluate(() => isSecureContext)).toBe(false);
      await logInThrough(page, person);
      await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
    } finally {
      await browser.close();
    }
  });

  test('SESS-1 refuses a wrong password in place and keeps the address', async ({
    page,
    person,
  }) => {
    await page.goto('/guest/login');
    await logInThrough(page, { ...person, password: 'not the password' });
    await expect(page.getByRole('alert')).toContainText('not right');
    await expect(page.getByRole('textbox', { name: 'E-mail address' })).toHaveValue(person.email);
    expect(await findToken(page)).toBeUndefined();
    await expectAccessible(page);
  });
});

test('SESS-2 signing out ends the session on the server and clears cookie and local storage', async ({
  signedIn: page,
  person,
  request,
}) => {
  await page.goto('/chat');
  await page.evaluate(() => localStorage.setItem('anything', 'kept'));
  await page.getByRole('button', { name: 'Account of Ada Lovelace' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(await findToken(page)).toBeUndefined();
  expect(await page.evaluate(() => localStorage.getItem('anything'))).toBeNull();
  const headers = { authorization: `Bearer ${person.token}` };
  expect((await request.get('/user', { headers })).status()).toBe(401);
});

test('SESS-2 signing out in one tab signs the other tab out', async ({ signedIn: page }) => {
  await page.goto('/chat');
  const other = await page.context().newPage();
  await other.goto('/account/workspaces');
  await other.getByRole('button', { name: 'Account of Ada Lovelace' }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('SESS-3 a session that is dead at startup leads to login and leaves nothing behind', async ({
  page,
}) => {
  await signIn(page, 'a-token-that-nobody-ever-gave-out-0123456789');
  await page.goto('/chat');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page).toHaveURL('/guest/login?next=%2Fchat');
  expect(await findToken(page)).toBeUndefined();
});

test.describe('a server that is away', () => {
  for (const [how, answer] of [
    ['can not be reached', undefined],
    ['answers 503', 503],
  ] as const) {
    test(`SESS-3 and ${how} signs nobody out, and the page comes by itself`, async ({
      signedIn: page,
    }) => {
      await page.route('**/user', (route) =>
        answer ? route.fulfill({ status: answer, body: 'away' }) : route.abort(),
      );
      await page.goto('/chat');
      await expect(page.getByRole('heading', { name: 'Can’t reach Causeway' })).toBeVisible();
      expect(await findToken(page)).toBeDefined();
      await page.unroute('**/user');
      await expect(page.getByRole('heading', { name: 'Chat' })).toBeVisible();
      await expect(page).toHaveURL('/chat');
    });
  }
});

test('SESS-4 staff act as a user under a banner, and stopping returns to their own session', async ({
  page,
  request,
}) => {
  const person = await createPerson(request, { name: 'Grace Hopper' });
  await signIn(page, (await logIn(request, staff)).token);
  await page.goto('/staff');
  await page.getByRole('textbox', { name: 'Find by name, address or id' }).fill(person.email);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Act as Grace Hopper' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Ticket 4711');
  await page.getByRole('button', { name: 'Act as', exact: true }).click();
  const banner = page.getByRole('complementary', { name: 'Impersonation' });
  await expect(banner).toContainText(`you act as Grace Hopper (${person.email})`);
  await expect(banner).toContainText('minutes left');
  await expect(page).toHaveURL('/');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stop impersonating' }).click();
  await expect(banner).toBeHidden();
  await expect(page).toHaveURL('/');
  await page.goto('/staff');
  await expect(page.getByRole('heading', { name: 'Staff', level: 1 })).toBeVisible();
});

test('SESS-4 nobody but staff finds the staff page', async ({ signedIn }) => {
  await signedIn.goto('/staff');
  await expect(signedIn.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('SESS-5 a new person registers, names a project, types the code and is in', async ({
  page,
  request,
}) => {
  const email = `e2e-${crypto.randomUUID()}@example.test`;
  await page.goto('/guest/register');
  await page.getByRole('textbox', { name: 'Your name' }).fill('Katherine Johnson');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill('a password for journeys');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('textbox', { name: 'Project name' }).fill('Orbits');
  await page.getByRole('button', { name: 'Create project' }).click();
  // Team, the free plan, and connectors can wait.
  await expect(page.getByRole('heading', { name: 'Invite your team' })).toBeVisible();
  await page.getByRole('button', { name: 'Do this later' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a plan' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Connect your data' })).toBeVisible();
  await page.getByRole('button', { name: 'Do this later' }).click();
  await page.getByLabel('Six-digit code').fill('000000');
  await expect(page.getByText('That code is not right.')).toBeVisible();
  await page.getByLabel('Six-digit code').fill(await readCode(request, email));
  await page.getByRole('button', { name: 'Open Causeway' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Katherine' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Project: Orbits' })).toBeVisible();
});

test('SESS-5 the link of the mail verifies an address as well', async ({ page, request }) => {
  const person = await createPerson(request, { verified: false });
  await createProject(request, person);
  await signIn(page, person.token);
  await page.goto(await readLink(request, person.email));
  await expect(page.getByRole('heading', { name: 'Address verified' })).toBeVisible();
  await page.getByRole('button', { name: 'Open Causeway' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
});

test('SESS-5 the link of the mail works in a browser where nobody is signed in', async ({
  page,
  request,
}) => {
  const person = await createPerson(request, { verified: false });
  await page.goto(await readLink(request, person.email));
  await expect(page.getByText(`Somebody registered ${person.email}`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Password you registered with' }).fill(person.password);
  await page.getByRole('button', { name: 'Yes, verify this address' }).click();
  await expect(page.getByRole('heading', { name: 'Address verified' })).toBeVisible();
});

test('SESS-5 who gets the mail of a registration they did not make ends it', async ({
  signedIn: page,
  person,
  request,
}) => {
  const stranger = await createPerson(request, { verified: false });
  await page.goto(await readLink(request, stranger.email));
  await expect(page.getByText(`You are signed in as ${person.email}`)).toBeVisible();
  await page.getByRole('button', { name: 'No, that was not me' }).click();
  await expect(page.getByRole('heading', { name: 'Registration deleted' })).toBeVisible();
  const headers = { authorization: `Bearer ${stranger.token}` };
  expect((await request.get('/user', { headers })).status()).toBe(401);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
});

test('SESS-5 a forgotten password is replaced through the mailed link', async ({
  page,
  request,
  person,
}) => {
  await page.goto('/guest/reset');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(person.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(`If there is an account for ${person.email}`)).toBeVisible();
  await expect(async () =>
    expect(await readMail(request, person.email)).toContain('/reset'),
  ).toPass();
  await page.goto(await readLink(request, person.email));
  await page.getByRole('textbox', { name: 'New password' }).fill('another password for journeys');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('heading', { name: 'Password saved' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await logInThrough(page, person);
  await expect(page.getByRole('alert')).toContainText('not right');
  await logInThrough(page, { ...person, password: 'another password for journeys' });
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
});

test('SESS-5 reset answers the same for an address without an account', async ({ page }) => {
  await page.goto('/guest/reset');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('nobody@example.test');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('If there is an account for nobody@example.test')).toBeVisible();
});

test('SESS-5 registering an address that has an account looks the same from outside', async ({
  page,
  person,
}) => {
  await page.goto('/guest/register');
  await page.getByRole('textbox', { name: 'Your name' }).fill('Somebody Else');
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(person.email);
  await page.getByRole('textbox', { name: 'Password' }).fill('a password for journeys');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Name your first project' })).toBeVisible();
});
