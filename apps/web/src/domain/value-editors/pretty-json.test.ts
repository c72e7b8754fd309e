import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prettyJson } from './pretty-json.ts';

test('SQL-10 a pretty JSON keeps every digit and every key', () => {
  expect(prettyJson('{"n":9007199254740993,"n":1.10,"e":[],"o":{}}')).toBe(
    '{\n  "n": 9007199254740993,\n  "n": 1.10,\n  "e": [],\n  "o": {}\n}',
  );
});

test('pretty JSON is what any program would print', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(prettyJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    }),
  );
});
