import type { Page } from '@playwright/test';
import { test } from './edited-table.ts';
import { expect, expectAccessible, restBetweenTaps } from './fixtures.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page, name: string) => dialog(page).getByLabel(name, { exact: true });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Closes once the database did it. */
async function finish(page: Page, action: string): Promise<void> {
  await dialog(page).getByRole('button', { name: action }).click();
  await expect(dialog(page)).toBeHidden();
}

async function choose(page: Page, thing: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Change ${thing}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('SQL-4 row security is switched on with a warning, and a policy is begun, changed and dropped', async ({
  inSample: page,
  bench: { table, run },
}) => {
  await page.goto(`/explore/${encodeURIComponent(table)}?structure`);
  await page.getByRole('button', { name: 'Switch on …' }).click();
  await expect(dialog(page)).toContainText('every role but the owner sees no rows');
  await expect(dialog(page)).toContainText('enable row level security');
  await expectAccessible(page);
  await finish(page, 'Apply');
  await expect(page.getByText('No policy allows anything')).toBeVisible();

  await page.getByRole('button', { name: 'Add policy' }).click();
  await field(page, 'Begin with').selectOption('Own rows, by the database role');
  await field(page, 'Whose row it is stands in').selectOption('name');
  await expect(dialog(page)).toContainText('using (name = current_user)');
  await expectAccessible(page);
  await finish(page, 'Add policy');
  const policy = 'Own rows, by the database role';
  await expect(section(page, 'Policies')).toContainText('name = CURRENT_USER');
  await expect(page.getByText('No policy allows anything')).toBeHidden();

  await choose(page, policy, 'Change …');
  await field(page, 'For').selectOption('reading (SELECT)');
  await expect(dialog(page)).toContainText('drop policy');
  await finish(page, 'Apply');
  await expect(section(page, 'Policies').getByRole('cell', { name: 'SELECT' })).toBeVisible();
  expect(
    await run(`select relrowsecurity from pg_class where oid = '"${table}"'::regclass`),
  ).toEqual([[true]]);

  await choose(page, policy, 'Drop …');
  await finish(page, 'Drop it');
  await expect(section(page, 'Policies')).toBeHidden();
});

test('SQL-4 a trigger is added with its function, switched off and on, and dropped', async ({
  inSample: page,
  bench: { table, run },
}) => {
  const routine = `stamp ${table}`;
  await run(`create function "${routine}"() returns trigger language plpgsql as
    $$ begin new.note := 'stamped'; return new; end $$`);
  await page.goto(`/explore/${encodeURIComponent(table)}?structure`);
  await page.getByRole('button', { name: 'Add trigger' }).click();
  await field(page, 'Name').fill('stamped');
  await dialog(page).getByRole('combobox', { name: 'Function' }).fill(routine);
  await page.getByRole('option', { name: routine }).click();
  await field(page, 'changing (UPDATE)').check();
  await field(page, 'Only where').fill('new.big > 5');
  await expect(dialog(page)).toContainText('before insert or update on');
  await expectAccessible(page);
  await finish(page, 'Add trigger');
  await run(`update "${table}" set big = 9 where name = 'Ada'`);
  expect(await run(`select note from "${table}" where name = 'Ada'`)).toEqual([['stamped']]);

  await choose(page, 'stamped', 'Switch off …');
  await finish(page, 'Switch off');
  await expect(section(page, 'Triggers')).toContainText('switched off');
  await choose(page, 'stamped', 'Switch on …');
  await finish(page, 'Switch on');
  await choose(page, 'stamped', 'Drop …');
  await finish(page, 'Drop it');
  await expect(section(page, 'Triggers')).toBeHidden();
  await run(`drop function "${routine}"()`);
});

test('SQL-4 a check spares the rows of before, and holds them to it later', async ({
  inSample: page,
  bench: { table, run },
}) => {
  await page.goto(`/explore/${encodeURIComponent(table)}?structure`);
  await page.getByRole('button', { name: 'Add rule' }).click();
  await field(page, 'Kind of rule').selectOption('check: an expression each row has to meet');
  await field(page, 'Name').fill('big enough');
  await field(page, 'What each row has to meet').fill('big > 2');
  await field(page, 'Rows that are there already have to meet it').uncheck();
  await finish(page, 'Add rule');
  await choose(page, 'big enough', 'Check existing rows …');
  await dialog(page).getByRole('button', { name: 'Check', exact: true }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('violated by some row');
  await run(`update "${table}" set big = 3`);
  await restBetweenTaps(page);
  await finish(page, 'Check');
  await choose(page, 'big enough', 'Drop …');
  await finish(page, 'Drop it');
});

test('SQL-4 what a role may do is granted and taken back by ticks', async ({
  inSample: page,
  bench: { table },
}) => {
  await page.goto(`/explore/${encodeURIComponent(table)}?structure`);
  await page.getByRole('button', { name: 'Grant privileges' }).click();
  await dialog(page).getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'public (everybody)' }).click();
  await field(page, 'read (SELECT)').check();
  await field(page, 'add (INSERT)').check();
  await expect(dialog(page)).toContainText('grant select, insert on');
  await expectAccessible(page);
  await finish(page, 'Apply');
  await expect(section(page, 'Privileges')).toContainText('INSERT, SELECT');
  await choose(page, 'public', 'Change …');
  await field(page, 'add (INSERT)').uncheck();
  await expect(dialog(page)).toContainText('revoke insert on');
  await finish(page, 'Apply');
  await expect(section(page, 'Privileges')).not.toContainText('INSERT, SELECT');
});

test('SQL-4 what a change breaks is named before it is made', async ({
  inSample: page,
  bench: { table, run },
  member,
  request,
}) => {
  const name = `Notes of ${table}`;
  const saved = await request.post('/api/queries/v1/queries', {
    headers: { authorization: `Bearer ${member.token}` },
    data: { connector: { id: member.shop.id }, name, sql: `select note from "${table}"` },
  });
  expect(saved.status()).toBe(200);
  await run(`create view "view of ${table}" as select note from "${table}"`);
  await page.goto(`/explore/${encodeURIComponent(table)}?structure`);

  await choose(page, 'note', 'Change …');
  await field(page, 'Name').fill('remark');
  const impact = dialog(page).getByRole('region', { name: 'What this changes for others' });
  await expect(impact).toContainText('No longer works afterwards');
  await expect(impact.getByRole('link', { name })).toBeVisible();
  await expect(impact).not.toContainText(`view of ${table}`);
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Cancel' }).last().click();

  await choose(page, 'note', 'Drop …');
  await expect(impact).toContainText('The database refuses as long as these need it');
  await expect(impact).toContainText(`view of ${table}`);
  await dialog(page).getByRole('button', { name: 'Cancel' }).last().click();

  await choose(page, 'big', 'Drop …');
  await expect(dialog(page).getByRole('button', { name: 'Drop it' })).toBeEnabled();
  await expect(impact).toBeHidden();
  await run(`drop view "view of ${table}"`);
});
