import { checkDefinition } from '@causeway/contract/automations/check.ts';
import { emptyDefinition } from '@causeway/contract/automations/definition.ts';
import { expect, test } from 'vitest';
import { nodeGroups } from '#domain/workflows/kinds.ts';
import { addStep, addTrigger, connect, freeId, makeNode, removePart } from './edit-definition.ts';

function chain() {
  const first = addStep(emptyDefinition, 'query', { from: 'start', port: 'out' });
  return addStep(first.definition, 'mail', { from: 'query', port: 'out' }).definition;
}

test('AUTO-5 a step put between two others is led to by the one and leads on to the other', () => {
  const { id, definition } = addStep(chain(), 'filter', { from: 'query', port: 'out', to: 'mail' });
  expect(id).toBe('filter');
  expect(definition.edges).toEqual([
    { from: 'start', port: 'out', to: 'query' },
    { from: 'query', port: 'out', to: 'filter' },
    { from: 'filter', port: 'out', to: 'mail' },
  ]);
  const below = (name: string) => definition.nodes.find((node) => node.id === name)?.position.y;
  expect(below('mail')).toBeGreaterThan(below('filter') ?? 0);
});

test('AUTO-5 removing a step closes the gap it leaves', () => {
  const { definition } = addStep(chain(), 'filter', { from: 'query', port: 'out', to: 'mail' });
  expect(removePart(definition, 'filter').edges).toEqual(chain().edges);
});

test('AUTO-5 a second trigger starts the same steps as the first', () => {
  const { id, definition } = addTrigger(chain(), { kind: 'webhook', zone: 'UTC' });
  expect(definition.edges).toContainEqual({ from: id, port: 'out', to: 'query' });
});

test('AUTO-5 a step never leads to itself or to a trigger', () => {
  const before = chain();
  expect(connect(before, { from: 'mail', port: 'out', to: 'mail' })).toBe(before);
  expect(connect(before, { from: 'mail', port: 'out', to: 'start' })).toBe(before);
});

test('AUTO-5 names of new steps are short and never taken', () => {
  expect(freeId(chain(), 'query')).toBe('query_2');
  expect(freeId(chain(), 'forEach')).toBe('for_each');
});

test.each(Object.values(nodeGroups).flat())(
  'AUTO-3 a new step %s is complete enough to be kept and checked',
  (kind) => {
    const node = makeNode(kind, 'made', { x: 0, y: 0 });
    const definition = { ...emptyDefinition, nodes: [node] };
    expect(() => checkDefinition(definition)).not.toThrow();
  },
);
