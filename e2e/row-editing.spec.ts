import { cell, test } from './edited-table.ts';
import { expect, expectAccessible, signIn } from './fixtures.ts';
import { createSampleMember } from './sample.ts';

test('SQL-3 SQL-10 edits are staged, survive a reload and another device, are reviewed, saved and undone', async ({
  inSample: page,
  bench: { table, run },
  browser,
  member,
}) => {
  await page.goto(`/explore/${encodeURIComponent(table)}`);
  const bar = page.getByRole('region', { name: 'Staged changes' });
  await cell(page, 'Ada').click();
  await page.keyboard.type('Ada L.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Delete');
  await expect(bar).toContainText('2 changes');
  await cell(page, 'Edsger').click();
  await page.keyboard.press('F2');
  await page.keyboard.type('nobody');
  await page.keyboard.press('Escape');
  await expect(cell(page, 'Edsger')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(bar).toContainText('1 change');
  await page.keyboard.press('Control+Shift+z');
  await expect(bar).toContainText('2 changes');

  await cell(page, 'Edsger').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Duplicate row' }).click();
  await cell(page, 'Grace').click();
  await page.keyboard.press('Control+Delete');
  await expect(bar).toContainText('4 changes');
  await expect(bar).toContainText('kept on the server');
  await expectAccessible(page);

  await page.reload();
  await expect(bar).toContainText('4 changes');
  await expect(cell(page, 'Ada L.')).toBeVisible();
  const device = await (await browser.newContext()).newPage();
  await signIn(device, member.token);
  await device.goto(page.url());
  await expect(cell(device, 'Ada L.')).toBeVisible();
  await device.context().close();

  await page.keyboard.press('Control+s');
  const review = page.getByRole('dialog');
  await expect(review).toContainText(/UPDATE .*SET name = 'Ada L.'/s);
  await expect(review).toContainText(/DELETE FROM .*id = 2/s);
  await expect(review).toContainText(/INSERT INTO .*'Edsger'/s);
  await review.getByRole('button', { name: 'Save' }).click();
  await expect(bar).toBeHidden();
  expect(await run(`select big::text, name, note, data::text from "${table}" order by id`)).toEqual(
    [
      ['9007199254740993', 'Ada L.', null, '{"n": 9007199254740993}'],
      ['3', 'Edsger', 'third', 'null'],
      ['3', 'Edsger', 'third', 'null'],
    ],
  );
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(cell(page, 'Grace')).toBeVisible();
  expect(await run(`select name from "${table}" order by id`)).toEqual([
    ['Ada'],
    ['Grace'],
    ['Edsger'],
  ]);

  await page.getByRole('main').getByRole('link', { name: 'History' }).click();
  await expect(page.getByText('reverted')).toBeVisible();
  await page.getByRole('button', { name: /Edits · explorer/ }).click();
  await expect(page.getByRole('row', { name: 'name Ada Ada L.' })).toBeVisible();
  await expectAccessible(page);
});

test('SQL-3 SET-3 the handle of marked cells goes on with them as one step, and columns, zone and dates follow a person to another device', async ({
  inSample: page,
  bench: { table, run },
  browser,
  request,
  member,
}) => {
  await run(
    `update "${table}" set big = id * 10, note = 'row ' || id, at = '2026-03-05 20:30:00+00'`,
  );
  await run(`insert into "${table}" (name) values ('Alan'), ('Barbara')`);
  const address = `/explore/${encodeURIComponent(table)}`;
  await page.goto(address);
  await cell(page, '10').click();
  await page.keyboard.press('Shift+ArrowDown');
  const handle = page.locator('[data-fill-handle]');
  const below = page
    .getByRole('row', { name: /Barbara/ })
    .getByRole('gridcell')
    .nth(2);
  await handle.hover();
  await page.mouse.down();
  await below.hover();
  await page.mouse.up();
  const bar = page.getByRole('region', { name: 'Staged changes' });
  // The third has the value already.
  await expect(bar).toContainText('2 changes');
  await expect(cell(page, '50')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(bar).toBeHidden();
  await page.keyboard.press('Control+Shift+z');
  await expect(bar).toContainText('2 changes');
  await page.keyboard.press('Control+s');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(bar).toBeHidden();
  expect(await run(`select big::int from "${table}" order by id`)).toEqual(
    [10, 20, 30, 40, 50].map((big) => [big]),
  );

  const kept = page.waitForResponse(
    (answer) => answer.url().includes('/layout') && answer.request().method() === 'PUT',
  );
  await page.getByRole('columnheader', { name: /mood/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Hide column' }).click();
  await expect(page.getByRole('columnheader', { name: /mood/ })).toHaveCount(0);
  expect((await kept).status()).toBe(200);
  const headers = { authorization: `Bearer ${member.token}` };
  const formats = { timeZone: 'Asia/Kolkata', dates: 'iso' };
  expect((await request.patch('/user', { headers, data: { formats } })).status()).toBe(200);
  const device = await (await browser.newContext()).newPage();
  await signIn(device, member.token);
  await device.goto(address);
  await expect(cell(device, '2026-03-06 02:00').first()).toBeVisible();
  await expect(device.getByRole('columnheader', { name: /note/ })).toBeVisible();
  await expect(device.getByRole('columnheader', { name: /mood/ })).toHaveCount(0);
  await device.context().close();
  const usual = { timeZone: null, dates: 'exact' };
  expect((await request.patch('/user', { headers, data: { formats: usual } })).status()).toBe(200);
});

test('a row that changed meanwhile is merged column by column, and nothing is overwritten unseen', async ({
  inSample: page,
  bench: { table, run },
}) => {
  await page.goto(`/explore/${encodeURIComponent(table)}`);
  await cell(page, 'Ada').click();
  await page.keyboard.type('Mine');
  await page.keyboard.press('Tab');
  await page.keyboard.type('my note');
  await page.keyboard.press('Enter');
  await expect(page.getByText('kept on the server')).toBeVisible();
  await run(`update "${table}" set name = 'Theirs', mood = 'angry' where id = 1`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '1 row changed meanwhile' });
  await expect(dialog.getByRole('row', { name: /^name Ada/ })).toContainText('Theirs');
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'Theirs for name' }).check();
  await dialog.getByRole('button', { name: 'Save merged' }).click();
  await expect(page.getByRole('region', { name: 'Staged changes' })).toBeHidden();
  expect(await run(`select name, note, mood from "${table}" where id = 1`)).toEqual([
    ['Theirs', 'my note', 'angry'],
  ]);
});

test('NAV-8 a row has a page of its own, whatever its key is, with neighbours, history and a way back', async ({
  inSample: page,
  bench: { table, run },
}) => {
  await run(`create table "${table} /%?" (a text, b integer, note text, primary key (a, b))`);
  await run(`insert into "${table} /%?" values ('x,y\\ #?', 1, 'one'), ('ü//"', 2, 'two')`);
  try {
    await page.goto(`/explore/${encodeURIComponent(`${table} /%?`)}`);
    await cell(page, 'one').hover();
    await page.getByRole('row', { name: /one/ }).getByRole('link', { name: 'Open row' }).click();
    await expect(page).toHaveURL(/\/edit\//);
    const note = page.getByRole('region', { name: 'note' }).getByRole('textbox');
    await expect(note).toHaveValue('one');
    await page.reload();
    await note.fill('uno');
    await expect(page.getByText('1 changed')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Next row' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    await page.keyboard.press('Control+s');
    await expect(page.getByText('nothing changed')).toBeVisible();
    await page.getByRole('tab', { name: 'History' }).click();
    await expect(page.getByRole('row', { name: 'note one uno' })).toBeVisible();
    await page.getByRole('button', { name: 'Revert' }).first().click();
    await expect(note).toHaveValue('one');
    await page.getByRole('link', { name: 'Next row' }).click();
    await expect(note).toHaveValue('two');
    await page.getByRole('region', { name: 'a', exact: true }).getByRole('textbox').fill('renamed');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page).toHaveURL(/\/edit\/[^?]*\/renamed%2C2\?/);
    expect(await run(`select a, b, note from "${table} /%?" order by b`)).toEqual([
      ['x,y\\ #?', 1, 'one'],
      ['renamed', 2, 'two'],
    ]);
  } finally {
    await run(`drop table "${table} /%?"`);
  }
});

test('SQL-3 a row behind a key of two columns is chosen by its name in one step, and the edit follows a rename', async ({
  inSample: page,
  bench: { table, run },
}) => {
  const [rooms, stays, later] = [`${table} rooms`, `${table} stays`, `${table} later`];
  await run(`create table "${rooms}" (hotel int, nr int, name text, primary key (hotel, nr))`);
  await run(`insert into "${rooms}" values (1, 7, 'Garden'), (2, 7, 'Harbour'), (2, 9, 'Attic')`);
  await run(`create table "${stays}" (id int primary key, hotel int, room int, extra text,
    foreign key (hotel, room) references "${rooms}")`);
  await run(`insert into "${stays}" values (1, 1, 7, 'breakfast')`);
  try {
    await page.goto(`/explore/${encodeURIComponent(stays)}`);
    const room = page.getByRole('gridcell', { name: /^7/ });
    await expect(room).toContainText('Garden');
    await room.dblclick();
    const box = page.getByRole('textbox', { name: 'room' });
    await expect(page.getByRole('option').first()).toContainText('Garden');
    await box.fill('har');
    await page.getByRole('option', { name: 'Harbour' }).click();
    await expect(room).toContainText('Harbour');
    const bar = page.getByRole('region', { name: 'Staged changes' });
    await page.keyboard.press('Control+z');
    await expect(bar).toBeHidden();
    await page.keyboard.press('Control+Shift+z');
    await cell(page, 'breakfast').click();
    await page.keyboard.type('dinner');
    await page.keyboard.press('Enter');
    await expect(bar).toContainText('2 changes');
    await expect(bar).toContainText('kept on the server');
    await page
      .getByRole('link', { name: `Peek at ${rooms} 2, 7` })
      .last()
      .click();
    await expect(page.getByRole('dialog', { name: `A row of ${rooms}` })).toContainText('Harbour');
    await page.keyboard.press('Escape');

    await run(`alter table "${stays}" rename to "${later}"`);
    await run(`alter table "${later}" rename room to "room no"`);
    await run(`alter table "${later}" drop extra`);
    await page.goto('/explore');
    const staged = page.getByRole('region', { name: 'Not saved yet' });
    await staged.getByRole('link', { name: `${later} 1 row` }).click();
    await expect(room).toContainText('Harbour');
    await expect(bar).toContainText('The table has no column “extra” any more');
    await bar.getByRole('button', { name: 'Leave them out' }).click();
    await bar.getByRole('button', { name: 'Save' }).click();
    await expect(bar).toBeHidden();
    expect(await run(`select * from "${later}"`)).toEqual([[1, 2, 7]]);

    await page.goto(`/explore/${stays}?sort=room:desc`);
    await expect(page.getByText(`“${stays}” is called “${later}” now.`)).toBeVisible();
    await expect(page.getByRole('heading', { name: later })).toBeVisible();
    await expect(page.getByRole('button', { name: /room no/ }).first()).toBeVisible();
    expect(new URL(page.url()).searchParams.get('sort')).toBe('room no:desc');
  } finally {
    await run(`drop table if exists "${stays}", "${later}", "${rooms}"`);
  }
});

test('where rows can not be changed, the table says why', async ({
  inSample: page,
  request,
  bench,
}) => {
  await page.goto('/explore/customer_lifetime_value');
  await expect(page.getByText('Read-only')).toBeVisible();
  const viewer = await createSampleMember(request, { role: 'viewer' });
  await signIn(page, viewer.token);
  await page.goto(`/explore/${encodeURIComponent(bench.table)}`);
  await page.getByText('Read-only').hover();
  await expect(page.getByRole('tooltip')).toContainText('You are a viewer of this project');
  await cell(page, 'Ada').click();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Value' })).toContainText('Ada');
});
