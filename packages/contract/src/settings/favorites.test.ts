import { expect, test } from 'vitest';
import { isFavorite, toggleFavorite } from './favorites.ts';

test('SET-5 a project becomes a favorite and stops being one', () => {
  const once = toggleFavorite([{ projectId: 'p1' }], 'p2');
  expect(once).toEqual([{ projectId: 'p1' }, { projectId: 'p2' }]);
  expect(isFavorite(once, 'p2')).toBe(true);
  expect(toggleFavorite(once, 'p2')).toEqual([{ projectId: 'p1' }]);
});
