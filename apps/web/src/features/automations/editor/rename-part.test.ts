import { type Definition, emptyDefinition } from '@causeway/contract/automations/definition.ts';
import { expect, test } from 'vitest';
import { addStep, changePart, removePart } from './edit-definition.ts';
import { keepSamples, renamePart } from './rename-part.ts';

function chain(kind: 'mail' | 'code' | 'query', settings: object): Definition {
  const first = addStep(emptyDefinition, 'query', { from: 'start', port: 'out' });
  const second = addStep(first.definition, kind, { from: 'query', port: 'out' });
  return changePart(second.definition, second.id, settings);
}

const rename = (definition: Definition, samples = {}) =>
  renamePart({ definition, samples }, 'query', 'find_orders');

test('AUTO-5 expressions and lines follow a step that is renamed', () => {
  const { definition } = rename(
    chain('mail', {
      text: 'Found {{ steps.query.output.rowCount }}, not {{ steps.query_2.output }}',
      subject: '{{ steps["query"].output.rows[0] }}, as steps.query says',
    }),
  );
  expect(definition.edges[1]).toEqual({ from: 'find_orders', port: 'out', to: 'mail' });
  expect(definition.nodes[1]).toMatchObject({
    text: 'Found {{ steps.find_orders.output.rowCount }}, not {{ steps.query_2.output }}',
    subject: '{{ steps["find_orders"].output.rows[0] }}, as steps.query says',
  });
});

test.each([
  ['return steps.query.output;', 'return steps.find_orders.output;'],
  ["return steps?.['query']?.output;", "return steps?.['find_orders']?.output;"],
  ['return { ...steps.query.output };', 'return { ...steps.find_orders.output };'],
  ['return trigger.steps.query;', 'return trigger.steps.query;'],
  ['return mysteps.query + steps.query2;', 'return mysteps.query + steps.query2;'],
  ['return steps.query$ + steps["query\'];', 'return steps.query$ + steps["query\'];'],
])('AUTO-5 code follows a step that is renamed: %s', (code, expected) => {
  expect(rename(chain('code', { code })).definition.nodes[1]).toMatchObject({ code: expected });
});

test('AUTO-5 a table called steps keeps its column when a step of that name is renamed', () => {
  const sql = 'select steps.query from steps';
  expect(rename(chain('query', { sql })).definition.nodes[1]).toMatchObject({ sql });
});

test('AUTO-5 the sample of a step follows its name, and goes with it', () => {
  const samples = { query: { rows: [] }, start: { n: 1 } };
  const renamed = rename(chain('mail', {}), samples);
  expect(renamed.samples).toEqual({ find_orders: { rows: [] }, start: { n: 1 } });
  const left = removePart(renamed.definition, 'find_orders');
  expect(keepSamples(left, renamed.samples)).toEqual({ start: { n: 1 } });
});
