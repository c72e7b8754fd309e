import { expect, test } from 'vitest';
import type { FolderOrder, ObjectItem } from '../storage-query.ts';
import { mergeDeleted } from './merge-deleted.ts';

function item(path: string, byteSize = 1): ObjectItem {
  const name = path;
  return { path, name, url: '', updated_at: '2026-01-01T00:00:00Z', byte_size: byteSize, etag: '' };
}
const deleted = {
  items: [item('b.txt', 9), item('d.txt', 2)].map((one) => ({ ...one, isDeleted: true })),
  folders: ['kept/', 'old/'],
};
const listed = [item('kept/', 0), item('a.txt', 5), item('c.txt', 3)];
const usual: FolderOrder = { name: '', order: 'name', descending: false };

function merged(view: Partial<FolderOrder>, isComplete = true, list = listed): string[] {
  const options = { view: { ...usual, ...view }, isComplete };
  return mergeDeleted(list, deleted, options).map(({ path }) => path);
}

test('OBJ-4 deleted files stand where they stood, deleted folders behind those that are there', () => {
  expect(merged({})).toEqual(['kept/', 'old/', 'a.txt', 'b.txt', 'c.txt', 'd.txt']);
  expect(merged({ name: 'B' })).toContain('b.txt');
  expect(merged({ name: 'B' })).not.toContain('d.txt');
  const bySize = [item('kept/', 0), item('a.txt', 5), item('c.txt', 3)];
  expect(merged({ order: 'size', descending: true }, true, bySize)).toEqual([
    'kept/',
    'old/',
    'b.txt',
    'a.txt',
    'c.txt',
    'd.txt',
  ]);
});

test('OBJ-4 while a folder is not loaded to its end, deleted files of its rest wait', () => {
  expect(merged({}, false)).toEqual(['kept/', 'a.txt', 'b.txt', 'c.txt']);
});
