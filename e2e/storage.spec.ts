import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible } from './fixtures.ts';
import { test, type SampleMember } from './sample.ts';

// The bucket is filled in the background after the first start.
test.beforeEach(async ({ request, member }) => {
  await expect(async () => {
    const answer = await request.get(`/api/sample/v1/${member.project}`, {
      headers: { authorization: `Bearer ${member.token}` },
    });
    expect(await answer.json()).toMatchObject({ state: 'ready' });
  }).toPass();
});

test('OBJ-2 OBJ-3 LINK-3 a bucket is walked through by rows, thumbnails, filters and previews, and links restore all of it', async ({
  inSample: page,
  member,
}) => {
  await openFolder(page, member, '');
  await option(page, 'pictures').dblclick();
  await expect(page).toHaveURL(/\/explore\/pictures\/\?/);
  await option(page, 'landscapes').dblclick();
  const tiles = page.getByRole('option');
  await expect(tiles.first()).toBeVisible();
  await expectAccessible(page);

  await page.getByTitle('Thumbnails', { exact: true }).click();
  await expect(page).toHaveURL(/mode=tiles/);
  await expect(tiles.first().locator('img')).toBeVisible();
  await page.getByTitle('Rows', { exact: true }).click();
  await expect(tiles.first().locator('img')).toHaveCount(0);
  await page
    .getByRole('toolbar', { name: 'Order by' })
    .getByRole('button', { name: 'Size' })
    .click();
  await expect(page).toHaveURL(/sort=size%3Adesc/);
  await expect(tiles.first()).toContainText('forest');
  const largest = await tiles.first().locator('[title]').getAttribute('title');
  await page.reload();
  await expect(tiles.first()).toContainText(largest ?? '');

  await page.getByRole('listbox').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const lightbox = page.getByRole('dialog');
  await expect(lightbox.getByRole('heading', { name: largest ?? '' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(lightbox).toContainText('2 of ');
  await page.keyboard.press('i');
  await expect(lightbox.getByText('ETag')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(lightbox).toContainText('2 of ');
  await page.keyboard.press('Escape');
  await expect(lightbox).toBeHidden();

  await page.goto(`/explore/data/sales.parquet?${scope(member)}`);
  await expect(lightbox.getByRole('columnheader', { name: /placed_at/ })).toBeVisible();
  await page.goto(`/explore/data/config.json?${scope(member)}`);
  await expect(lightbox.locator('.cm-line span').first()).toBeVisible();
  await page.goto(`/explore/README.md?${scope(member)}`);
  await expect(lightbox.getByRole('heading', { name: 'Media of the Causeway shop' })).toBeVisible();
  await page.goto(`/explore/data/config?${scope(member)}`);
  await expect(page.getByRole('alert')).toContainText('could not be opened');
});

test('OBJ-4 NAV-8 files of any name are uploaded, clash, are renamed, moved, deleted, brought back and linked', async ({
  inSample: page,
  member,
}) => {
  const folder = `e2e ${crypto.randomUUID().slice(0, 8)}`;
  await openFolder(page, member, '');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New folder' }).click();
  await page.getByLabel('Name', { exact: true }).fill(folder);
  await page.keyboard.press('Enter');
  await option(page, folder).dblclick();
  await expect(page.getByText('Nothing here yet')).toBeVisible();

  const odd = 'a+b%20c 中文.txt';
  const chooser = page.getByLabel('Upload files').first();
  await chooser.setInputFiles([file(odd, 'odd'), file('large.bin', 'x'.repeat(9_000_000))]);
  await expect(option(page, odd)).toBeVisible();
  await expect(option(page, 'large.bin')).toBeVisible();
  const tray = page.getByRole('region', { name: 'Transfers' });
  await expect(tray).toContainText('2 finished');

  await chooser.setInputFiles([file(odd, 'odd again')]);
  await expect(tray).toContainText('exists here already');
  await tray.getByRole('button', { name: 'Keep both' }).click();
  await expect(option(page, 'a+b%20c 中文 (2).txt')).toBeVisible();
  await expectAccessible(page);

  await option(page, odd).click();
  await page.keyboard.press('F2');
  const name = page.getByLabel('Name', { exact: true });
  // Where it gets the focus it selects the name without its ending.
  await expect(name).toBeFocused();
  await name.fill('sub/plain.txt');
  await page.keyboard.press('Enter');
  await expect(option(page, 'sub')).toBeVisible();
  await expect(option(page, odd)).toBeHidden();

  await option(page, 'large.bin').dragTo(option(page, 'sub'));
  await expect(option(page, 'large.bin')).toBeHidden();
  await option(page, 'sub').dblclick();
  const above = page
    .getByRole('navigation', { name: 'Where you are' })
    .getByRole('link', { name: folder });
  await option(page, 'large.bin').dragTo(above);
  await expect(option(page, 'large.bin')).toBeHidden();
  await above.click();
  await expect(option(page, 'large.bin')).toBeVisible();
  await page.getByRole('listbox').press('?');
  await expect(page.getByRole('dialog')).toContainText('On this page');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('>whole bucket: trash');
  await expect(page.getByRole('option', { name: 'Whole bucket: Trash' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('listbox').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await tray
    .getByRole('listitem')
    .filter({ hasText: 'Delete 3 items' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(option(page, 'sub')).toBeVisible();
  await expect(option(page, 'large.bin')).toBeVisible();

  await option(page, 'sub').dblclick();
  await option(page, 'plain.txt').click();
  const bar = page.getByRole('toolbar', { name: 'Selected files' });
  await bar.getByRole('button', { name: 'Share a link' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = page.getByLabel('Link', { exact: true });
  await expect(link).toHaveValue(/\/api\/s3\/v1\/view\?link=/);
  expect((await page.request.get(await link.inputValue())).status()).toBe(200);
  await page.keyboard.press('Escape');
  const download = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('plain.txt');

  await page.keyboard.press('Escape');
  await option(page, 'plain.txt').click();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect(option(page, 'plain.txt')).toBeHidden();
  await page.goto(`/explore?show=trash&${scope(member)}`);
  const deleted = page.getByRole('listitem').filter({ hasText: `${folder}/sub/` });
  await expect(deleted).toContainText('plain.txt');
  await expectAccessible(page);
  await deleted.getByRole('button', { name: 'Restore' }).click();
  await expect(deleted).toBeHidden();

  await openFolder(page, member, `/${encodeURIComponent(folder)}/`);
  await option(page, 'sub').click();
  await page.keyboard.press('Delete');
  await expect(option(page, 'sub')).toBeHidden();
  await page.getByRole('button', { name: 'Whole bucket' }).click();
  await page.getByRole('menuitem', { name: 'Show deleted files' }).click();
  await option(page, 'sub').dblclick();
  await option(page, 'plain.txt').dblclick();
  const versions = page.getByRole('dialog', { name: 'Versions of plain.txt' });
  await expect(versions.getByText('odd', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await option(page, 'plain.txt').click();
  await bar.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('button', { name: 'Hide deleted files' }).click();
  await expect(option(page, 'plain.txt')).toBeVisible();
});

test('OBJ-5 a JSON file is edited as code, tree and table without losing a digit, and two writers meet', async ({
  inSample: page,
  member,
  request,
}) => {
  const key = `e2e-${crypto.randomUUID().slice(0, 8)}.json`;
  const text = '[\n  {"n": 9007199254740993, "name": "a"},\n  {"n": 2, "name": "b"}\n]\n';
  await putObject(request, member, key, text);
  await page.goto(`/edit/${key}?${scope(member)}`);
  const code = page.getByRole('textbox', { name: key });
  await expect(code).toContainText('9007199254740993');
  const save = page.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();

  await code.press('Control+End');
  await page.keyboard.type(',');
  await expect(page.getByText('Not valid JSON at 5:1')).toBeVisible();
  await expect(save).toBeDisabled();
  await page.keyboard.press('Backspace');
  await expect(page.getByText('Valid JSON', { exact: true })).toBeVisible();

  await page.getByText('Table', { exact: true }).click();
  await page.getByRole('gridcell', { name: 'b', exact: true }).dblclick();
  await page.keyboard.type('changed');
  await page.keyboard.press('Enter');
  await page.getByText('Tree', { exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'n', exact: true }).first()).toHaveValue(
    '9007199254740993',
  );
  await expectAccessible(page);
  await save.click();
  await expect(page.getByText(/^saved · /)).toBeVisible();
  expect(await readObject(request, member, key)).toBe(text.replace('"b"', '"changed"'));

  await putObject(request, member, key, text.replace('"a"', '"theirs"'));
  await page.getByText('Code', { exact: true }).click();
  await code.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  const conflict = page.getByRole('dialog', { name: 'Somebody else changed this file' });
  await expect(conflict).toContainText('theirs');
  await expectAccessible(page);
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await expect(conflict).toBeHidden();
  await expect.poll(() => readObject(request, member, key)).toContain('"changed"');

  await page.getByRole('button', { name: 'Versions' }).click();
  const versions = page.getByRole('dialog', { name: `Versions of ${key}` });
  await expect(versions.getByRole('listitem')).toHaveCount(4);
  await versions.getByRole('listitem').last().getByRole('button').click();
  await expect(versions.getByRole('textbox', { name: 'Changes' })).toContainText('changed');
  await expectAccessible(page);
  await versions.getByRole('button', { name: 'Restore' }).click();
  await expect(versions).toBeHidden();
  await expect(code).not.toContainText('changed');
  expect(await readObject(request, member, key)).toBe(text);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(code).toContainText('changed');
});

test('OBJ-5 what is typed and saved while a save is still under way is saved right after it', async ({
  member,
  inSample: page,
  request,
}) => {
  const key = `e2e-${crypto.randomUUID().slice(0, 8)}.md`;
  await putObject(request, member, key, 'one');
  await page.goto(`/edit/${key}?${scope(member)}`);
  const code = page.getByRole('textbox', { name: key });
  await expect(code).toContainText('one');
  const first = Promise.withResolvers<void>();
  await page.route('**/api/**', async (route) => {
    if (route.request().postData()?.includes('one two')) await first.promise;
    await route.continue();
  });
  await code.press('Control+End');
  await page.keyboard.type(' two');
  await page.keyboard.press('Control+s');
  await expect(page.locator('button[data-loading]')).toBeVisible();
  await page.keyboard.type(' three');
  await page.keyboard.press('Control+s');
  first.resolve();
  await expect.poll(() => readObject(request, member, key)).toBe('one two three');
  await expect(page.getByText(/^saved · /)).toBeVisible();
});

test('OBJ-5 RULE-3 a picture is turned, cut and saved as webp; CSV and markdown have editors of their own', async ({
  inSample: page,
  member,
  request,
}) => {
  await page.goto(`/edit/pictures/tide.gif?${scope(member)}`);
  await expect(page.getByText('320 × 180')).toBeVisible();
  await page.getByRole('button', { name: 'Turn right' }).click();
  await expect(page.getByText('becomes 180 × 320')).toBeVisible();
  await page.getByLabel('Format').selectOption('webp');
  await page.getByLabel('Save at').fill(`pictures/e2e-${crypto.randomUUID().slice(0, 8)}.webp`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save as new file' }).click();
  await expect(page.getByText('180 × 320,')).toBeVisible();

  const key = `e2e-${crypto.randomUUID().slice(0, 8)}.csv`;
  await putObject(request, member, key, 'a;b\r\n"1";x\r\n');
  await page.goto(`/edit/${key}?${scope(member)}`);
  await page.getByRole('gridcell', { name: 'x', exact: true }).dblclick();
  await page.keyboard.type('y;z');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^saved · /)).toBeVisible();
  expect(await readObject(request, member, key)).toBe('a;b\r\n"1";"y;z"\r\n');

  // Enter closes a cell of several lines, with Shift it begins another.
  const lines = `e2e-${crypto.randomUUID().slice(0, 8)}.csv`;
  await putObject(request, member, lines, 'a;b\r\n1;"one\r\ntwo"\r\n');
  await page.goto(`/edit/${lines}?${scope(member)}`);
  await page.getByRole('gridcell', { name: 'one' }).dblclick();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('three');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^saved · /)).toBeVisible();
  expect(await readObject(request, member, lines)).toBe('a;b\r\n1;"one\r\ntwo\r\nthree"\r\n');

  await page.goto(`/edit/README.md?${scope(member)}`);
  await expect(page.getByRole('heading', { name: 'Media of the Causeway shop' })).toBeVisible();
});

test('a whole bucket is searched, measured and looked through for duplicates', async ({
  inSample: page,
  member,
}) => {
  await page.goto(`/explore?show=usage&${scope(member)}`);
  await expect(page.getByRole('navigation', { name: 'What takes the room' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Duplicates' }).click();
  await expect(page.getByText('header-final.jpg')).toBeVisible();
  await page.goBack();
  await page
    .getByRole('row', { name: /pictures/ })
    .getByRole('link')
    .click();
  await expect(page.getByRole('row', { name: /landscapes/ })).toBeVisible();

  // A filter that finds nothing here leads to the file in the folder that has it.
  await openFolder(page, member, '');
  await page.getByRole('textbox', { name: 'Filter names' }).fill('tide');
  await page
    .getByRole('navigation', { name: 'In other folders' })
    .getByRole('link', { name: 'tide.gif' })
    .click();
  await expect(page.getByRole('dialog')).toContainText('tide.gif');
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('link', { name: 'Search' }).click();
  await page.getByRole('textbox', { name: 'Words anywhere in the path' }).fill('tide gif');
  await expect(page).toHaveURL(/q=tide\+gif/);
  await page.reload();
  await page.getByRole('link', { name: 'tide.gif' }).click();
  await expect(page.getByRole('dialog')).toContainText('tide.gif');
});

type Request = Parameters<Parameters<typeof test>[2]>[0]['request'];

function scope({ project, media }: SampleMember): string {
  return `projectId=${project}&connectorId=${media.id}`;
}

async function openFolder(page: Page, member: SampleMember, path: string): Promise<void> {
  await page.goto(`/explore${path}?${scope(member)}`);
  await expect(page.getByRole('listbox')).toBeVisible();
}

function option(page: Page, name: string): Locator {
  const title = page
    .getByTitle(name, { exact: true })
    .or(page.getByTitle(`${name}/`, { exact: true }));
  return page.getByRole('option').filter({ has: title });
}

function file(name: string, text: string) {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) };
}

async function putObject(request: Request, member: SampleMember, path: string, body: string) {
  const answer = await request.put('/api/s3/v1', {
    headers: { authorization: `Bearer ${member.token}` },
    data: { connector: { id: member.media.id }, path, body },
  });
  expect(answer.status()).toBe(200);
}

async function readObject(request: Request, member: SampleMember, path: string): Promise<string> {
  const answer = await request.get('/api/s3/v1/content', {
    headers: { authorization: `Bearer ${member.token}` },
    params: { 'connector[id]': member.media.id, path },
  });
  return answer.text();
}
