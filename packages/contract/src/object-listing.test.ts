import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { listingPage, nameMatches, objectName, toListingItem } from './object-listing.ts';

test('OBJ-2 an object shows its path, name, url, time and size', () => {
  const stored = { Key: 'photos/2024/sea.jpg', LastModified: '2024-05-01T10:00:00Z', Size: 1234 };
  expect(toListingItem(stored, (key) => `/explore/${key}`)).toEqual({
    path: 'photos/2024/sea.jpg',
    name: 'sea.jpg',
    url: '/explore/photos/2024/sea.jpg',
    updated_at: '2024-05-01T10:00:00Z',
    byte_size: 1234,
  });
});

test.each([
  ['sea.jpg', 'sea.jpg'],
  ['photos/sea.jpg', 'sea.jpg'],
  ['photos/2024/', '2024/'],
  ['photos/', 'photos/'],
  ['/', '/'],
  ['a//', '/'],
  ['', ''],
])('OBJ-2 the name of %j is %j', (key, name) => {
  expect(objectName(key)).toBe(name);
});

test.each([
  ['Sea.JPG', 'sea', true],
  ['Sea.JPG', '%ea.j%', true],
  ['Sea.JPG', '', true],
  ['Sea.JPG', '%', true],
  ['Sea.JPG', 's.a', false],
  ['100%.txt', '100%', true],
  ['100%.txt', '0.t', false],
  ['a\u0308pfel.png', '\u00c4pfel', true],
])('OBJ-2 %j with the name filter %j is kept: %s', (name, filter, isKept) => {
  expect(nameMatches(name, filter)).toBe(isKept);
});

test('OBJ-2 the filter looks at the name, not at the folders above it', () => {
  const objects = [object('photos/sea.jpg'), object('docs/photos.txt')];
  expect(listingPage(objects, { name: 'photos' })).toEqual([object('docs/photos.txt')]);
});

test('OBJ-2 a page has 1000 objects and starts at the first', () => {
  const objects = Array.from({ length: 2500 }, (_, index) => object(`${index}`));
  expect(listingPage(objects)).toHaveLength(1000);
  expect(listingPage(objects)[0]?.Key).toBe('0');
  expect(listingPage(objects, { offset: 2000 })).toHaveLength(500);
});

test('OBJ-2 descending reverses all objects of the folder, not one page of them', () => {
  const objects = Array.from({ length: 2500 }, (_, index) => object(`${index}`));
  expect(listingPage(objects, { descending: true })[0]?.Key).toBe('2499');
  expect(listingPage(objects, { descending: true, offset: 2000 }).at(-1)?.Key).toBe('0');
});

test('OBJ-2 the pages together hold every matching object once, in both directions', () => {
  const keys = fc.uniqueArray(fc.string({ maxLength: 4 }), { maxLength: 40 });
  fc.assert(
    fc.property(keys, fc.string({ maxLength: 1 }), fc.boolean(), (list, name, descending) => {
      const objects = list.map(object);
      const paged = [];
      for (let offset = 0; offset < objects.length; offset += 7) {
        paged.push(...listingPage(objects, { name, descending, offset, limit: 7 }));
      }
      const matching = objects.filter(({ Key }) => nameMatches(objectName(Key), name));
      expect(paged).toEqual(descending ? matching.toReversed() : matching);
    }),
  );
});

function object(Key: string) {
  return { Key, LastModified: '2024-05-01T10:00:00Z', Size: 1 };
}
