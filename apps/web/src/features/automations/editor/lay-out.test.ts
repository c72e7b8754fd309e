import { emptyDefinition } from '@causeway/contract/automations/definition.ts';
import { expect, test } from 'vitest';
import { addStep } from './edit-definition.ts';
import { layOut, placeParts } from './lay-out.ts';

test.each([['yes first'], ['no first']])(
  'AUTO-5 arranged steps stand in the order of the ways that lead to them (%s drawn)',
  (order) => {
    const asked = addStep(emptyDefinition, 'if', { from: 'start', port: 'out' }).definition;
    const ports = order === 'yes first' ? ['true', 'false'] : ['false', 'true'];
    const [one = '', other = ''] = ports;
    const half = addStep(asked, 'set', { from: 'if', port: one }).definition;
    const whole = addStep(half, 'code', { from: 'if', port: other }).definition;
    const longer = addStep(whole, 'mail', { from: 'code', port: 'out' }).definition;
    const placed = layOut(longer);
    const x = (port: string) => {
      const to = placed.edges.find((edge) => edge.from === 'if' && edge.port === port)?.to;
      return placed.nodes.find(({ id }) => id === to)?.position.x ?? 0;
    };
    expect(x('true')).toBeLessThan(x('false'));
  },
);

test('AUTO-5 steps that came without a place are laid out, those that have one stay', () => {
  const drawn = addStep(emptyDefinition, 'set', { from: 'start', port: 'out' }).definition;
  expect(placeParts(drawn)).toBe(drawn);
  const position = { x: 0, y: 0 };
  const written = { ...drawn, nodes: drawn.nodes.map((node) => ({ ...node, position })) };
  const { triggers, nodes } = placeParts(written);
  const places = [...triggers, ...nodes].map((part) => JSON.stringify(part.position));
  expect(new Set(places).size).toBe(2);
});
