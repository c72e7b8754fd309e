import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDeeperThan, isJsonLike, isValidJson, parseJsonText, readJsonText } from './json-text.ts';

test.each(['{', '[', '{"a":1}', '[1,', '\n  {"a":1}'])('RULE-1.1 %j is JSON-like', (text) => {
  expect(isJsonLike(text)).toBe(true);
});

test.each(['', 'a{', '"{"', '1', 'null', ')'])('RULE-1.1 %j is not JSON-like', (text) => {
  expect(isJsonLike(text)).toBe(false);
});

test('RULE-1.1 text is valid JSON if it parses', () => {
  expect(isValidJson('{"a":[1,2]}')).toBe(true);
  expect(isValidJson('{a:1}')).toBe(false);
  expect(isValidJson('')).toBe(false);
});

test('RULE-1.2 invalid JSON parses to an empty object', () => {
  expect(parseJsonText('{"a":')).toEqual({});
  expect(parseJsonText('{"a":1}')).toEqual({ a: 1 });
});

test('RULE-1.2 whoever saves can tell invalid text from an empty object', () => {
  expect(readJsonText('{}')).toEqual({ isValid: true, value: {} });
  expect(readJsonText('{')).toMatchObject({ isValid: false, problem: expect.any(String) });
});

test('RULE-1.2 every JSON value survives being written and read', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseJsonText(text)).toEqual(JSON.parse(text));
    }),
  );
});

test('RULE-1.2 text nested deeper than anybody writes is refused before it is parsed', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  expect(readJsonText(nested(2_000)).isValid).toBe(true);
  expect(readJsonText(nested(2_001))).toMatchObject({
    problem: 'It is nested more than 2000 deep.',
  });
  expect(isDeeperThan(1, '["[[[", "\\"[["]')).toBe(false);
});
