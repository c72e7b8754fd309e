import { expect, test } from 'vitest';
import { createProject } from '#testing/factories.ts';
import { favoritesFirst } from './favorites-first.ts';

test('SHELL-2 favorites stand first in the project switcher, the others keep their order', () => {
  const projects = ['a', 'b', 'c'].map((id) => createProject({ id }));
  const shown = favoritesFirst(projects, [{ projectId: 'c' }, { projectId: 'gone' }]);
  expect(shown.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
});
