import { expect, test } from 'vitest';
import { cutEntries } from './quick-listing.ts';

const object = (key: string, more = '') =>
  `<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>&quot;abc&quot;</ETag><Size>7</Size>${more}</Contents>`;
const around = (entries: string) =>
  `<ListBucketResult><Name>b</Name>${entries}<IsTruncated>false</IsTruncated></ListBucketResult>`;

test('OBJ-2 entries are cut out of a listing in any order, and the rest stays', () => {
  const folder = '<CommonPrefixes><Prefix>photos/</Prefix></CommonPrefixes>';
  const cut = cutEntries(around(object('a') + folder + object('z', '<Owner><ID>x</ID></Owner>')));
  expect(cut).toEqual({
    listing: {
      objects: [
        { key: 'a', modified: '2026-01-01T00:00:00.000Z', etag: '"abc"', size: 7 },
        { key: 'z', modified: '2026-01-01T00:00:00.000Z', etag: '"abc"', size: 7 },
      ],
      prefixes: ['photos/'],
    },
    rest: around(''),
  });
});

test.each([
  ['a &amp; b', 'a & b'],
  ['&lt;tag&gt;', '<tag>'],
  ['&#x4e2d;&#25991;', '中文'],
  ['&unknown;', '&unknown;'],
  ['&#x110000;&#99999999;', '&#x110000;&#99999999;'],
  ['</Contents', '</Contents'],
])('OBJ-2 a key written as %j is read as %j', (written, key) => {
  expect(cutEntries(around(object(written)))?.listing.objects[0]?.key).toBe(key);
});

test('OBJ-2 very many entries, each in a line of its own, are read in one go', () => {
  const lines = Array.from({ length: 150_000 }, () => `${object('a')}\n`).join('');
  expect(cutEntries(around(lines))?.listing.objects).toHaveLength(150_000);
});

test('OBJ-2 an empty listing has no entries', () => {
  expect(cutEntries(around(''))).toEqual({
    listing: { objects: [], prefixes: [] },
    rest: around(''),
  });
});

test.each([
  ['cut short', around(object('a')).slice(0, 80)],
  ['without a size', around('<Contents><Key>a</Key></Contents>')],
  ['with an empty tag', around('<Contents><Key/><Size>1</Size></Contents>')],
])('OBJ-2 an answer %s is left to the SDK', (_, document) => {
  expect(cutEntries(document)).toBeUndefined();
});
