import { emptyDefinition } from '@causeway/contract/automations/definition.ts';
import { expect, test } from 'vitest';
import { addStep, changePart, moveParts, removePart } from '../edit-definition.ts';
import { compareDefinitions } from './compare-definitions.ts';

const before = addStep(emptyDefinition, 'query', { from: 'start', port: 'out' }).definition;

test('AUTO-5 before publishing it is told which steps came, went and changed, and in what', () => {
  const changed = changePart(before, 'query', { sql: 'select 1' });
  const { definition } = addStep(changed, 'mail', { from: 'query', port: 'out' });
  expect(compareDefinitions(before, definition)).toEqual([
    { kind: 'changed', id: 'query', fields: ['sql'] },
    { kind: 'added', id: 'mail' },
    { kind: 'lines', id: '' },
  ]);
  expect(compareDefinitions(before, removePart(before, 'query'))).toEqual([
    { kind: 'removed', id: 'query' },
    { kind: 'lines', id: '' },
  ]);
});

test('AUTO-5 moving a step on the canvas is no change of the workflow', () => {
  const moved = moveParts(before, new Map([['query', { x: 500, y: 500 }]]));
  expect(compareDefinitions(before, moved)).toEqual([]);
});
