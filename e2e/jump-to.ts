import { expect, type Page } from '@playwright/test';

/** As people do: the palette opens a pasted address without loading the product again. */
export async function jumpTo(page: Page, href: string): Promise<void> {
  const palette = await openPalette(page);
  await palette.getByRole('combobox').fill(href);
  await expect(palette.getByRole('option').first()).toContainText(href);
  await palette.getByRole('combobox').press('Enter');
  await expect(palette).toBeHidden();
}

export async function openPalette(page: Page) {
  await expect(page.getByRole('main')).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: /^Search pages/ });
  await expect(palette.getByRole('combobox')).toBeFocused();
  return palette;
}
