import { expect, test } from 'vitest';
import { canMoveInto } from './drag-objects.ts';

test.each([
  [['a.txt'], 'docs/', true],
  [['docs/a.txt'], '', true],
  [['docs/a.txt'], 'docs/', false],
  [['docs/'], 'docs/', false],
  [['docs/'], 'docs/old/', false],
  [['docs/'], 'docs-old/', true],
  [['a.txt', 'docs/'], 'docs/', false],
])('OBJ-4 %j dropped on “%s”: %s', (keys, folder, isPossible) => {
  expect(canMoveInto(keys, folder)).toBe(isPossible);
});
