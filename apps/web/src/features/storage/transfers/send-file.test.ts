import { expect, test } from 'vitest';
import { listMissingParts } from './send-file.ts';

test('OBJ-4 an upload that goes on sends only the parts that have not arrived', () => {
  const part = (number: number) => ({ number, byte_size: 1, etag: 'e' });
  expect(listMissingParts({ partCount: 5, parts: [part(2), part(4)] })).toEqual([1, 3, 5]);
  expect(listMissingParts({ partCount: 2, parts: [part(1), part(2)] })).toEqual([]);
});
