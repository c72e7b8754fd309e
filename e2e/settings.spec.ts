import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expect, signIn, type Person } from './fixtures.ts';
import { openPalette } from './jump-to.ts';
import { test } from './sample.ts';
import { saving } from './shell.ts';

test('SET-1 a new account has the settings of the specification and no others', async ({
  request,
  person,
}) => {
  expect(await readSettings(request, person)).toEqual({
    theme: 'auto',
    lang: 'en',
    availableUiLanguages: ['en', 'de'],
    uiLang: null,
    showRawNames: false,
    exploreModes: [],
    layout: {
      leftPane: true,
      bottomPane: false,
      bottomPaneHeight: 300,
      rightPaneWidth: 400,
      intelligencePosition: 'bottom',
    },
    pins: [],
    favorites: [],
    sidebarCollapsedStates: [],
    sidebarSectionOrders: [],
  });
});

test.describe('theme', () => {
  test('SET-2 follows the system live until one is chosen', async ({ signedIn: page }) => {
    const root = page.locator('html');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/account/personal');
    await expect(root).toHaveClass(/\bdark\b/);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(root).not.toHaveClass(/\bdark\b/);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(root).toHaveClass(/\bdark\b/);
    await saving(page, () => page.getByText('Light', { exact: true }).click());
    await expect(root).not.toHaveClass(/\bdark\b/);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Personal settings' })).toBeVisible();
    await expect(root).not.toHaveClass(/\bdark\b/);
  });

  test('SET-2 guests choose one too', async ({ page }) => {
    await page.goto('/guest/login');
    await page.getByRole('button', { name: 'Theme: Like the system' }).click();
    await page.getByRole('button', { name: 'Theme: Light' }).click();
    await expect(page.locator('html')).toHaveClass(/\bdark\b/);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Theme: Dark' })).toBeVisible();
    await expect(page.locator('html')).toHaveClass(/\bdark\b/);
  });
});

test.describe('language', () => {
  test('SET-3 is the project’s where the user chose none, with dates to match', async ({
    signedIn: page,
    person,
    project,
    request,
  }) => {
    await page.goto('/account');
    await expect(page.getByText(/^\d{1,2} \w{3} \d{4}$/)).toBeVisible();
    await request.patch(`/api/projects/v1/${project.id}`, {
      headers: { authorization: `Bearer ${person.token}` },
      data: { settings: { defaultUiLang: 'de' } },
    });
    await expect(page.getByRole('heading', { name: 'Konto', level: 1 })).toBeVisible();
    await expect(page.getByText(/^\d{2}\.\d{2}\.\d{4}$/)).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await page.getByRole('button', { name: 'Sprache' }).click();
    await saving(page, () => page.getByRole('menuitem', { name: 'English' }).click());
    await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
  });

  test.describe('in a German browser', () => {
    test.use({ locale: 'de-DE' });

    test('SET-3 guests read German and may switch, and a user without a project reads what the browser asks for', async ({
      page,
      person,
    }) => {
      await page.goto('/guest/login');
      await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
      await page.getByRole('button', { name: 'English' }).click();
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      await signIn(page, person.token);
      await page.goto('/account');
      await expect(page.getByRole('heading', { name: 'Konto', level: 1 })).toBeVisible();
    });
  });
});

test.describe('pins', () => {
  test('SET-5 are added, renamed, moved and removed, and a removed one comes back', async ({
    signedIn: page,
    person,
    request,
  }) => {
    const pins = page.getByRole('region', { name: 'Pins' });
    for (const path of ['/chat', '/intelligence']) {
      await page.goto(path);
      await saving(page, () => pins.getByRole('button', { name: 'Pin this page' }).click());
    }
    await expect(pins.getByRole('link')).toHaveText(['Chat', 'Intelligence']);
    await expect(pins.getByRole('button', { name: 'Pin this page' })).toBeHidden();
    await expect(pins.getByRole('link', { name: 'Intelligence' })).toBeFocused();

    await choose(page, pins, 'Chat', 'Rename');
    await page.getByRole('textbox', { name: 'Name of the pin' }).fill('Talk');
    await saving(page, () => page.keyboard.press('Enter'));
    await expect(pins.getByRole('link')).toHaveText(['Talk', 'Intelligence']);
    await expect(pins.getByRole('link', { name: 'Talk' })).toBeFocused();
    await choose(page, pins, 'Talk', 'Rename');
    await page.getByRole('textbox', { name: 'Name of the pin' }).fill('Never mind');
    await page.keyboard.press('Escape');
    await expect(pins.getByRole('link')).toHaveText(['Talk', 'Intelligence']);

    await saving(page, () => choose(page, pins, 'Intelligence', 'Move up'));
    await expect(pins.getByRole('link')).toHaveText(['Intelligence', 'Talk']);
    await pins.getByRole('link', { name: 'Intelligence' }).focus();
    await saving(page, () => page.keyboard.press('Alt+ArrowDown'));
    await expect(pins.getByRole('link')).toHaveText(['Talk', 'Intelligence']);

    await saving(page, () => choose(page, pins, 'Talk', 'Remove'));
    await expect(pins.getByRole('link')).toHaveText(['Intelligence']);
    await expect(pins.getByRole('link', { name: 'Intelligence' })).toBeFocused();
    await saving(page, () => page.getByRole('button', { name: 'Undo' }).click());
    await expect(pins.getByRole('link')).toHaveText(['Talk', 'Intelligence']);
    expect((await readSettings(request, person)).pins).toEqual([
      { url: '/chat', name: 'Talk' },
      { url: '/intelligence', name: 'Intelligence' },
    ]);
  });

  test('SET-5 open the very page they were made of', async ({ signedIn: page, project }) => {
    await page.goto('/explore/a%20b//c?x=1');
    await expect(page).toHaveURL(new RegExp(project.id));
    const pinned = page.url();
    const pins = page.getByRole('region', { name: 'Pins' });
    await saving(page, () => pins.getByRole('button', { name: 'Pin this page' }).click());
    await page.goto('/');
    await pins.getByRole('link', { name: 'c' }).click();
    await expect(page).toHaveURL(pinned);
  });
});

test('SET-5 raw names take the place of aliases, and go again', async ({
  inSample: page,
  member,
  request,
}) => {
  const headers = { authorization: `Bearer ${member.token}` };
  const connector = `/api/connectors/v1/${member.project}/${member.shop.id}`;
  const setAlias = (aliases: Record<string, string>) =>
    request.patch(connector, { headers, data: { settings: { aliases } } });
  expect((await setAlias({ reviews: 'Opinions' })).status()).toBe(200);
  const resources = page.getByRole('region', { name: 'Resources' });
  await page.goto('/explore');
  await expect(resources.getByRole('link', { name: 'Opinions' })).toBeVisible();
  for (const [action, shown] of [
    ['Show raw table and column names', 'reviews'],
    ['Show aliases instead of raw names', 'Opinions'],
  ] as const) {
    const palette = await openPalette(page);
    await palette.getByRole('combobox').fill('>names');
    await saving(page, () => palette.getByRole('option', { name: action }).click());
    await expect(resources.getByRole('link', { name: shown, exact: true })).toBeVisible();
  }
  expect((await setAlias({})).status()).toBe(200);
});

test.describe('several tabs', () => {
  test('SESS-6 fifty quick changes in two tabs end as the last action in each, on both and on the server', async ({
    signedIn: page,
    person,
    request,
  }) => {
    await page.goto('/chat');
    const other = await page.context().newPage();
    await other.goto('/chat');
    const team = page.getByRole('button', { name: 'Team' });
    const community = other.getByRole('button', { name: 'Community' });
    await expect(team).toBeVisible();
    await expect(community).toBeVisible();
    await Promise.all([clickTimes(team, 25), clickTimes(community, 25)]);
    await expect(team).toHaveAttribute('aria-expanded', 'false');
    await expect(community).toHaveAttribute('aria-expanded', 'false');
    for (const tab of [page, other]) {
      await expect(tab.getByRole('button', { name: 'Team' })).toHaveAttribute(
        'aria-expanded',
        'false',
      );
      await expect(tab.getByRole('button', { name: 'Community' })).toHaveAttribute(
        'aria-expanded',
        'false',
      );
    }
    await expect
      .poll(async () => (await readSettings(request, person)).sidebarCollapsedStates.toSorted())
      .toEqual(['community', 'team']);
  });

  test('SESS-6 pins made in two tabs that know nothing of each other are both kept', async ({
    browser,
    person,
    request,
    baseURL,
  }) => {
    // Two browsers: nothing but the server connects them.
    const contexts = await Promise.all([
      browser.newContext({ baseURL: baseURL ?? '' }),
      browser.newContext({ baseURL: baseURL ?? '' }),
    ]);
    const pages = await Promise.all(contexts.map((context) => context.newPage()));
    for (const page of pages) await signIn(page, person.token);
    await Promise.all(
      pages.map((page, index) => page.goto(['/chat', '/intelligence'][index] ?? '')),
    );
    await Promise.all(
      pages.map((page) =>
        saving(page, () => page.getByRole('button', { name: 'Pin this page' }).click()),
      ),
    );
    const { pins } = await readSettings(request, person);
    expect(pins.map(({ url }) => url).toSorted()).toEqual(['/chat', '/intelligence']);
    for (const page of pages) {
      await expect(page.getByRole('region', { name: 'Pins' }).getByRole('link')).toHaveCount(2);
    }
    await Promise.all(contexts.map((context) => context.close()));
  });

  test('SESS-6 a change made while the server is away is kept and saved when it is back', async ({
    signedIn: page,
    person,
    request,
  }) => {
    await page.goto('/chat');
    await expect(page.getByRole('heading', { name: 'Chat' })).toBeVisible();
    await page.route('**/user', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await page.keyboard.press('Control+j');
    await expect(page.getByRole('complementary', { name: 'Assistant' })).toBeVisible();
    expect((await readSettings(request, person)).layout.bottomPane).toBe(false);
    await page.unroute('**/user');
    await expect
      .poll(async () => (await readSettings(request, person)).layout.bottomPane)
      .toBe(true);
  });
});

type Settings = {
  layout: { bottomPane: boolean };
  pins: { url: string; name: string }[];
  sidebarCollapsedStates: string[];
};

async function readSettings(request: APIRequestContext, { token }: Person): Promise<Settings> {
  const answer = await request.get('/user', { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()).settings;
}

async function choose(page: Page, pins: Locator, pin: string, action: string): Promise<void> {
  await pins.getByRole('link', { name: pin }).hover();
  await pins.getByRole('button', { name: `Options of pin ${pin}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** As fast as the page shows what each click did. */
async function clickTimes(button: Locator, times: number): Promise<void> {
  await button.evaluate(async (element, count) => {
    for (let clicks = 0; clicks < count; clicks += 1) {
      const before = element.getAttribute('aria-expanded');
      (element as HTMLElement).click();
      while (element.getAttribute('aria-expanded') === before) {
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    }
  }, times);
}
