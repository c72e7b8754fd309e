import type { Locator, Page } from '@playwright/test';
import { createProject, expect, expectAccessible } from './fixtures.ts';
import { jumpTo, openPalette } from './jump-to.ts';
import { test } from './sample.ts';

const sectionOrder = [
  'Links',
  'Pins',
  'Resources',
  'Dashboards',
  'Automations',
  'Community',
  'Team',
];

test.describe('the sidebar', () => {
  test('SHELL-1 has seven sections that fold and stay folded', async ({ signedIn: page }) => {
    await page.goto('/chat');
    await expect(sectionTitles(page)).toHaveText(sectionOrder);
    const team = sidebar(page).getByRole('button', { name: 'Team' });
    await expect(sidebar(page).getByRole('link', { name: 'Members' })).toBeVisible();
    await saving(page, () => team.click());
    await expect(team).toHaveAttribute('aria-expanded', 'false');
    await page.reload();
    await expect(team).toHaveAttribute('aria-expanded', 'false');
    await expect(sidebar(page).getByRole('link', { name: 'Members' })).toBeHidden();
  });

  test('SHELL-1 sections are moved by dragging, and stay where they were dropped', async ({
    signedIn: page,
  }) => {
    await page.goto('/chat');
    await saving(page, () =>
      sidebar(page)
        .getByRole('button', { name: 'Team' })
        .dragTo(sidebar(page).getByRole('button', { name: 'Pins' })),
    );
    const moved = ['Links', 'Team', 'Pins', 'Resources', 'Dashboards', 'Automations', 'Community'];
    await expect(sectionTitles(page)).toHaveText(moved);
    await page.reload();
    await expect(sectionTitles(page)).toHaveText(moved);
  });

  test('SHELL-1 sections are moved by keyboard, which is said aloud and keeps the focus', async ({
    signedIn: page,
  }) => {
    await page.goto('/chat');
    const community = sidebar(page).getByRole('button', { name: 'Community' });
    await community.focus();
    await saving(page, () => page.keyboard.press('Alt+ArrowDown'));
    await expect(sidebar(page).getByText('Community is now 7 of 7')).toBeAttached();
    await expect(community).toBeFocused();
    await page.reload();
    await expect(sectionTitles(page).last()).toHaveText('Community');
  });

  test('SHELL-1 resources are the tables or the folders of the current connector', async ({
    inSample: page,
    member,
  }) => {
    const at = (connector: { id: string }) =>
      `/explore?projectId=${member.project}&connectorId=${connector.id}`;
    const resources = page.getByRole('region', { name: 'Resources' });
    await page.goto(at(member.media));
    await expect(resources.getByRole('link', { name: 'Media' })).toBeVisible();
    await expect(resources.getByRole('link').nth(1)).toBeVisible();
    await page.getByRole('button', { name: 'Connector: Media' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Shop' }).click();
    await expect(page).toHaveURL(at(member.shop));
    for (const table of ['customers', 'orders', 'products']) {
      await expect(resources.getByRole('link', { name: table, exact: true })).toBeVisible();
    }
    await resources.getByRole('link', { name: 'orders', exact: true }).click();
    await expect(page).toHaveURL(/\/explore\/orders\?/);
  });
});

test.describe('the header', () => {
  test('SHELL-2 switches projects, with favorites first and sponsored ones marked', async ({
    signedIn: page,
    project,
    person,
    request,
  }) => {
    await createProject(request, person, 'Cinema');
    const dairy = await createProject(request, person, 'Dairy');
    await sponsor(page, dairy.id, person.id);
    await page.goto('/settings/general');
    await page.getByRole('button', { name: `Project: ${project.name}` }).click();
    const dialog = page.getByRole('dialog', { name: /^Project: / });
    await expectAccessible(page);
    await saving(page, () =>
      dialog.getByRole('button', { name: 'Add Dairy to favorites' }).click(),
    );
    const names = dialog.getByRole('listitem');
    await expect(names).toHaveText([/^Dairy/, /^Bakery/, /^Cinema/]);
    await expect(dialog.getByText('Sponsored')).toHaveCount(1);
    await expect(names.first()).toContainText('Sponsored');
    await dialog.getByRole('button', { name: /^Cinema/ }).click();
    await expect(page.getByRole('button', { name: 'Project: Cinema' })).toBeVisible();
    await expect(page.getByLabel('Project name')).toHaveValue('Cinema');
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Project: Cinema' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: /^Dairy/ })).toBeVisible();
  });

  test('SHELL-2 chooses theme and language, and both stay', async ({ signedIn: page }) => {
    await page.goto('/chat');
    await page.getByRole('button', { name: 'Theme: Like the system' }).click();
    await saving(page, () => page.getByRole('menuitem', { name: 'Dark' }).click());
    await expect(page.locator('html')).toHaveClass(/\bdark\b/);
    await page.getByRole('button', { name: 'Language' }).click();
    await saving(page, () => page.getByRole('menuitem', { name: 'Deutsch' }).click());
    await expect(page.getByRole('heading', { name: 'Chat' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Sprache' })).toBeVisible();
    await expect(page.locator('html')).toHaveClass(/\bdark\b/);
  });

  test('SHELL-2 the account menu leads to the account pages and the shortcuts', async ({
    signedIn: page,
  }) => {
    await page.goto('/chat');
    const button = page.getByRole('button', { name: 'Account of Ada Lovelace' });
    await button.click();
    await page.getByRole('menuitem', { name: 'Workspaces' }).click();
    await expect(page).toHaveURL('/account/workspaces');
    await button.click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  });

  test('SHELL-2 on a phone a drawer holds the sidebar and closes when one goes somewhere', async ({
    inSample: page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    await expect(sidebar(page)).toBeHidden();
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await expect(sidebar(page)).toBeVisible();
    await expectAccessible(page);
    await sidebar(page).getByRole('link', { name: 'Members' }).click();
    await expect(page).toHaveURL(/\/settings\/members/);
    await expect(sidebar(page)).toBeHidden();
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('button', { name: 'Theme: Like the system' }).click();
    await expect(page.getByRole('menuitem', { name: 'Dark' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Close navigation' }).click();
    await expect(sidebar(page)).toBeHidden();
    await page.getByRole('button', { name: /^Search or jump/ }).click();
    await expect(page.getByRole('combobox', { name: /^Search/ })).toBeFocused();
  });
});

test.describe('the palette', () => {
  test('SHELL-2 finds pages, projects, connectors and actions by a few letters', async ({
    inSample: page,
  }) => {
    await page.goto('/chat');
    const palette = await openPalette(page);
    await expectAccessible(page);
    await palette.getByRole('combobox').fill('memb');
    await palette.getByRole('combobox').press('Enter');
    await expect(page).toHaveURL(/\/settings\/members/);
    await openPalette(page);
    await palette.getByRole('combobox').fill('media');
    await palette.getByRole('option', { name: /^Media/ }).click();
    await expect(page.getByRole('button', { name: 'Connector: Media' })).toBeVisible();
    await openPalette(page);
    await palette.getByRole('combobox').fill('shop');
    await palette.getByRole('option', { name: /^Shop/ }).click();
    await expect(page.getByRole('button', { name: 'Connector: Shop' })).toBeVisible();
  });

  test('SHELL-2 moves by arrow keys, runs actions after >, and says when nothing is found', async ({
    signedIn: page,
  }) => {
    await page.goto('/chat');
    const palette = await openPalette(page);
    const field = palette.getByRole('combobox');
    await field.fill('>theme');
    await expect(palette.getByRole('option')).toHaveText([/system/, /light/, /dark/]);
    await field.press('ArrowUp');
    await expect(palette.getByRole('option', { name: /dark/ })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await field.press('Enter');
    await expect(page.locator('html')).toHaveClass(/\bdark\b/);
    await openPalette(page);
    await field.fill('zzzz');
    await expect(palette.getByText('Nothing found for “zzzz”.')).toBeVisible();
    await field.press('Escape');
    await expect(palette).toBeHidden();
  });

  test('SHELL-2 ? lists the shortcuts, but not while somebody types', async ({
    signedIn: page,
  }) => {
    await page.goto('/account/personal');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.press('?');
    await expect(name).toHaveValue(/\?/);
    await expect(list).toBeHidden();
    await page.getByRole('heading', { name: 'Personal settings' }).click();
    await page.keyboard.press('?');
    await expect(list).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
  });
});

test.describe('panes', () => {
  test('SHELL-3 open and close by their shortcuts and are remembered', async ({
    signedIn: page,
  }) => {
    await page.goto('/chat');
    await expect(sidebar(page)).toBeVisible();
    await saving(page, () => page.keyboard.press('Control+b'));
    await expect(sidebar(page)).toBeHidden();
    await saving(page, () => page.keyboard.press('Control+j'));
    await expect(handle(page, 'Height of the bottom pane')).toHaveAttribute('aria-valuenow', '300');
    await page.keyboard.press('Control+i');
    await expect(handle(page, 'Width of the right pane')).toHaveAttribute('aria-valuenow', '400');
    await expectAccessible(page);
    await page.reload();
    await expect(handle(page, 'Height of the bottom pane')).toBeVisible();
    await expect(handle(page, 'Width of the right pane')).toBeVisible();
    await expect(sidebar(page)).toBeHidden();
  });

  test('SHELL-3 are resized with the mouse, and a double click gives the usual size back', async ({
    signedIn: page,
  }) => {
    await page.goto('/chat');
    await saving(page, () => page.keyboard.press('Control+j'));
    const bottom = handle(page, 'Height of the bottom pane');
    await saving(page, () => drag(page, bottom, { x: 0, y: -100 }));
    await expect(bottom).toHaveAttribute('aria-valuenow', '400');
    const left = handle(page, 'Width of the sidebar');
    const usual = await left.getAttribute('aria-valuenow');
    await drag(page, left, { x: 60, y: 0 });
    await expect(left).toHaveAttribute('aria-valuenow', String(Number(usual) + 60));
    await page.reload();
    await expect(bottom).toHaveAttribute('aria-valuenow', '400');
    await expect(left).toHaveAttribute('aria-valuenow', String(Number(usual) + 60));
    await left.dblclick();
    await expect(left).toHaveAttribute('aria-valuenow', String(usual));
    await saving(page, () => bottom.dblclick());
    await expect(bottom).toHaveAttribute('aria-valuenow', '300');
  });

  test('SHELL-3 are resized with the arrow keys', async ({ signedIn: page }) => {
    await page.goto('/chat');
    await page.getByRole('button', { name: 'Right pane' }).click();
    const right = handle(page, 'Width of the right pane');
    await right.focus();
    await saving(page, () => page.keyboard.press('ArrowLeft'));
    await expect(right).toHaveAttribute('aria-valuenow', '416');
    await saving(page, () => page.keyboard.press('Enter'));
    await expect(right).toHaveAttribute('aria-valuenow', '400');
  });

  test('SHELL-3 the assistant docks at the bottom or at the right', async ({ signedIn: page }) => {
    await page.goto('/chat');
    await saving(page, () => page.keyboard.press('Control+j'));
    const assistant = page.getByRole('complementary', { name: 'Assistant' });
    const bottom = await assistant.boundingBox();
    await saving(page, () => page.getByRole('button', { name: 'Dock to the right' }).click());
    await expect(page.getByRole('button', { name: 'Dock to the bottom' })).toBeVisible();
    const right = await assistant.boundingBox();
    expect(right?.x).toBeGreaterThan(bottom?.x ?? Infinity);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Dock to the bottom' })).toBeVisible();
  });
});

test.describe('waiting', () => {
  test('SHELL-6 a page that is slow to come shows a bar of 3 px on top', async ({
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

  test('SHELL-6 a double tap writes once', async ({ signedIn: page, project }) => {
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
    expect(loads()).toBe(1);
    await page.unroute(/\/assets\/members-page-.*\.js$/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  });
});

test('SHELL-1 SHELL-2 SHELL-3 the whole shell works by keyboard alone', async ({
  signedIn: page,
  project,
}) => {
  await page.goto('/chat');
  await expect(page.getByRole('heading', { name: 'Chat' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.goto('/chat');

  await tabTo(page, page.getByRole('button', { name: `Project: ${project.name}` }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Project: / });
  await tabTo(page, dialog.getByRole('button', { name: 'Add Bakery to favorites' }));
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('button', { name: 'Remove Bakery from favorites' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: `Project: ${project.name}` })).toBeFocused();

  await tabTo(page, page.getByRole('button', { name: 'Theme: Like the system' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveClass(/\bdark\b/);
  await expect(page.getByRole('button', { name: 'Theme: Dark' })).toBeFocused();

  await tabTo(page, sidebar(page).getByRole('button', { name: 'Pin this page' }));
  await page.keyboard.press('Enter');
  await expect(sidebar(page).getByRole('button', { name: 'Options of pin Chat' })).toBeVisible();
  await jumpTo(page, '/intelligence');
  await expect(page.getByRole('heading', { name: 'Intelligence' })).toBeVisible();
  await tabTo(page, sidebar(page).getByRole('region', { name: 'Pins' }).getByRole('link'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/chat');
});

function sidebar(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Main' });
}

/** No page of this version makes anybody a sponsor, so the answer is changed on its way. */
async function sponsor(page: Page, projectId: string, sponsorId: string): Promise<void> {
  await page.route('**/projects', async (route) => {
    const response = await route.fetch();
    const projects = (await response.json()) as { id: string }[];
    const json = projects.map((one) => (one.id === projectId ? { ...one, sponsorId } : one));
    await route.fulfill({ response, json });
  });
}

function sectionTitles(page: Page): Locator {
  return sidebar(page).locator('section > button');
}

function handle(page: Page, name: string): Locator {
  return page.getByRole('separator', { name });
}

/** Does something and waits until the server has taken the change it makes. */
async function saving(page: Page, act: () => Promise<unknown>): Promise<void> {
  await expect(page.getByRole('main')).toBeVisible();
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PATCH' && response.url().endsWith('/user'),
  );
  await act();
  expect((await saved).status()).toBe(200);
}

async function drag(page: Page, from: Locator, by: { x: number; y: number }): Promise<void> {
  const box = await from.boundingBox();
  if (!box) throw new Error('There is nothing to drag');
  const start = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + by.x / 2, start.y + by.y / 2);
  await page.mouse.move(start.x + by.x, start.y + by.y);
  await page.mouse.up();
}

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

/** Tab, and Tab again, as long as it takes: whatever can not be reached so fails the journey. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let steps = 0; steps < 80; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}
