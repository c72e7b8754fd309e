import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './search-text.ts';

test('NAV-3 the query string stays text: null, digits and booleans are not read as values', () => {
  expect(parseSearch('?projectId=null&connectorId=12&x=true')).toEqual({
    projectId: 'null',
    connectorId: '12',
    x: 'true',
  });
});

test('NAV-3 the rest of the query survives, repeated keys and odd characters included', () => {
  const text = '?q=a%26b&tag=1&tag=2&empty=&u=%C3%BC';
  expect(stringifySearch(parseSearch(text))).toBe(text);
  expect(stringifySearch({})).toBe('');
});
