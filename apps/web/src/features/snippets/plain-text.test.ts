import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

test('SNIP-1 names in what a snippet says of itself keep their underscores', () => {
  const said = '- `month_number` 0 is the _first_ month, __not__ **the** [last](/one)';
  expect(plainText(said)).toBe('month_number 0 is the first month, not the last');
});
