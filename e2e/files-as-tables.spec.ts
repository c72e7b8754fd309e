import { expect, expectAccessible } from './fixtures.ts';
import { test } from './sample.ts';

test('SQL-8.13 a file of the bucket is queried from the explorer, joined with a table, completed and told where it is wrong', async ({
  inSample: page,
  member,
  request,
}) => {
  // The sample is still being filled when the first journeys begin.
  await expect(async () => {
    const listed = await request.get(
      `/api/files/v1/files?connector[id]=${member.media.id}&folder=data/`,
      { headers: { authorization: `Bearer ${member.token}` } },
    );
    expect(await listed.text()).toContain('data/sales.parquet');
  }).toPass();
  const scope = `projectId=${member.project}&connectorId=${member.media.id}`;
  await page.goto(`/explore/data/sales.parquet?${scope}`);
  await page.getByRole('link', { name: 'Query with SQL' }).first().click();
  await expect(page.locator('.cm-content')).toContainText(`from 'data/sales.parquet'`);
  await page.locator('.cm-content').focus();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('gridcell', { name: 'MP-000001' })).toBeVisible();
  await expectAccessible(page);

  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(
    `select s.number, p.name\nfrom 'data/sales.parquet' s join shop.public.products p using (sku)\norder by s.number limit 5`,
  );
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('columnheader', { name: /^name/ })).toBeVisible();
  await page.keyboard.press('Control+Shift+E');
  await page.getByRole('button', { name: 'Run and measure' }).click();
  const plan = page.getByRole('list', { name: 'Plan' });
  await expect(plan).toContainText('data/sales.parquet');
  await expect(plan).toContainText('Hash Join');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'New tab', exact: true }).click();
  await page.locator('.cm-content').focus();
  await page.keyboard.insertText(`select nope from 'data/sales.parquet'`);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('alert')).toContainText('nope');
  await expect(page.locator('.cm-lintRange-error')).toHaveText('nope');

  await page.getByRole('button', { name: 'New tab', exact: true }).click();
  await page.locator('.cm-content').focus();
  await page.keyboard.type(`select count(*) from 'data/sa`);
  await page.getByRole('option', { name: /^sales\.parquet/ }).click();
  await expect(page.locator('.cm-content')).toHaveText(
    /select count\(\*\) from 'data\/sales\.parquet'/,
  );
});
