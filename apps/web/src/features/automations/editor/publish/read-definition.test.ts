import { expect, test } from 'vitest';
import { readDefinition } from './read-definition.ts';

const start = { kind: 'manual', id: 'start' };
const read = (parts: object) =>
  readDefinition(JSON.stringify({ triggers: [start], nodes: [], edges: [], ...parts }));

test('AUTO-5 a workflow is read from its text', () => {
  expect(read({})).toMatchObject({ triggers: [start], nodes: [] });
});

test.each([
  ['a step of no kind there is', { nodes: [{ id: 'a', kind: 'fly' }] }, 'unknown-kind', 'a', 'fly'],
  ['a step without a kind', { nodes: [{ id: 'a' }] }, 'missing', 'a', 'kind'],
  ['a number for SQL', { nodes: [{ id: 'a', kind: 'query', sql: 5 }] }, 'unfit', 'a', 'sql'],
  ['more than a step has', { nodes: [{ id: 'a', kind: 'set', x: 1 }] }, 'unknown-field', 'a', 'x'],
  ['a step without a name', { nodes: [{ kind: 'fly' }] }, 'unknown-kind', 'nodes[0]', 'fly'],
  ['no step at all', { nodes: [null] }, 'unfit', 'nodes[0]', ''],
  ['a line to nowhere', { edges: [{ from: 'a', port: 'out' }] }, 'missing', '', 'edges.0.to'],
  [
    'a budget of nothing',
    { settings: { budget: { steps: 0 } } },
    'unfit',
    '',
    'settings.budget.steps',
  ],
])('AUTO-5 %s is told with its step and field', (_, parts, kind, part, field) => {
  expect(read(parts)).toEqual([{ kind, part, field }]);
});

test('AUTO-5 everything that is wrong is told at once, and what is no JSON as that', () => {
  const nodes = [{ id: 'a', kind: 'fly' }, { id: 'b' }];
  expect(read({ nodes })).toHaveLength(2);
  expect(readDefinition('{ nodes')).toEqual([{ kind: 'not-json', part: '', field: '' }]);
});
