import { expect, expectAccessible } from './fixtures.ts';
import { openPalette } from './jump-to.ts';
import { test } from './sample.ts';

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
    await palette.getByRole('option', { name: 'Media Sample workspace' }).click();
    await expect(page.getByRole('button', { name: 'Connector: Media' })).toBeVisible();
    await openPalette(page);
    await palette.getByRole('combobox').fill('shop');
    await palette.getByRole('option', { name: 'Shop Sample workspace' }).click();
    await expect(page.getByRole('button', { name: 'Connector: Shop' })).toBeVisible();
  });

  test('SHELL-2 what is typed before it has loaded is searched for', async ({ inSample: page }) => {
    await page.goto('/chat');
    const typed = Promise.withResolvers<void>();
    await page.route(/\/assets\/palette-.*\.js/, async (route) => {
      await typed.promise;
      await route.continue();
    });
    await expect(page.getByRole('button', { name: /Search or jump to/ })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('memb');
    typed.resolve();
    const palette = page.getByRole('dialog');
    await expect(palette.getByRole('combobox')).toHaveValue('memb');
    await expect(palette.getByRole('option').first()).toContainText('Members');
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
