import { expect, test } from 'vitest';
import { guessKind } from './by-connector-kind.tsx';

test('LINK-3 what an address alone tells: folders and files are of a bucket, the rest of a database', () => {
  const bucket = [
    '/explore/pictures/',
    '/explore/README.md',
    '/edit/data/config.json',
    '/explore/a/',
  ];
  const database = ['/explore', '/explore/orders', '/explore/sales/orders', '/edit/orders/17'];
  expect(bucket.map(guessKind)).toEqual(bucket.map(() => 's3'));
  expect(database.map(guessKind)).toEqual(database.map(() => 'sql'));
});
