import { expect, test } from 'vitest';
import { parsePath, writePath } from './json-path.ts';

test('a path into JSON is read as people write it', () => {
  expect(parsePath('address.city')).toEqual(['address', 'city']);
  expect(parsePath('$.tags[0].name')).toEqual(['tags', 0, 'name']);
  expect(parsePath('"a.b"."c\\"d"[12]')).toEqual(['a.b', 'c"d', 12]);
  expect(parsePath('')).toEqual([]);
});

test('what is not a path is not guessed at', () => {
  for (const text of ['a..b', 'a.', 'a[x]', 'a"b"', '[1', '"open']) {
    expect(parsePath(text)).toBeUndefined();
  }
});

test('a path that is written can be read again', () => {
  const path = ['a', 'b c', 0, 'd.e', 'f"g\\'];
  expect(parsePath(writePath(path))).toEqual(path);
});
