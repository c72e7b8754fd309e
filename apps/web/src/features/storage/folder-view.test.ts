import { expect, test } from 'vitest';
import { folderViewToSearch, readFolderView } from './folder-view.ts';

test('LINK-3 a link to a folder restores filter, order, mode, screen and what was deleted', () => {
  const view = {
    name: '50% off',
    order: 'size',
    descending: true,
    mode: 'tiles',
    screen: 'usage',
    deleted: true,
  } as const;
  const search = Object.fromEntries(folderViewToSearch(view));
  expect(readFolderView(search)).toEqual(view);
});

test('what is as usual does not stand in the address, and nonsense or the former list there is as usual', () => {
  expect(folderViewToSearch({ order: 'name', name: '' }).toString()).toBe('');
  expect(readFolderView({ sort: 'colour:desc', mode: 'cloud', show: ['a', 'b'] })).toMatchObject({
    order: 'name',
    mode: undefined,
    screen: undefined,
  });
  expect(readFolderView({ mode: 'list' }).mode).toBeUndefined();
});
