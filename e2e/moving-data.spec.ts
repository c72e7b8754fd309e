import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible } from './fixtures.ts';
import { runSql, test as base } from './sample.ts';

type Bench = {
  /** A table of this journey's own; it is for the journey to make it. */
  table: string;
  run: (sql: string) => Promise<unknown[][]>;
};

const test = base.extend<{ bench: Bench }>({
  bench: async ({ request, member }, use) => {
    const table = `moving_${crypto.randomUUID().slice(0, 8)}`;
    const run = (sql: string) => runSql(request, member, sql);
    await use({ table, run });
    await run(`drop table if exists "${table}"`);
  },
});

test('SQL-6 RULE-4 a file is read as it is meant, mapped, checked as a whole, imported, found again and reverted', async ({
  inSample: page,
  bench: { table, run },
}) => {
  const file = {
    name: `${table}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'sku;name;price\r\nA-1;Müsli;1,50\r\n\r\nA-2;"two\nlines";x\r\nA-1;Again;2,00\r\n',
      'latin1',
    ),
  };
  await page.goto('/explore/import');
  await page.getByLabel('Choose a file').setInputFiles(file);
  await expect(page.getByLabel('Encoding')).toHaveValue('windows-1252');
  await expect(page.getByLabel('Separator')).toHaveValue(';');
  await expect(page.getByRole('cell', { name: 'Müsli' })).toBeVisible();
  await page.getByLabel('Separator').selectOption(',');
  await expect(page.getByRole('columnheader', { name: 'sku;name;price' })).toBeVisible();
  await page.getByRole('button', { name: 'detect', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: /^price/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Map columns' }).click();
  await expect(page).toHaveURL(/step=map/);
  await expect(page.getByText('Types hold for all 3 rows')).toBeVisible();
  await expect(page.getByText('Line 4 does not fit the type before it')).toBeVisible();
  await page.getByRole('combobox', { name: 'Type of price' }).fill('numeric(10,2)');
  await page.getByRole('checkbox', { name: 'sku is part of the key' }).check();
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Type of price' })).toHaveValue('numeric(10,2)');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Check & run' }).click();
  await page.getByRole('button', { name: 'Check only' }).click();
  const rejects = page.getByRole('region', { name: 'Refused rows' });
  await expect(rejects.getByRole('row', { name: /^4 price x Type/ })).toBeVisible();
  await expect(rejects.getByRole('row', { name: /^6 sku A-1 Twice in the file/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Only good rows' }).check();
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  const result = page.getByRole('region', { name: 'Result of the import' });
  await expect(result).toContainText(`Imported into the new table ${table}`);
  expect(await run(`select sku, name, price::text from "${table}"`)).toEqual([
    ['A-1', 'Müsli', '1.50'],
  ]);
  const saved = page.waitForEvent('download');
  await result.getByRole('button', { name: 'Download as CSV' }).click();
  expect(await readFile(await (await saved).path(), 'utf8')).toMatch(/4,price,x,type,/);

  await result.getByRole('button', { name: 'Save as recipe' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.goto('/explore/import?view=activity');
  await page.getByRole('link', { name: file.name }).click();
  await result.getByRole('button', { name: 'Revert this import' }).click();
  const question = page.getByRole('dialog', { name: `Drop the table ${table} too?` });
  await expect(question).toBeVisible();
  expect(await run(`select count(*)::int from "${table}"`)).toEqual([[0]]);
  await question.getByText('Cancel', { exact: true }).click();
  await result.getByRole('button', { name: 'Drop the empty table' }).click();
  await question.getByRole('button', { name: 'Drop table' }).click();
  await expect(result.getByText('the table was dropped')).toBeVisible();
  expect(await run(`select to_regclass('public."${table}"')`)).toEqual([[null]]);

  await run(`create table "${table}" (id bigint generated always as identity, sku text primary key,
    name text, price numeric(10,2))`);
  await page.getByRole('link', { name: 'Recipes' }).click();
  const recipe = page.getByRole('listitem').filter({ hasText: file.name });
  await recipe.getByRole('button', { name: 'Choose a file' }).click();
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ ...file, buffer: Buffer.from('sku;name;price\nB-1;Next;3,00\n') });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(result).toContainText(`Imported into ${table}`);
  expect(await run(`select sku, price::text from "${table}"`)).toEqual([['B-1', '3.00']]);
  await page.goto('/explore/import?view=recipes');
  await recipe.getByRole('button', { name: `Delete ${file.name}` }).click();
  await expect(recipe).toHaveCount(0);
});

test('SQL-6 RULE-1.1 pasted JSON updates rows by their key, and objects become text', async ({
  inSample: page,
  bench: { table, run },
}) => {
  await run(`create table "${table}" (
    id integer generated always as identity primary key, note text, data jsonb)`);
  await run(`insert into "${table}" (note) values ('old')`);
  await page.goto(`/explore/${table}`);
  await page.getByRole('button', { name: 'Import/Export' }).click();
  await page.getByRole('menuitem', { name: 'Import into this table' }).click();
  await page
    .getByRole('textbox', { name: 'Paste rows' })
    .fill('[{"id":1,"note":{"a":1},"data":{"n":9007199254740993}},{"id":2,"note":"new"}]');
  await page.getByRole('button', { name: 'Use this text' }).click();
  await page.getByRole('button', { name: 'Map columns' }).click();
  await expect(page.getByLabel('Column for id')).toHaveValue('');
  await page.getByRole('radio', { name: 'Replace the row' }).check();
  await expect(page.getByLabel('Column for id')).toHaveValue('id');
  await page.getByRole('button', { name: 'Check & run' }).click();
  await page.getByRole('button', { name: 'Check only' }).click();
  await expect(page.getByRole('heading', { name: 'Everything fits' })).toBeVisible();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByRole('link', { name: 'Open the table' }).click();
  await expect(page.getByRole('gridcell', { name: 'new', exact: true })).toBeVisible();
  expect(await run(`select id, note, data->>'n' from "${table}" order by id`)).toEqual([
    [1, '{"a":1}', '9007199254740993'],
    [2, 'new', null],
  ]);
});

test('SQL-6 an upload that was cut off goes on when its file is chosen again', async ({
  inSample: page,
  request,
  member,
}) => {
  const buffer = Buffer.from('id,name\n1,Ada\n');
  const answer = await request.post('/api/imports/v1/imports', {
    headers: { authorization: `Bearer ${member.token}`, 'idempotency-key': crypto.randomUUID() },
    data: {
      connector: { id: member.shop.id },
      source: { kind: 'upload', fileName: 'cut-off.csv', size: buffer.length },
    },
  });
  const { id } = await answer.json();
  await page.goto(`/explore/import?import=${id}`);
  await expect(page.getByRole('alert')).toContainText('Choose cut-off.csv again');
  const file = { name: 'cut-off.csv', mimeType: 'text/csv', buffer };
  const input = page.getByLabel('Choose a file');
  await input.setInputFiles({ ...file, buffer: Buffer.from('another file') });
  await expect(page.getByText('That is another file')).toBeVisible();
  await input.setInputFiles(file);
  await expect(page.getByRole('cell', { name: 'Ada' })).toBeVisible();
});

test('SQL-5 what is ticked or filtered is exported, to disk or to a bucket, and is found again', async ({
  inSample: page,
  member,
  bench: { table, run },
}) => {
  await run(`create table "${table}" (id bigint primary key, name text)`);
  await run(`insert into "${table}" values
    (9007199254740993, '=cmd|''/C calc''!A0'), (2, 'Grüße, "x"'), (3, null), (4, '')`);
  await page.goto(`/explore/${table}?sort=id%3Aasc`);
  await page.getByRole('row', { name: /Grüße/ }).getByRole('checkbox').check();
  await page
    .getByRole('row', { name: /9007199254740993/ })
    .getByRole('checkbox')
    .check();
  const dialog = await openExport(page, 'Export 2 selected rows …');
  await dialog.getByRole('checkbox', { name: 'Safe for spreadsheets' }).check();
  await expect(dialog.getByText(`${table}.csv · about 2 rows`)).toBeVisible();
  await expectAccessible(page);
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const csv = await readFile(await (await saved).path(), 'utf8');
  expect(csv.split('\n').slice(0, 3)).toEqual([
    'id,name',
    '2,"Grüße, ""x"""',
    "9007199254740993,'=cmd|'/C calc'!A0",
  ]);
  await expect(dialog.getByText('complete')).toBeVisible();

  await page.goto(`/explore/${table}?where=${encodeURIComponent('name is null')}`);
  await openExport(page, 'Export …');
  await expect(dialog.getByRole('radio', { name: 'Only what the filter shows' })).toBeChecked();
  await dialog.getByRole('radio', { name: /^JSON/ }).click();
  await dialog.getByLabel('Where to').selectOption({ label: `Bucket ${member.media.name}` });
  await dialog.getByLabel('Name in the bucket').fill(`exports/${table}.json`);
  await dialog.getByRole('button', { name: 'Export to bucket' }).click();
  await expect(dialog.getByText('complete')).toBeVisible();
  await dialog.getByRole('link', { name: 'Imports and exports' }).click();
  const exports = page.getByRole('region', { name: 'Exports' });
  await expect(
    exports.getByRole('listitem').filter({ hasText: `exports/${table}.json` }),
  ).toContainText('1 row');
  await expect(exports.getByRole('listitem').filter({ hasText: `${table}.csv` })).toContainText(
    'done',
  );
});

test('SQL-7 text is found as one types, seen before it changes, kept from conflicts, replaced and undone', async ({
  inSample: page,
  bench: { table, run },
}) => {
  await run(`create table "${table}" (id integer primary key, code varchar(8) unique, data jsonb)`);
  await run(`insert into "${table}" values
    (1, 'red-1', '{"colour": "red"}'), (2, 'red-2', null), (3, 'blue-2', null),
    (4, 'green', '["red", "red"]')`);
  await page.goto(`/sql/replace?table=${table}`);
  await page.getByRole('textbox', { name: 'Find', exact: true }).fill('red');
  await expect(page.getByText('5 matches in 3 rows')).toBeVisible();
  await page.getByRole('textbox', { name: 'Replace with' }).fill('blue');
  await expect(page).toHaveURL(/find=red&with=blue/);
  const matches = page.getByRole('region', { name: 'Matches' });
  await expect(matches.locator('ins').first()).toHaveText('blue');
  await expect(matches.getByText('1 row would have a key that is there already')).toBeVisible();
  const replace = matches.getByRole('button', { name: /^Replace in/ });
  await expect(replace).toBeDisabled();
  await expectAccessible(page);
  await matches.getByRole('button', { name: 'Leave it out' }).click();
  await expect(replace).toHaveText('Replace in 2 rows');
  await expect(replace).toBeEnabled();
  await expectAccessible(page);
  await replace.click();
  await expect(page.getByText('Replaced 4 matches in 2 rows')).toBeVisible();
  expect(await run(`select code, data::text from "${table}" order by id`)).toEqual([
    ['blue-1', '{"colour": "blue"}'],
    ['red-2', null],
    ['blue-2', null],
    ['green', '["blue", "blue"]'],
  ]);
  await run(`update "${table}" set code = 'mine' where id = 1`);
  const log = page.getByRole('region', { name: 'Replaced before' });
  await log.getByRole('button', { name: 'Undo' }).click();
  await expect(log.getByRole('alert')).toContainText('1 row was changed since');
  await log.getByRole('button', { name: 'Take back the others' }).click();
  await expect(log.getByText('Taken back')).toBeVisible();
  await expect(page.getByText('3 matches in 2 rows')).toBeVisible();
  expect(await run(`select code from "${table}" where id = 1`)).toEqual([['mine']]);

  await page.getByRole('checkbox', { name: 'Regular expression' }).check();
  await page.getByRole('textbox', { name: 'Find', exact: true }).fill('(red');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('parentheses');
});

test('SQL-7 text is found in the files of a bucket, chosen, replaced with a job, and taken back', async ({
  inSample: page,
  request,
  member,
}) => {
  const word = `red${crypto.randomUUID().slice(0, 8)}`;
  const folder = `replace-${word}/`;
  const call = async (method: 'put' | 'get', path: string, body?: string) => {
    const headers = {
      authorization: `Bearer ${member.token}`,
      'idempotency-key': crypto.randomUUID(),
    };
    const connector = { id: member.media.id };
    return method === 'put'
      ? request.put('/api/s3/v1', { headers, data: { connector, path: folder + path, body } })
      : request.get(
          `/api/s3/v1/content?connector[id]=${connector.id}&path=${encodeURIComponent(folder + path)}`,
          { headers },
        );
  };
  const textOf = async (path: string) => (await call('get', path)).text();
  await call('put', 'a.md', `# Red\n\n${word} and ${word}\n`);
  await call('put', 'b.txt', `${word} too`);
  await call('put', 'c.json', `{"colour": "${word}"}`);

  await page.goto(`/sql/replace?find=${word}`);
  await page.getByLabel('Where').selectOption({ label: `${member.media.name} (files)` });
  await page.getByRole('combobox', { name: 'Folder' }).fill(folder);
  await page.keyboard.press('Escape');
  await expect(page.getByText('4 matches in 3 files')).toBeVisible();
  await page.getByRole('textbox', { name: 'Replace with' }).fill('green');
  const matches = page.getByRole('region', { name: 'Matches' });
  await expect(matches.locator('ins').first()).toHaveText('green');
  await expectAccessible(page);
  await matches.getByRole('checkbox', { name: `Replace in ${folder}b.txt` }).uncheck();
  await matches.getByRole('button', { name: 'Replace in 2 files' }).click();
  await expect(page.getByText('Replaced in 2 files')).toBeVisible();
  expect(await textOf('a.md')).toBe('# Red\n\ngreen and green\n');
  expect(await textOf('b.txt')).toBe(`${word} too`);
  expect(await textOf('c.json')).toBe('{"colour": "green"}');
  await expect(page.getByText('1 match in 1 file')).toBeVisible();

  const log = page.getByRole('region', { name: 'Replaced before' });
  const entry = log.getByRole('listitem').filter({ hasText: word });
  await entry.getByRole('button', { name: 'Undo' }).click();
  await expect(entry.getByText('Taken back in 2 files')).toBeVisible();
  expect(await textOf('a.md')).toBe(`# Red\n\n${word} and ${word}\n`);
  await page.getByRole('textbox', { name: 'Find', exact: true }).fill(`"${word}"`);
  await expect(matches.getByText('would be no JSON any more')).toBeVisible();
  await expect(matches.getByRole('button', { name: 'Replace in 0 files' })).toBeDisabled();
});

async function openExport(page: Page, item: string) {
  await page.getByRole('button', { name: 'Import/Export' }).click();
  await page.getByRole('menuitem', { name: item }).click();
  return page.getByRole('dialog');
}
