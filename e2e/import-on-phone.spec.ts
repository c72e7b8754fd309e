import { expect, expectAccessible } from './fixtures.ts';
import { runSql, test } from './sample.ts';

test('SQL-6 NAV-7 what became of an import stays in its frame on a phone, however long the name of the table', async ({
  inSample: page,
  member,
  request,
}) => {
  const table = `lieferantenverzeichnis_${crypto.randomUUID().replaceAll('-', '_')}`;
  const buffer = Buffer.from('sku;price\r\nA-1;1,50\r\nA-2;x\r\n');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/explore/import');
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: `${table}.csv`, mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Map columns' }).click();
  await page.getByRole('combobox', { name: 'Type of price' }).fill('numeric(10,2)');
  await page.getByRole('button', { name: 'Check & run' }).click();
  await page.getByRole('radio', { name: 'Only good rows' }).check();
  await page.getByRole('button', { name: /^Import( \d|$)/ }).click();
  const result = page.getByRole('region', { name: 'Result of the import' });
  await expect(result).toContainText('Imported into the new table');
  const outside = await result.evaluate((card) => card.scrollWidth - card.clientWidth);
  expect(outside).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await runSql(request, member, `drop table ${table}`);
});
