import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchPattern } from './match-pattern.ts';

describe('a pattern in SQL over files', () => {
  test.each([
    ['data/*.csv', 'data/a.csv', true],
    ['data/*.csv', 'data/b/a.csv', false],
    ['data/**.csv', 'data/b/a.csv', true],
    ['**/a.csv', 'a.csv', true],
    ['**/a.csv', 'x/y/a.csv', true],
    ['**/a.csv', 'xa.csv', false],
    ['data/?.csv', 'data/ab.csv', false],
    ['data/?.csv', 'data/é.csv', true],
    ['a+(b).csv', 'a+(b).csv', true],
    ['*', '', true],
  ])('%s and %s', (pattern, path, isMatch) => {
    expect(matchPattern(pattern)(path)).toBe(isMatch);
  });

  test('means what it always meant', () => {
    const letters = (...signs: string[]) =>
      fc.array(fc.constantFrom(...signs), { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        letters('a', 'b', '/', '*', '**', '**/', '?'),
        letters('a', 'b', '/'),
        (pattern, path) => {
          expect(matchPattern(pattern)(path)).toBe(asRegex(pattern).test(path));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('takes no longer for many stars: one that a regex never comes to an end with is answered', () => {
    const pattern = `${'*a'.repeat(200)}*x.csv`;
    expect(matchPattern(pattern)(`${'a'.repeat(1_000)}.csv`)).toBe(false);
  });
});

/** Only for short paths: it tries every way. */
function asRegex(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*\/|\*\*|\*|\?)/).map((part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    return part === '?' ? '[^/]' : part;
  });
  return new RegExp(`^${parts.join('')}$`, 's');
}
