import { expect, test } from 'vitest';
import { nameMatches, objectName } from './object-listing.ts';

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
  ['100%.txt', '0.t', true],
  ['a\u0308pfel.png', '\u00c4pfel', true],
])('OBJ-2 %j with the name filter %j is kept: %s', (name, filter, isKept) => {
  expect(nameMatches(name, filter)).toBe(isKept);
});
