import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible } from './fixtures.ts';
import { test } from './sample.ts';
import { sidebar, saving } from './shell.ts';

test.describe('panes', () => {
  test('SHELL-3 at first the left one is open, the others closed, with their usual sizes', async ({
    signedIn: page,
  }) => {
    await page.goto('/chat');
    await expect(sidebar(page)).toBeVisible();
    const assistant = page.getByRole('complementary', { name: 'Assistant' });
    await expect(assistant).toBeHidden();
    await expect(handle(page, 'Height of the bottom pane')).toHaveCount(0);
    await expect(handle(page, 'Width of the right pane')).toHaveCount(0);
    await saving(page, () => page.keyboard.press('Control+j'));
    await expect(assistant).toBeVisible();
    const docked = await assistant.boundingBox();
    expect(docked?.height).toBeCloseTo(300, -1);
    await expect(page.getByRole('button', { name: 'Dock to the right' })).toBeVisible();
  });

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
    await page.reload();
    await expect(right).toHaveAttribute('aria-valuenow', '416');
    await right.focus();
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

function handle(page: Page, name: string): Locator {
  return page.getByRole('separator', { name });
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
