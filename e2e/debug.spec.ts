import type { Page } from '@playwright/test';
import {
  demo,
  expect,
  expectAccessible,
  logIn,
  rulesOfColoursAndWords,
  signIn,
  staff,
  test,
} from './fixtures.ts';

const pages = [
  ['/debug', 'Session and settings'],
  ['/_debug/ui', 'Design system'],
  ['/_debug/artifacts', 'Artifacts'],
  ['/_debug/link-artifacts', 'Link cards'],
  ['/_debug/sql-artifact', 'SQL artifact'],
  ['/_debug/ai', 'Stream'],
] as const;

test.describe('in production', () => {
  test.beforeEach(({ page }) => pretendProduction(page));

  test('NAV-6.1 people who are not staff get the 404 page instead of a debug page', async ({
    signedIn: page,
  }) => {
    for (const path of [...pages.map(([address]) => address), '/void']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    }
  });

  test('NAV-6.1 staff reach the debug pages', async ({ page, request }) => {
    await signIn(page, (await logIn(request, staff)).token);
    for (const [path, title] of pages) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    }
  });
});

test.describe('the demo account', () => {
  test.beforeEach(async ({ page, request }) => {
    await signIn(page, (await logIn(request, demo)).token);
  });

  for (const [path, title] of pages) {
    test(`NAV-6.1 ${path} is shown, accessible in light and dark, and fits a phone`, async ({
      page,
    }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page, rulesOfColoursAndWords);
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(tooWide).toBeLessThanOrEqual(0);
    });
  }

  test('NAV-6.1 /void is an empty page', async ({ page }) => {
    await page.goto('/void');
    await expect(page.getByRole('main')).toBeVisible();
    await expect(page.getByRole('main')).toHaveText('');
  });

  test('NAV-6.1 /debug follows settings changed elsewhere, and never shows the token', async ({
    page,
    request,
  }) => {
    const { token } = await logIn(request, demo);
    const headers = { authorization: `Bearer ${token}` };
    const setHeight = (bottomPaneHeight: number) =>
      request.patch('/user', { headers, data: { settings: { layout: { bottomPaneHeight } } } });
    // The page has read, and listens only after the change: what came in between is told as well.
    const changed = Promise.withResolvers<void>();
    await page.route('**/api/events/v1*', async (route) => {
      await changed.promise;
      await route.continue();
    });
    await page.goto('/debug');
    await expect(page.getByText('demo@causeway.test')).toBeVisible();
    await setHeight(321);
    changed.resolve();
    await expect(page.getByText('"bottomPaneHeight": 321')).toBeVisible();
    await setHeight(300);
    await expect(page.getByText('"bottomPaneHeight": 300')).toBeVisible();
    const cookies = await page.context().cookies();
    const own = cookies.find(({ name }) => name === 'token')?.value ?? 'no token';
    expect(await page.content()).not.toContain(own);
  });

  test('NAV-6.1 every kind of artifact is shown with sample data', async ({ page }) => {
    await page.goto('/_debug/artifacts');
    await expect(page.getByRole('textbox', { name: 'Revenue per month' })).toHaveValue(/select/);
    await expect(page.getByRole('img', { name: 'Orders and returns per month' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'Visitors this week' })).toBeVisible();
    await expect(page.getByRole('cell', { name: '9007199254740993' })).toBeVisible();
    await expect(page.getByRole('link', { name: /SQL Editor/ })).toBeVisible();
    await expect(page.getByText('1.8 MB')).toBeVisible();
  });

  test('NAV-6.1 a chart shows the numbers behind it', async ({ page }) => {
    await page.goto('/_debug/artifacts');
    const chart = page.getByRole('article', { name: 'Orders and returns per month' });
    await chart.getByText('Table', { exact: true }).click();
    await expect(chart.getByRole('cell', { name: '1286' })).toBeVisible();
  });

  test('LINK-4.1 links show as cards, one for every row of the link table', async ({ page }) => {
    await page.goto('/_debug/link-artifacts');
    const main = page.getByRole('main');
    for (const [title, description] of [
      ['Explore Data', 'Browse and explore your data tables'],
      ['Dashboard', 'View your data visualizations and analytics'],
      ['SQL Editor', 'Write and execute SQL queries'],
      ['Automation', 'Manage your automated workflows'],
      ['Settings', 'Configure your workspace settings'],
      ['Community', 'Browse and share snippets'],
      ['Editor', 'Edit a row or a file'],
      ['Causeway Resource', 'Access your workspace'],
    ]) {
      await expect(main.getByRole('link', { name: `${title} ${description}` })).toBeVisible();
    }
  });

  test('LINK-3 an invalid link says so and leads nowhere', async ({ page }) => {
    await page.goto('/_debug/link-artifacts');
    await expect(page.getByText('Invalid Link', { exact: true })).toBeVisible();
    await expect(
      page.getByText('This link appears to be invalid or not a product resource.'),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: /Invalid Link/ })).toHaveCount(0);
  });

  test('LINK-4.1 a card opens its page without loading the product again', async ({ page }) => {
    await page.goto('/_debug/link-artifacts');
    await page.evaluate(() => Object.assign(globalThis, { stillHere: true }));
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Causeway Resource/ })
      .click();
    await expect(page).toHaveURL(/\/chat\?projectId=/);
    expect(await page.evaluate(() => 'stillHere' in globalThis)).toBe(true);
  });

  test('NAV-6.1 the SQL artifact runs what was typed and keeps it when that fails', async ({
    page,
  }) => {
    await page.goto('/_debug/sql-artifact');
    const sql = page.getByRole('textbox', { name: 'Revenue per month' });
    await sql.fill('select 6 * 7 as answer');
    await sql.press('Control+Enter');
    await expect(page.getByRole('columnheader', { name: 'answer' })).toBeVisible();
    await expect(page.getByRole('cell', { name: '42', exact: true })).toBeVisible();
    await sql.fill('select 1 from nowhere_at_all');
    await sql.press('Control+Enter');
    await expect(page.getByRole('alert')).toContainText('The statement did not run');
    await expect(sql).toHaveValue('select 1 from nowhere_at_all');
  });

  test('NAV-6.2 the stream page asks the assistant and shows the chunks of its answer as they arrive', async ({
    page,
  }) => {
    await page.goto('/_debug/ai');
    await page.getByRole('textbox', { name: 'Question' }).fill('What can you do?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    const main = page.getByRole('main');
    await expect(main.getByText(/text-delta/).first()).toBeVisible();
    await expect(
      main
        .getByText(/"finish/)
        .or(main.getByText(/finish\\"/))
        .first(),
    ).toBeVisible();
    await expect(main.getByText('Ended')).toBeVisible();
  });

  test('NAV-6.1 what can be undone happens at once and can be taken back', async ({ page }) => {
    await page.goto('/_debug/ui');
    const archive = page.getByRole('button', { name: 'Archive something' });
    await archive.click();
    await expect(archive).toBeDisabled();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(archive).toBeEnabled();
  });

  test('NAV-6.1 what can not be undone asks first, names the loss and wants the name typed', async ({
    page,
  }) => {
    await page.goto('/_debug/ui');
    await page.getByRole('button', { name: 'Delete something' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete project Shop?' });
    await expect(dialog).toContainText('14 dashboards, 3 workflows and their history');
    await expect(dialog.getByRole('textbox')).toBeFocused();
    await expect(dialog.getByRole('button', { name: 'Delete project' })).toBeDisabled();
    await expectAccessible(page);
    await dialog.getByRole('textbox').fill('Shop');
    await dialog.getByRole('button', { name: 'Delete project' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Delete something' }).click();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Delete something' })).toBeFocused();
  });
});

test('SET-6 translated content has one field a language', async ({ page, request }) => {
  await signIn(page, (await logIn(request, demo)).token);
  await page.goto('/_debug/ui');
  const title = page.getByRole('group', { name: 'Title' });
  for (const language of ['English', 'German', 'French', 'Italian']) {
    await expect(title.getByRole('textbox', { name: language })).toBeVisible();
  }
  await expect(title.getByRole('textbox', { name: 'French' })).toHaveAttribute(
    'placeholder',
    'Summer sale',
  );
});

test('RULE-3 an image becomes a data URL of type webp in its own size and at quality 0.75', async ({
  page,
  request,
}) => {
  await signIn(page, (await logIn(request, demo)).token);
  await page.goto('/_debug/ui');
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 200, height: 120 } });
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'shot.png', mimeType: 'image/png', buffer: picture });
  const result = page.getByRole('img', { name: 'The image as webp' });
  await expect(result).toHaveAttribute('src', /^data:image\/webp;base64,/);
  const size = await result.evaluate((image) => {
    const { naturalWidth, naturalHeight } = image as HTMLImageElement;
    return [naturalWidth, naturalHeight];
  });
  expect(size).toEqual([200, 120]);
  const expected = await page.evaluate(async (bytes) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(bytes)]));
    const canvas = Object.assign(document.createElement('canvas'), { width: 200, height: 120 });
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return [0.75, 0.7, 0.8].map((quality) => canvas.toDataURL('image/webp', quality));
  }, Array.from(picture));
  expect(await result.getAttribute('src')).toBe(expected[0]);
  expect(new Set(expected).size).toBe(3);
});

/** The server writes into the page whether it runs in production; this one does not. */
async function pretendProduction(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const text = await response.text();
    const body = text.replace(
      'name="causeway:production" content="no"',
      'name="causeway:production" content="yes"',
    );
    return route.fulfill({ response, body });
  });
}
