import { expect, test } from 'vitest';
import { nextName } from './free-name.ts';

test('OBJ-4 a file that is kept beside one of its name gets a number, before its ending', () => {
  expect(nextName('a.b/photo.png')).toBe('a.b/photo (2).png');
  expect(nextName('a.b/photo (2).png')).toBe('a.b/photo (3).png');
  expect(nextName('README')).toBe('README (2)');
  expect(nextName('.env')).toBe('.env (2)');
});
