import { expect, test } from 'vitest';
import { listFolders, movedTo, renamedTo, shownName, stemLength } from './keys.ts';

test('NAV-8 the way to a folder names every folder on it, empty ones too', () => {
  expect(listFolders('a/b/')).toEqual(['', 'a/', 'a/b/']);
  expect(listFolders('x//y/')).toEqual(['', 'x/', 'x//', 'x//y/']);
  expect(listFolders('/')).toEqual(['', '/']);
});

test('OBJ-4 a folder stays a folder when it is renamed or moved', () => {
  expect(renamedTo('a/b/', 'c')).toBe('a/c/');
  expect(renamedTo('a/b+%20.txt', 'c.txt')).toBe('a/c.txt');
  expect(movedTo('a/b/', 'z/')).toBe('z/b/');
  expect(movedTo('a/b.txt', '')).toBe('b.txt');
});

test('a name is shown without the slash of a folder, and its ending is not its stem', () => {
  expect(shownName('a/b/')).toBe('b');
  expect(shownName('x//')).toBe('/');
  expect(stemLength('photo.small.png')).toBe(11);
  expect(stemLength('.env')).toBe(4);
});
