import { expect, test } from 'vitest';
import { findPictureSource } from './picture-source.ts';

const find = (text: string) => findPictureSource(text, 'https://causeway.test');

test('SQL-3 pictures come from the row itself, from this product or from a bucket, and from nowhere else', () => {
  expect(find('data:image/png;base64,AAAA')).toMatchObject({ kind: 'address' });
  expect(find('https://causeway.test/api/s3/v1/view?link=x')).toEqual({
    kind: 'address',
    url: '/api/s3/v1/view?link=x',
  });
  expect(find('products/Über uns.JPG')).toEqual({ kind: 'object', key: 'products/Über uns.JPG' });
  expect(find('s3://media/a%20b.png')).toEqual({ kind: 'object', key: 'a b.png' });
  for (const text of [
    'https://evil.test/x.png',
    'https://causeway.test.evil.test/api/s3/v1/view',
  ]) {
    expect(find(text)).toMatchObject({ kind: 'foreign' });
  }
  expect(find('https://causeway.test/auth/logout')).toMatchObject({ kind: 'foreign' });
  const none = [
    '',
    'a note',
    '../../etc/x.png',
    '//evil.test',
    'data:text/html,x',
    'javascript:1',
    's3://b/%ff.png',
  ];
  for (const text of none) expect(find(text)).toBeUndefined();
});
