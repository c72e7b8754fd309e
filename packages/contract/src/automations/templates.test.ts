import { expect, test } from 'vitest';
import { checkDefinition } from './check.ts';
import { templateChoices, templateKeys } from './template-choices.ts';
import { drawTemplate } from './templates.ts';

const nothing = templateChoices.parse({});

test.each(templateKeys)(
  'AUTO-5 the template %s is whole but for what only its owner knows',
  (key) => {
    const drawn = drawTemplate(key, nothing);
    const problems = checkDefinition(drawn).filter(({ code }) => code !== 'missing');
    expect(problems).toEqual([]);
    for (const { id } of drawn.nodes) expect(drawn.edges.some(({ to }) => to === id)).toBe(true);
  },
);

const chosen = templateChoices.parse({
  databaseId: '0199a000-0000-7000-8000-000000000001',
  bucketId: '0199a000-0000-7000-8000-000000000002',
  table: 'the "orders"',
  column: 'placed_at',
  keys: ['id'],
  to: 'me@example.test',
  workflowId: '0199a000-0000-7000-8000-000000000003',
  url: 'https://example.test/rows',
  language: 'de',
});

test.each(templateKeys)('AUTO-5 the template %s lacks nothing once it is filled in', (key) => {
  const drawn = drawTemplate(key, chosen);
  expect(checkDefinition(drawn)).toEqual([]);
  expect(JSON.stringify(drawn)).not.toContain('my_table');
});
