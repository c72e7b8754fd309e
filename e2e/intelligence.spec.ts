import type { Page } from '@playwright/test';
import { expect, expectAccessible } from './fixtures.ts';
import { test } from './sample.ts';

test('INTEL-1 INTEL-3 somebody scans the shop, looks at a finding, previews its fix, applies it, and takes it back', async ({
  inSample: page,
}) => {
  test.slow();
  await scanShop(page);
  const title = 'Everybody may read the table employees';
  const finding = page.getByRole('article', { name: title });
  await finding.getByRole('button', { name: title }).click();
  await expect(finding.getByLabel('Query that shows it')).toContainText('role_table_grants');
  await expectAccessible(page);
  await finding.getByRole('button', { name: 'Preview fix' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Statement of the fix')).toContainText('revoke SELECT');
  await expect(dialog).toContainText('tried and taken back');
  await expect(dialog).toContainText('can be taken back here');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toBeHidden();
  await expect(finding).toBeHidden();
  await page.getByText('Done', { exact: true }).click();
  await finding.getByRole('button', { name: title }).click();
  await finding.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await expect(finding).toBeHidden();
  await page.getByText('Open', { exact: true }).click();
  await expect(finding).toBeVisible();
});

test('INTEL-1 a finding is assigned, dismissed or put off with a reason, and the explorer tells of those of a table', async ({
  inSample: page,
}) => {
  test.slow();
  await scanShop(page);
  await page.goto('/explore/legacy_prices');
  await page.getByRole('link', { name: /findings?$/ }).click();
  await expect(page).toHaveURL(/table=legacy_prices/);
  const finding = page.getByRole('article', { name: 'legacy_prices has no key' });
  await finding.getByRole('button', { name: 'legacy_prices has no key' }).click();
  await finding.getByRole('button', { name: 'Assign' }).click();
  await page.getByRole('menuitem').first().click();
  await expect(finding).toContainText(/ · for \S/);
  await finding.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('menuitem', { name: 'It is meant to be so' }).click();
  await page.getByLabel('Reason').fill('A list from long ago.');
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
  await expect(finding).toBeHidden();
  await page.goto('/intelligence?show=dismissed');
  await finding.getByRole('button', { name: 'legacy_prices has no key' }).click();
  await expect(finding).toContainText('A list from long ago.');
  await finding.getByRole('button', { name: 'Show again' }).click();
  await expect(finding).toBeHidden();

  await page.goto('/intelligence?table=legacy_prices');
  const twice = page.getByRole('article', { name: /rows of legacy_prices are there twice$/ });
  await twice.getByRole('button', { name: /are there twice/ }).click();
  await twice.getByRole('button', { name: 'Snooze' }).click();
  await page.getByRole('menuitem', { name: 'For 7 days' }).click();
  await page.getByLabel('Reason').fill('After the move.');
  await page.getByRole('dialog').getByRole('button', { name: 'Snooze' }).click();
  await expect(twice).toBeHidden();
  await page.goto('/intelligence?show=snoozed');
  await twice.getByRole('button', { name: /are there twice/ }).click();
  await expect(twice).toContainText('After the move.');
  await twice.getByRole('button', { name: 'Show again' }).click();
  await expect(twice).toBeHidden();
});

async function scanShop(page: Page): Promise<void> {
  await page.goto('/intelligence');
  const shop = page.getByRole('listitem', { name: 'Shop' });
  await shop.getByRole('button', { name: 'Scan now' }).click();
  await expect(shop.getByText(/of \d+ tables looked at/)).toBeVisible();
}
