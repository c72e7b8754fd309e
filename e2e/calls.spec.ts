import type { Page, Request } from '@playwright/test';
import { expect, test } from './fixtures.ts';

test('CALL-1 CALL-2 a start asks once for the user and once for the projects, with the token as bearer', async ({
  signedIn: page,
  person,
  project,
}) => {
  const asked = noteCalls(page, (request) => /\/(user|projects)$/.test(request.url()));
  await page.goto('/');
  await expect(page.getByRole('button', { name: `Project: ${project.name}` })).toBeVisible();
  expect(asked.map((request) => new URL(request.url()).pathname).toSorted()).toEqual([
    '/projects',
    '/user',
  ]);
  for (const request of asked) {
    expect(await request.headerValue('authorization')).toBe(`Bearer ${person.token}`);
    expect(await request.headerValue('cookie')).toBeNull();
  }
});

test.describe('writing', () => {
  test('CALL-3 is sent once more with the same key when the server was busy', async ({
    signedIn: page,
  }) => {
    const sent = noteCalls(page, isCreation);
    await page.route('**/api/projects/v1', (route) => route.fulfill({ status: 503 }), { times: 1 });
    await createThrough(page, 'Cinema');
    await expect(page.getByRole('listitem').filter({ hasText: 'Cinema' })).toHaveCount(1);
    const keys = await Promise.all(sent.map((request) => request.headerValue('idempotency-key')));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
  });

  test('CALL-3 happens once even when the server did it and its answer was lost', async ({
    signedIn: page,
  }) => {
    await page.route(
      '**/api/projects/v1',
      async (route) => {
        expect((await route.fetch()).status()).toBe(200);
        await route.fulfill({ status: 502 });
      },
      { times: 1 },
    );
    await createThrough(page, 'Cinema');
    const cinema = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Cinema' });
    await expect(cinema).toHaveCount(1);
    await page.reload();
    await expect(cinema).toHaveCount(1);
  });

  test('CALL-3 is not sent a third time', async ({ signedIn: page }) => {
    const sent = noteCalls(page, isCreation);
    await page.route('**/api/projects/v1', (route) => route.fulfill({ status: 503 }));
    await createThrough(page, 'Cinema');
    await expect(page.getByText(/503/)).toBeVisible();
    expect(sent).toHaveLength(2);
  });
});

test('CALL-3 reading is never repeated by itself; the page offers to', async ({
  signedIn: page,
  project,
}) => {
  const asked = noteCalls(page, (request) => request.url().includes(`/members/v1/${project.id}`));
  await page.route('**/api/members/v1/*', (route) => route.fulfill({ status: 503 }));
  await page.goto('/settings/members');
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  expect(asked).toHaveLength(1);
  await page.unroute('**/api/members/v1/*');
  await again.click();
  await expect(page.getByRole('row', { name: /Ada Lovelace/ })).toBeVisible();
});

test('CALL-4 what the server wrote is what the page says', async ({ signedIn: page, project }) => {
  await answerMembers(page, 403, { code: 'E_FORBIDDEN', message: 'The oven is still hot.' });
  await page.goto('/settings/members');
  await expect(page.getByRole('main').getByText('The oven is still hot.')).toBeVisible();
  expect(project.name).toBeTruthy();
});

test.describe('errors everybody treats alike', () => {
  test('CALL-5 E_ROW_NOT_FOUND leads to the 404 page', async ({ signedIn: page, project }) => {
    await answerMembers(page, 404, { code: 'E_ROW_NOT_FOUND', message: 'Row not found.' });
    await page.goto('/settings/members');
    await expect(page).toHaveURL('/error/404');
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    expect(project.name).toBeTruthy();
  });

  test('CALL-5 SESS-3 E_INVALID_API_TOKEN resets the session and leads to login', async ({
    signedIn: page,
    person,
    project,
    request,
  }) => {
    await page.goto('/chat');
    await expect(page.getByRole('heading', { name: 'Chat' })).toBeVisible();
    const headers = { authorization: `Bearer ${person.token}` };
    await request.post('/auth/logout', { headers });
    const members = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Members' });
    const signIn = page.getByRole('heading', { name: 'Sign in' });
    // Its events may tell the page before the click does; the link is gone then.
    await Promise.race([members.click().catch(() => undefined), signIn.waitFor()]);
    await expect(signIn).toBeVisible();
    await expect(page).toHaveURL(/\/guest\/login\?next=/);
    const cookies = await page.context().cookies();
    expect(cookies.filter(({ name }) => name === 'token')).toEqual([]);
    expect(project.name).toBeTruthy();
  });

  for (const message of ['invalid input syntax for type uuid: "x"', 'insert into "a" values (1)']) {
    test(`CALL-5 “${message}” becomes an alert that something went wrong`, async ({
      signedIn: page,
      project,
    }) => {
      await answerMembers(page, 422, { code: 'E_SQL_FAILED', message });
      await page.goto('/settings/members');
      await expect(
        page.getByRole('alert').filter({ hasText: 'Something went wrong' }),
      ).toBeVisible();
      expect(project.name).toBeTruthy();
    });
  }

  test('CALL-5 known noise of browsers is only logged, and Critical stays loud', async ({
    signedIn: page,
  }) => {
    await page.goto('/chat');
    await expect(page.getByRole('heading', { name: 'Chat' })).toBeVisible();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    const warned = page.waitForEvent('console', (entry) => entry.type() === 'warning');
    await page.evaluate(() => {
      void Promise.reject(new Error('The message port closed before a response was received.'));
    });
    expect((await warned).text()).toContain('message port closed');
    await page.evaluate(() => {
      void Promise.reject(new Error('Critical: the ledger does not add up'));
    });
    await expect.poll(() => errors.join()).toContain('Critical: the ledger does not add up');
    expect(errors.join()).not.toContain('message port');
    await expect(page.getByRole('alert')).toBeHidden();
  });
});

function noteCalls(page: Page, isMeant: (request: Request) => boolean): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch' && isMeant(request)) calls.push(request);
  });
  return calls;
}

function isCreation(request: Request): boolean {
  return request.method() === 'POST' && request.url().endsWith('/api/projects/v1');
}

async function createThrough(page: Page, name: string): Promise<void> {
  await page.goto('/account/workspaces');
  await page.getByRole('textbox', { name: 'New project' }).fill(name);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
}

function answerMembers(page: Page, status: number, body: { code: string; message: string }) {
  return page.route('**/api/members/v1/*', (route) =>
    route.fulfill({ status, json: { ...body, requestId: 'a-request' } }),
  );
}
