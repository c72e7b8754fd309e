import type { APIRequestContext, Page } from '@playwright/test';
import { type Address, addressIn, areas, mainHeading, scopeOf } from './addresses.ts';
import {
  expect,
  expectAccessible,
  logIn,
  rulesOfColoursAndWords,
  signIn,
  staff,
} from './fixtures.ts';
import { test, type SampleMember } from './sample.ts';

const MOST_HOME_BYTES = 200_000;
const MOST_SCRIPT_BYTES = 240_000;
const MOST_LAYOUT_SHIFT = 0.02;
const PHONE = { width: 390, height: 844 };

/** Pages that have no address of their own, but a look. */
const besides = {
  connectors: ['/settings/connectors/{media}', '/settings/connectors/unknown'],
  errors: ['/error', '/error/404', '/no/such/page'],
  imports: ['/explore/import?view=activity'],
};

for (const [area, addresses] of Object.entries(areas)) {
  test(`NAV-1.1 NAV-3 NAV-4 SET-2 SET-3 each address of ${area} opens directly, names its scope, fails nowhere and looks good`, async ({
    inSample: page,
    member,
    request,
  }) => {
    test.slow();
    const problems = noteProblems(page);
    for (const one of addresses) {
      const { path, heading, isScoped } = one;
      const address = addressIn(member, path);
      await page.goto(address);
      await expect(mainHeading(page, heading)).toBeVisible();
      await expect(page).toHaveURL(isScoped ? address + scopeOf(member) : address);
      await expect(page).toHaveTitle('Sample workspace · Shop · Causeway');
      if (isFirstOfItsChunk(one)) await expectBothLooks(page, request, member);
    }
    expect(problems).toEqual([]);
  });
}

for (const [area, paths] of Object.entries(besides)) {
  test(`NAV-5 SET-2 SET-3 other pages of ${area} look good`, async ({
    inSample: page,
    member,
    request,
  }) => {
    for (const path of paths) {
      await page.goto(path.replace('{media}', member.media.id));
      await expectBothLooks(page, request, member);
    }
  });
}

for (const [locale, colorScheme] of [
  ['en-GB', 'light'],
  ['de-DE', 'dark'],
] as const) {
  test.describe(`guests, ${colorScheme} and in ${locale}`, () => {
    test.use({ locale, colorScheme });

    test('NAV-7 SET-2 SET-3 find accessible pages that fit a phone', async ({ page }) => {
      for (const path of [
        '/guest/login',
        '/guest/register',
        '/guest/reset',
        '/guest/reset?token=a-token-that-is-long-enough',
      ]) {
        await expectGoodLooks(page, path);
      }
    });

    test('TEAM-4 find an accessible onboarding', async ({ signedIn: page }) => {
      for (const step of ['project', 'team', 'connectors', 'verification']) {
        await expectGoodLooks(page, `/onboarding?step=${step}`);
      }
    });

    test('SESS-4 find an accessible staff page', async ({ page, request }) => {
      await signIn(page, (await logIn(request, staff)).token);
      for (const path of [
        '/staff',
        '/staff?show=mails',
        '/staff/snippets',
        '/staff/projects',
        '/staff/support',
        '/staff/flags',
        '/staff/health',
        '/staff/log',
      ]) {
        await expectGoodLooks(page, path);
      }
    });
  });
}

test.describe('the first visit', () => {
  test('NAV-1.1 home loads at most 200 kB of JavaScript', async ({ inSample: page }) => {
    const bytes = countScriptBytes(page);
    await page.goto('/');
    await expectSettled(page);
    expect(await bytes()).toBeLessThanOrEqual(MOST_HOME_BYTES);
  });

  test('NAV-1.1 login, and home after it, load at most 240 kB of JavaScript', async ({
    page,
    person,
  }) => {
    const bytes = countScriptBytes(page);
    await page.goto('/guest/login');
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(person.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
    expect(await bytes(), 'the login page').toBeLessThanOrEqual(MOST_SCRIPT_BYTES);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
    await expectSettled(page);
    expect(await bytes(), 'home as well').toBeLessThanOrEqual(MOST_SCRIPT_BYTES);
  });

  test('NAV-1.1 a link to a table asks for what it shows once, before its scripts are there', async ({
    inSample: page,
    member,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'GET') asked.push(new URL(request.url()).pathname);
    });
    // What the journey before changed about this member may be told only now, and is read again.
    await page.route('**/api/events/v1*', () => {});
    const scope = new URLSearchParams({ projectId: member.project, connectorId: member.shop.id });
    await page.goto(`/explore/customers?${scope}`);
    await expect(page.getByRole('gridcell').first()).toBeVisible();
    const table = '/api/tables/v1/tables/customers';
    const first = asked.findIndex((path) => path.includes('table-view-page'));
    for (const path of ['/user', '/projects', table, `${table}/rows`]) {
      expect(
        asked.filter((one) => one === path),
        path,
      ).toHaveLength(1);
    }
    expect(first, 'the page names its chunks').toBeGreaterThan(-1);
    // Menus and filters are asked for once rows are rendered: all before stood between them and the reader.
    const find = () => asked.findIndex((path) => path.includes('table-tools'));
    await expect.poll(find, 'menus of a table come by themselves').toBeGreaterThan(-1);
    const rendered = find();
    const scripts = asked.slice(0, rendered).filter((path) => path.endsWith('.js'));
    expect(scripts.length, scripts.join('\n')).toBeLessThanOrEqual(18);
    expect(await page.evaluate(() => 'causewayEarly' in globalThis)).toBe(true);
  });

  for (const [size, viewport] of [
    ['a desk', { width: 1440, height: 900 }],
    ['a phone', PHONE],
  ] as const) {
    test(`NAV-7 nothing moves while home is put together on ${size}`, async ({
      inSample: page,
    }) => {
      await page.setViewportSize(viewport);
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(globalThis, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push((entry as unknown as Shift).value);
        }).observe({ type: 'layout-shift', buffered: true });
        type Shift = { value: number };
      });
      await page.goto('/');
      await expectSettled(page);
      await page.goto('/');
      await expectSettled(page);
      expect(await layoutShift(page)).toBeLessThan(MOST_LAYOUT_SHIFT);
      // Nor while the sample is being filled, which is known only once the page has begun.
      await page.route('**/api/sample/v1/*', async (route) => {
        await page.getByRole('heading', { name: 'Welcome', level: 1 }).waitFor();
        const filling = { state: 'filling', done: 1, total: 9, what: 'orders' };
        await route.fulfill({ json: { ...filling, databaseId: null, bucketId: null } });
      });
      await page.goto('/');
      await expect(page.getByRole('heading', { name: /The sample workspace is/ })).toBeVisible();
      await expectSettled(page);
      expect(await layoutShift(page), 'with the sample').toBeLessThan(MOST_LAYOUT_SHIFT);
    });
  }
});

/** How far things moved since the page was loaded. */
async function layoutShift(page: Page): Promise<number> {
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);
  return shifts.reduce((sum, shift) => sum + shift, 0);
}

/** Light and in English on a desk, dark and in German on a phone as well. */
async function expectBothLooks(
  page: Page,
  request: APIRequestContext,
  { token }: SampleMember,
): Promise<void> {
  const choose = (settings: { uiLang: string | null; theme: string }) =>
    request.patch('/user', { headers: { authorization: `Bearer ${token}` }, data: { settings } });
  await expectSettled(page);
  await expectAccessible(page);
  await choose({ uiLang: 'de', theme: 'dark' });
  await expect(page.locator('html[lang=de][data-mantine-color-scheme=dark]')).toBeAttached();
  await expectAccessible(page, rulesOfColoursAndWords);
  await expectFitsPhone(page);
  await choose({ uiLang: null, theme: 'auto' });
  await expect(page.locator('html[lang=en][data-mantine-color-scheme=light]')).toBeAttached();
}

async function expectGoodLooks(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expectSettled(page);
  await expectAccessible(page);
  await expectFitsPhone(page);
}

async function expectFitsPhone(page: Page): Promise<void> {
  const desk = page.viewportSize()!;
  await page.setViewportSize(PHONE);
  await expect.poll(() => tooWide(page), `${page.url()} at 390 px`).toBeLessThanOrEqual(0);
  await page.setViewportSize(desk);
}

/** Pages made by the same code look alike: one of them is enough. */
function isFirstOfItsChunk(address: Address): boolean {
  return (
    Object.values(areas)
      .flat()
      .find(({ chunk }) => chunk === address.chunk) === address
  );
}

function noteProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} ${message.location().url}`);
  });
  return problems;
}

/** The page is there and nothing on it still loads. */
async function expectSettled(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: /^(Loading|Wird geladen)$/ })).toHaveCount(0);
  await expect(page.getByText(/^(Loading…|Wird geladen …)$/)).toHaveCount(0);
}

/** How far the page can be scrolled sideways: as a whole, or inside the frame around it. */
function tooWide(page: Page): Promise<number> {
  return page.evaluate(() => {
    const frames = [document.documentElement, document.querySelector('main')];
    return Math.max(...frames.map((frame) => (frame ? frame.scrollWidth - frame.clientWidth : 0)));
  });
}

/** What came over the wire, compressed as it was sent. */
function countScriptBytes(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return;
    const size = request.sizes().then(({ responseBodySize }) => responseBodySize);
    // One that ends with the page, when nobody counts any more, has none.
    size.catch(() => undefined);
    sizes.push(size);
  });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
