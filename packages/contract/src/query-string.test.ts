import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseQuery, stringifyQuery } from './query-string.ts';

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

test('CALL-1 what was written in bracket style is read the same', () => {
  const text = fc.string({ unit: 'binary', maxLength: 12 }).filter((value) => value.isWellFormed());
  const name = fc.stringMatching(/^[a-z][\wäß .-]{0,8}$/);
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      text,
      fc.constant(null),
      fc.dictionary(name, tie('value'), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
      fc.array(tie('value'), { minLength: 1, maxLength: 30 }),
    ),
  }));
  const query = fc.dictionary(name, value, { maxKeys: 4, noNullPrototype: true });
  fc.assert(
    fc.property(query, (sent) => {
      expect(parseQuery(stringifyQuery(sent))).toEqual(sent);
    }),
  );
});

test('CALL-1 the forms of other clients are read too', () => {
  expect(parseQuery('a%5Bb%5D=1&c=x+y')).toEqual({ a: { b: '1' }, c: 'x y' });
  expect(parseQuery('a[]=1&a[]=2')).toEqual({ a: ['1', '2'] });
  expect(parseQuery('a=1&a=2&b')).toEqual({ a: ['1', '2'], b: null });
  expect(parseQuery('a[5]=x')).toEqual({ a: { 5: 'x' } });
});

test('no query reaches a prototype, breaks off or nests without end', () => {
  const parsed = parseQuery('__proto__[polluted]=yes&constructor[prototype][polluted]=yes&a=%E4%');
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(parsed['a']).toBe('%E4%');
  const deep = parseQuery(`a${'[b]'.repeat(5_000)}=1`);
  expect(JSON.stringify(deep).length).toBeLessThan(30_000);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(parseQuery(text)).toBeTypeOf('object');
    }),
  );
});

test('ten thousand parameters are read as one list', () => {
  const values = Array.from({ length: 10_000 }, (_, index) => `v${index}`);
  expect(parseQuery(stringifyQuery({ values }))).toEqual({ values });
});
