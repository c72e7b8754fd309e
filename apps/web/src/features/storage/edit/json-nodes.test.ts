import { expect, test } from 'vitest';
import {
  addChild,
  nodeAt,
  parseNodes,
  pathAt,
  removeChild,
  replaceNode,
  shownText,
  typedAsJson,
  type JsonArray,
  type JsonObject,
} from './json-nodes.ts';

const text = `{
  "n": 9007199254740993,
  "a": 1.10, "a": 2,
  "list": [1, {"deep": "ü\\"x"}, []]
}
`;

test('OBJ-5 changing one value of a JSON file leaves every other character as it was', () => {
  const root = parseNodes(text);
  const node = nodeAt(root, ['list', 1, 'deep']);
  expect(node && shownText(text, node)).toBe('ü"x');
  const changed = node && replaceNode(text, node, typedAsJson('12', node.kind));
  expect(changed).toBe(text.replace('"ü\\"x"', '"12"'));
  expect(changed).toContain('9007199254740993');
  expect(changed).toContain('"a": 1.10, "a": 2');
});

test('OBJ-5 what is typed is a number where it looks like one, unless a text stood there', () => {
  expect(typedAsJson('9007199254740993', 'number')).toBe('9007199254740993');
  expect(typedAsJson('null', 'literal')).toBe('null');
  expect(typedAsJson('01', 'number')).toBe('"01"');
  expect(typedAsJson('1', 'string')).toBe('"1"');
  expect(typedAsJson('a"b', undefined)).toBe('"a\\"b"');
});

test('children come and go with their commas, set off like those around them', () => {
  const root = parseNodes(text) as JsonObject;
  const list = nodeAt(root, ['list']) as JsonArray;
  expect(removeChild(text, list, 1)).toContain('"list": [1, []]');
  expect(removeChild(text, list, 0)).toContain('"list": [{"deep"');
  expect(removeChild('[ 1 ]', parseNodes('[ 1 ]') as JsonArray, 0)).toBe('[]');
  expect(addChild(text, root, { key: 'b', raw: 'true' })).toContain(']],\n  "b": true\n}'.slice(1));
  expect(addChild('{}', parseNodes('{}') as JsonObject, { key: 'x', raw: '1' })).toBe('{"x": 1}');
  expect(addChild('[1,2]', parseNodes('[1,2]') as JsonArray, { raw: '3' })).toBe('[1,2, 3]');
});

test('the place of the cursor is told as the way to it', () => {
  const root = parseNodes(text);
  expect(pathAt(root, text.indexOf('deep'))).toEqual(['list', 1, 'deep']);
  expect(pathAt(root, text.indexOf('90071'))).toEqual(['n']);
  expect(pathAt(root, 0)).toEqual([]);
});

test('a very deep text does not exhaust the stack', () => {
  const deep = '['.repeat(50_000) + ']'.repeat(50_000);
  expect(parseNodes(deep).to).toBe(100_000);
});
