import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { queryClient } from '#platform/api/query-client.ts';
import { refreshFolders, storageKey } from './storage-keys.ts';

/** A folder on screen; the answer tells how often it was read. */
function showFolder(folder: string, paths: string[], { name = '' } = {}) {
  const queryKey = [...storageKey('bucket', 'list', folder), { name }];
  const items = paths.map((path) => ({ path }));
  const shown = { pages: [{ items, nextCursor: null }], pageParams: [] };
  let reads = 0;
  queryClient.setQueryData(queryKey, shown);
  const queryFn = () => {
    reads += 1;
    return shown;
  };
  const stop = new QueryObserver(queryClient, { queryKey, queryFn, staleTime: Infinity }).subscribe(
    () => undefined,
  );
  return { reads: () => reads, stop };
}

test('OBJ-4 a folder on screen is read again when something in it changed, or a folder came to be in it', async () => {
  const top = showFolder('photos/', ['photos/2024/', 'photos/a.jpg']);
  await refreshFolders('bucket', ['photos/2024/']);
  await refreshFolders('bucket', ['films/']);
  expect(top.reads()).toBe(0);
  await refreshFolders('bucket', ['photos/2025/deep/']);
  expect(top.reads()).toBe(1);
  await refreshFolders('bucket', ['photos/']);
  expect(top.reads()).toBe(2);
  top.stop();

  const [root, filtered] = [showFolder('', ['photos/']), showFolder('', [], { name: 'x' })];
  await refreshFolders('bucket', ['.causeway-trash/1/', 'photos/']);
  expect([root.reads(), filtered.reads()]).toEqual([0, 0]);
  root.stop();
  filtered.stop();
});
