import type { Locator, Page } from '@playwright/test';
import { createProject, expect, expectAccessible } from './fixtures.ts';
import { jumpTo } from './jump-to.ts';
import { test } from './sample.ts';
import { sidebar, saving } from './shell.ts';

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
  // Keys are heard once the menu has the focus, which it gets a moment after it is seen.
  await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1);
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

/** Tab, and Tab again, as long as it takes: whatever can not be reached so fails the journey. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let steps = 0; steps < 80; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

test('SHELL-1 a browser that has no room left for what is kept in it shows every page', async ({
  signedIn: page,
  project,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
  await page.evaluate(() => {
    for (let length = 4_000_000; length > 0; length = Math.floor(length / 2)) {
      for (let place = 0; place < 3; place += 1) {
        try {
          localStorage.setItem(`full ${length} ${place}`, 'x'.repeat(length));
        } catch {
          break;
        }
      }
    }
  });
  await page.goto(`/settings/members?projectId=${project.id}&connectorId=null`);
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
});

test('SHELL-1 NAV-7 the name of a project, however long, leaves the signs beside it free on a phone', async ({
  signedIn: page,
  person,
  request,
}) => {
  const { name } = await createProject(request, person, 'Großhandelsverwaltungsgesellschaft mbH');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const rightOf = async (locator: Locator) => {
    const { x, width } = (await locator.boundingBox())!;
    return x + width;
  };
  const switcher = page.getByRole('button', { name: `Project: ${name}` });
  const bell = page.getByRole('button', { name: /^Inbox/ });
  await expect(switcher).toBeVisible();
  await expect(bell).toBeVisible();
  expect(await rightOf(switcher)).toBeLessThanOrEqual((await bell.boundingBox())!.x);
});
