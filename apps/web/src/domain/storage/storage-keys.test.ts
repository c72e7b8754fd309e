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

test('SHELL-1 the sidebar reads its folders again when one came or may have gone, wherever the change was', async () => {
  let reads = 0;
  const queryKey = ['connectors', 'project', 'bucket', 'resources', {}];
  const listed = { kind: 'folders', schemas: [], items: [{ name: 'photos/' }], more: false };
  queryClient.setQueryData(queryKey, listed);
  const queryFn = () => {
    reads += 1;
    return listed;
  };
  const stop = new QueryObserver(queryClient, { queryKey, queryFn, staleTime: Infinity }).subscribe(
    () => undefined,
  );
  await refreshFolders('bucket', ['photos/2024/', '.causeway-trash/1/']);
  expect(reads).toBe(0);
  await refreshFolders('bucket', ['films/2025/']);
  expect(reads).toBe(1);
  await refreshFolders('bucket', ['']);
  expect(reads).toBe(2);
  await refreshFolders('bucket', ['photos/']);
  expect(reads).toBe(3);
  await refreshFolders('bucket', []);
  expect(reads).toBe(4);
  stop();
});
