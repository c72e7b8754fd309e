import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { test } from './sample.ts';
import { sidebar, saving } from './shell.ts';

test.describe('waiting', () => {
  test('SHELL-6.1 a page that is slow to come shows a bar of 3 px on top', async ({
    inSample: page,
  }) => {
    await page.goto('/');
    const { promise: enough, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(/\/assets\/members-page-.*\.js$/, async (route) => {
      await enough;
      await route.continue();
    });
    await sidebar(page).getByRole('link', { name: 'Members' }).click();
    const bar = page.getByRole('progressbar', { name: 'Loading' });
    await expect(bar).toBeVisible();
    const { y, height } = await bar.evaluate((element) => ({
      y: element.getBoundingClientRect().y,
      height: (element as HTMLElement).offsetHeight,
    }));
    expect([y, height]).toEqual([0, 3]);
    await expect(bar).toHaveCSS('animation-duration', '2s');
    letGo();
    await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
    await expect(bar).toBeHidden();
  });

  test('SHELL-1 what is typed beside a list that comes late goes where it was begun', async ({
    inSample: page,
  }) => {
    const { promise: enough, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(/\/tables\/v1\/tables\?/, async (route) => {
      await enough;
      await route.continue();
    });
    await page.goto('/explore');
    const filter = sidebar(page).getByRole('searchbox');
    await filter.pressSequentially('ord');
    letGo();
    await expect(page.getByRole('textbox', { name: 'Search tables' })).toBeVisible();
    await page.keyboard.type('ers');
    await expect(filter).toHaveValue('orders');
  });

  test('SHELL-6.2 a double tap writes once', async ({ signedIn: page, project }) => {
    await page.goto('/');
    await page.getByRole('button', { name: `Project: ${project.name}` }).click();
    const writes: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') writes.push(request.url());
    });
    const star = page.getByRole('button', { name: 'Add Bakery to favorites' });
    await saving(page, () => star.dblclick());
    await expect(page.getByRole('button', { name: 'Remove Bakery from favorites' })).toBeVisible();
    expect(writes).toHaveLength(1);
  });
});

test.describe('a newer build', () => {
  test('SHELL-7 is announced and taken with the next navigation, at most once in 10 s', async ({
    signedIn: page,
  }) => {
    await page.route('**/builds/latest.json', (route) =>
      route.fulfill({ json: { id: 'a-newer-one', builtAt: new Date().toISOString() } }),
    );
    await page.goto('/');
    const loads = countLoads(page);
    await lookAgain(page);
    await expect(page.getByRole('button', { name: /A new version is ready/ })).toBeVisible();
    expect(loads()).toBe(0);
    await sidebar(page).getByRole('link', { name: 'Chat' }).click();
    await expect(page.getByRole('heading', { name: 'Chat', level: 1 })).toBeVisible();
    await expect.poll(loads).toBe(1);
    await lookAgain(page);
    await expect(page.getByRole('button', { name: /A new version is ready/ })).toBeVisible();
    await sidebar(page).getByRole('link', { name: 'Intelligence' }).click();
    await expect(page.getByRole('heading', { name: 'Intelligence', level: 1 })).toBeVisible();
    expect(loads()).toBe(1);
  });

  test('SHELL-7 that can not be asked for is only logged', async ({ signedIn: page }) => {
    await page.goto('/chat');
    await page.route('**/builds/latest.json', (route) => route.fulfill({ body: 'no JSON' }));
    const warning = page.waitForEvent('console', (message) => message.type() === 'warning');
    await lookAgain(page);
    expect((await warning).text()).toContain('The build manifest could not be loaded');
    await expect(page.getByRole('alert')).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Chat' })).toBeVisible();
  });

  test('SHELL-7 whose chunks replaced ours: a page that is gone loads again once, then says so', async ({
    inSample: page,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
    const loads = countLoads(page);
    await page.route(/\/assets\/members-page-.*\.js$/, (route) => route.fulfill({ status: 404 }));
    await sidebar(page).getByRole('link', { name: 'Members' }).click();
    await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
    await expect(page).toHaveURL(/\/settings\/members/);
    await expect.poll(loads).toBe(1);
    await page.unroute(/\/assets\/members-page-.*\.js$/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  });
});

/** The product looks for a newer build whenever its tab is shown again. */
async function lookAgain(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toBeVisible();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads += 1;
  });
  return () => loads;
}
