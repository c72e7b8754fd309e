import type { Page } from '@playwright/test';
import { expect, expectAccessible, logIn, signIn, staff } from './fixtures.ts';
import { test, type SampleMember } from './sample.ts';

const MOST_SCRIPT_BYTES = 250_000;
const MOST_LAYOUT_SHIFT = 0.02;
const PHONE = { width: 390, height: 844 };

/** Every page of the shell; those in later areas look alike, so one of each kind stands for them. */
const pages = {
  home: ['/', '/settings/general', '/'],
  'the account': ['/account', '/account/personal', '/account/workspaces'],
  data: ['/explore'],
  'moving data': ['/explore/import', '/explore/import?view=activity', '/sql/replace'],
  work: ['/account/billing', '/automations/workflows/some-id'],
  'the project': ['/settings', '/settings/members', '/settings/api-keys'],
  connectors: [
    '/settings/connectors',
    '/settings/connectors/{shop}',
    '/settings/connectors/{media}',
    '/settings/connectors/unknown',
  ],
  errors: ['/error', '/error/404', '/no/such/page'],
};

for (const [area, paths] of Object.entries(pages)) {
  for (const look of [
    { language: 'en', theme: 'light' },
    { language: 'de', theme: 'dark' },
  ] as const) {
    test(`NAV-1 SET-2 SET-3 pages of ${area} are accessible and fit a phone, ${look.theme} and in ${look.language}`, async ({
      inSample: page,
      member,
      request,
    }) => {
      await request.patch('/user', {
        headers: { authorization: `Bearer ${member.token}` },
        data: { settings: { uiLang: look.language, theme: look.theme } },
      });
      for (const path of paths) {
        await expectGoodLooks(page, addressOf(path, member));
        await expect(page.locator('html')).toHaveAttribute('lang', look.language);
      }
      await request.patch('/user', {
        headers: { authorization: `Bearer ${member.token}` },
        data: { settings: { uiLang: null, theme: 'auto' } },
      });
    });
  }
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
      for (const path of ['/staff', '/staff?show=mails']) {
        await expectGoodLooks(page, path);
      }
    });
  });
}

test.describe('the first visit', () => {
  test('NAV-1 home loads at most 250 kB of JavaScript', async ({ inSample: page }) => {
    const bytes = countScriptBytes(page);
    await page.goto('/');
    await expectSettled(page);
    expect(await bytes()).toBeLessThanOrEqual(MOST_SCRIPT_BYTES);
  });

  test('NAV-1 login, and home after it, load at most 250 kB of JavaScript', async ({
    page,
    person,
  }) => {
    const bytes = countScriptBytes(page);
    await page.goto('/guest/login');
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(person.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(person.password);
    expect(await bytes(), 'the login page').toBeLessThanOrEqual(MOST_SCRIPT_BYTES);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
    await expectSettled(page);
    expect(await bytes(), 'home as well').toBeLessThanOrEqual(MOST_SCRIPT_BYTES);
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
      const shifts = await page.evaluate(
        () => (globalThis as unknown as { shifts: number[] }).shifts,
      );
      expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(MOST_LAYOUT_SHIFT);
    });
  }
});

function addressOf(path: string, { shop, media }: SampleMember): string {
  return path.replace('{shop}', shop.id).replace('{media}', media.id);
}

async function expectGoodLooks(page: Page, address: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(address);
  await expectSettled(page);
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expect.poll(() => tooWide(page), `${address} at 390 px`).toBeLessThanOrEqual(0);
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
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
