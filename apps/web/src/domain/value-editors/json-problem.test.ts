import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findJsonProblem } from './json-problem.ts';

test('valid JSON has no problem, however long its numbers are', () => {
  for (const text of [
    'null',
    '{"n":9007199254740993,"n":1}',
    ' [1, 2.50, -1e5, "\\u00e4", {}, []] ',
  ]) {
    expect(findJsonProblem(text)).toBeUndefined();
  }
});

test('a mistake is named by line and column', () => {
  expect(findJsonProblem('{\n  "a": 1,\n  "b" 2\n}')).toEqual({ line: 3, column: 7 });
  expect(findJsonProblem('')).toEqual({ line: 1, column: 1 });
  expect(findJsonProblem('[1, 2,]')).toEqual({ line: 1, column: 7 });
  expect(findJsonProblem("{'a': 1}")).toEqual({ line: 1, column: 2 });
  expect(findJsonProblem('{"a": 1} x')).toEqual({ line: 1, column: 10 });
  expect(findJsonProblem('"open')).toEqual({ line: 1, column: 6 });
  expect(findJsonProblem('01')).toEqual({ line: 1, column: 2 });
});

test('what it takes is what JSON.parse takes', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.json(), fc.string(), fc.stringMatching(/^[[\]{}:,"0-9 tn]*$/)),
      (text) => {
        expect(findJsonProblem(text) === undefined).toBe(parses(text));
      },
    ),
  );
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
