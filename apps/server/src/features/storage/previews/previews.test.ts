import { parquetWriteBuffer } from 'hyparquet-writer';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { previewRoutes } from '@causeway/contract/storage/previews.ts';
import { writeXlsx } from '@causeway/sample-data/media/formats/xlsx.ts';
import { startStorageWorkspace } from '#testing/storage-workspace.ts';
import { tableShares } from '../views/shares.ts';

const { text, table, changeImage, previewImage } = previewRoutes;

const space = await startStorageWorkspace();
afterAll(() => space.stop());

test('OBJ-3 text is shown by its beginning, or by any window, without broken characters', async () => {
  const content = 'äöü€'.repeat(1000);
  await space.store('a.txt', content);
  const start = await space.call(text, { query: { path: 'a.txt', bytes: 100 } });
  expect(start).toMatchObject({ encoding: 'utf-8', isBinary: false, from: 0, to: 100 });
  expect(content.startsWith(start.text)).toBe(true);
  expect(start.text.length).toBeGreaterThan(40);
  const later = await space.call(text, { query: { path: 'a.txt', from: 101, bytes: 100 } });
  expect(content).toContain(later.text);
  expect(later.byte_size).toBe(Buffer.byteLength(content));
});

test.each([
  ['utf-8-bom', Buffer.from('\uFEFFä')],
  ['utf-16le', Buffer.from('\uFEFFä', 'utf16le')],
  ['utf-16be', Buffer.from([0xfe, 0xff, 0x00, 0xe4])],
  ['windows-1252', Buffer.from([0xe4])],
])('OBJ-3 text in %s is read as what it is', async (encoding, bytes) => {
  await space.store('encoded.txt', bytes);
  expect(await space.call(text, { query: { path: 'encoded.txt' } })).toMatchObject({
    encoding,
    text: 'ä',
  });
});

test('OBJ-3 an empty file is empty text, bytes that are no text are said to be so', async () => {
  await space.store('empty.txt', '');
  expect(await space.call(text, { query: { path: 'empty.txt' } })).toMatchObject({
    text: '',
    byte_size: 0,
  });
  await space.store('program', Buffer.from([1, 2, 0, 3]));
  expect(await space.call(text, { query: { path: 'program' } })).toMatchObject({ isBinary: true });
});

test('OBJ-3 CSV, JSON, NDJSON and Parquet are shown as a table, digits untouched', async () => {
  await space.store('t.csv', 'a;b\n1;"x;y"\n2;\n');
  expect(await space.call(table, { query: { path: 't.csv' } })).toMatchObject({
    format: 'csv',
    columns: [{ name: 'a' }, { name: 'b' }],
    rows: [
      ['1', 'x;y'],
      ['2', ''],
    ],
    totalRows: 2,
    hasMore: false,
  });
  await space.store('t.json', '[{"n":9007199254740993,"o":{"p":1.10}},{"x":null,"s":"t"}]');
  expect(await space.call(table, { query: { path: 't.json' } })).toMatchObject({
    columns: [{ name: 'n' }, { name: 'o' }, { name: 'x' }, { name: 's' }],
    rows: [
      ['9007199254740993', '{"p":1.10}', null, null],
      [null, null, null, 't'],
    ],
  });
  await space.store('t.ndjson', '{"a":1}\n\n{"a":2}\n{"a":3}\n');
  const window = { path: 't.ndjson', offset: 1, limit: 1 };
  expect(await space.call(table, { query: window })).toMatchObject({
    rows: [['2']],
    totalRows: 3,
    hasMore: true,
  });
  const parquet = parquetWriteBuffer({
    columnData: [
      { name: 'id', data: [1n, 9007199254740993n], type: 'INT64' },
      { name: 'name', data: ['a', null], type: 'STRING' },
    ],
  });
  await space.store('t.parquet', Buffer.from(parquet));
  expect(await space.call(table, { query: { path: 't.parquet' } })).toMatchObject({
    format: 'parquet',
    columns: [{ name: 'id' }, { name: 'name' }],
    rows: [
      ['1', 'a'],
      ['9007199254740993', null],
    ],
    totalRows: 2,
  });
});

test('OBJ-3 a workbook is shown sheet by sheet', async () => {
  const people = [
    ['id', 'name'],
    [1, 'Ä & <b>'],
    [2, 'b'],
  ];
  const book = await writeXlsx([
    { name: 'People', rows: people },
    { name: 'Days', rows: [['day'], [new Date('2024-05-01')]] },
  ]);
  await space.store('book.xlsx', book);
  expect(await space.call(table, { query: { path: 'book.xlsx' } })).toMatchObject({
    format: 'xlsx',
    columns: [{ name: 'id' }, { name: 'name' }],
    totalRows: 2,
    hasMore: false,
  });
  const second = { path: 'book.xlsx', offset: 1, limit: 1 };
  expect((await space.call(table, { query: second })).rows).toEqual([['2', 'b']]);
  const days = await space.call(table, { query: { path: 'book.xlsx', sheet: 'Days' } });
  expect(days).toMatchObject({ sheets: ['People', 'Days'], rows: [['2024-05-01']] });
  const wrong = { path: 'book.xlsx', sheet: 'no such sheet' };
  expect(await space.refuse(table, { query: wrong })).toMatchObject({ status: 422 });
});

test('OBJ-3 who has many texts made into tables keeps themselves waiting, and nobody else', async () => {
  await space.store('turns.csv', 'a\n1\n');
  const { viewer, editor } = space.people;
  const leave = await tableShares.take({ party: { person: viewer.id } });
  const query = { path: 'turns.csv' };
  expect(await space.call(table, { query, as: editor })).toMatchObject({ rows: [['1']] });
  const busy = await space.refuse(table, { query, as: viewer });
  expect(busy).toMatchObject({ code: 'E_CONNECTOR_BUSY' });
  leave();
  expect(await space.call(table, { query, as: viewer })).toMatchObject({ rows: [['1']] });
});

test.each(['broken.json', 'broken.xlsx', 'broken.parquet', 'noext'])(
  'OBJ-3 %s is no table, and said so',
  async (path) => {
    await space.store(path, '{"a":');
    expect(await space.refuse(table, { query: { path } })).toMatchObject({
      status: 422,
      code: 'E_TABLE_UNREADABLE',
    });
  },
);

async function picture(width: number, height: number): Promise<Buffer> {
  const half = { width: width / 2, height, channels: 3 as const, background: 'red' };
  const left = await sharp({ create: half }).png().toBuffer();
  return sharp({ create: { ...half, width, background: 'blue' } })
    .composite([{ input: left, left: 0, top: 0 }])
    .png()
    .toBuffer();
}

test('OBJ-5 a picture is turned, cut, resized and converted to webp of quality 0.75', async () => {
  await space.store('p.png', await picture(400, 200), 'image/png');
  const changes = {
    rotate: 90,
    crop: { left: 0, top: 0, width: 200, height: 200 },
    resize: { width: 50 },
    format: 'webp',
  };
  const body = { path: 'p.png', to: 'p.webp', changes };
  expect(await space.call(changeImage, { body })).toMatchObject({
    path: 'p.webp',
    width: 50,
    height: 50,
  });
  const made = sharp(await space.stored('p.webp'));
  expect(await made.metadata()).toMatchObject({ format: 'webp', width: 50, height: 50 });
  // Turned to the right, what was on the left stands on top.
  const { dominant } = await made.stats();
  expect(dominant.r).toBeGreaterThan(dominant.b);
});

test('OBJ-5 a preview shows the change and saves nothing', async () => {
  await space.store('look.png', await picture(40, 20), 'image/png');
  const body = { path: 'look.png', changes: { flop: true } };
  const answer = await space.send(previewImage, { body, as: space.people.viewer });
  expect(answer.headers.get('content-type')).toBe('image/png');
  const { data } = await sharp(Buffer.from(await answer.arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(data[2]).toBe(255);
  expect((await space.stored('look.png')).equals(await picture(40, 20))).toBe(true);
});

test('OBJ-5 a picture somebody else changed meanwhile is not overwritten', async () => {
  await space.store('mine.png', await picture(40, 20));
  const body = { path: 'mine.png', changes: { rotate: 90 }, ifMatch: 'an-older-etag' };
  expect(await space.refuse(changeImage, { body })).toMatchObject({
    status: 412,
    code: 'E_VERSION_CONFLICT',
  });
});

test('OBJ-5 a picture that would get too large is refused, also by the side that follows the other', async () => {
  await space.store('strip.png', await picture(40, 200));
  const crop = { left: 0, top: 0, width: 1, height: 200 };
  const sizes = [{ width: 1_500 }, { width: 1_500, height: 20_000 }, { height: 300 }];
  const [endless, inside, plain] = sizes.map((resize) => {
    return { path: 'strip.png', changes: { crop, resize } };
  });
  expect(
    await space.refuse(previewImage, { body: endless, as: space.people.viewer }),
  ).toMatchObject({ code: 'E_IMAGE_TOO_LARGE' });
  for (const body of [inside, plain]) {
    expect((await space.send(previewImage, { body })).status).toBe(200);
  }
});

test('OBJ-5 what is no picture can not be changed as one', async () => {
  await space.store('fake.png', 'text');
  const body = { path: 'fake.png', changes: { rotate: 90 } };
  expect(await space.refuse(changeImage, { body })).toMatchObject({ code: 'E_IMAGE_UNREADABLE' });
  await space.store('small.png', await picture(40, 20));
  const crop = { left: 30, top: 0, width: 20, height: 20 };
  const wide = { path: 'small.png', changes: { crop } };
  expect(await space.refuse(changeImage, { body: wide })).toMatchObject({ status: 422 });
});
