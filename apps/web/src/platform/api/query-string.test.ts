import { expect, test } from 'vitest';
import { stringifyQuery } from './query-string.ts';

test('CALL-1 query parameters are written in bracket style', () => {
  expect(stringifyQuery({ a: { b: 1 } })).toBe('a[b]=1');
  expect(stringifyQuery({ a: ['x', 'y'] })).toBe('a[0]=x&a[1]=y');
  expect(stringifyQuery({ filter: { name: { like: 'a&b=c' } } })).toBe(
    'filter[name][like]=a%26b%3Dc',
  );
});

test('CALL-1 null is a key without a value and undefined is left out', () => {
  expect(stringifyQuery({ a: null, b: undefined, c: '' })).toBe('a&c=');
  expect(stringifyQuery({ a: [null, 1] })).toBe('a[0]&a[1]=1');
  expect(stringifyQuery({})).toBe('');
});

test('CALL-1 every value arrives as it was, whatever characters it has', () => {
  const value = 'ü 100%+#?/[x]"';
  const sent = new URLSearchParams(stringifyQuery({ 'a[0]': value }));
  expect(sent.get('a[0]')).toBe(value);
  expect(stringifyQuery({ yes: true, at: new Date(0) })).toBe(
    'yes=true&at=1970-01-01T00%3A00%3A00.000Z',
  );
});
