import { expect, test } from 'vitest';
import { checkDefinition } from './check.ts';
import { templateKeys, templates } from './templates.ts';

test.each(templateKeys)(
  'AUTO-5 the template %s is whole but for what only its owner knows',
  (key) => {
    const problems = checkDefinition(templates[key]).filter(({ code }) => code !== 'missing');
    expect(problems).toEqual([]);
    const { nodes, edges } = templates[key];
    for (const { id } of nodes) expect(edges.some(({ to }) => to === id)).toBe(true);
  },
);
