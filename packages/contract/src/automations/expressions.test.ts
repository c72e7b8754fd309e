import { describe, expect, test } from 'vitest';
import { checkDefinition } from './check.ts';
import { definition } from './definition.ts';
import { ExpressionProblem, parsePath, parseTemplate, readPath } from './expressions.ts';

describe('expressions', () => {
  test('AUTO-3 a text that is one expression keeps the type of its value', () => {
    expect(parseTemplate('{{ trigger.n }}').isWhole).toBe(true);
    expect(parseTemplate(' {{ trigger.n }}').isWhole).toBe(false);
  });

  test('AUTO-3 paths read own properties and nothing of a prototype', () => {
    const scope = { trigger: { list: [{ 'a b': 1 }] } };
    const read = (source: string) => readPath(scope, parsePath(source) ?? []);
    expect(read('trigger.list[0]["a b"]')).toBe(1);
    for (const source of [
      'trigger.constructor',
      'trigger.__proto__',
      'trigger.list.map',
      'trigger.x.y',
    ]) {
      expect(read(source)).toBeNull();
    }
  });

  test('AUTO-3 anything but a path is code, also when it starts like one', () => {
    const kinds = [
      'trigger.n + 1',
      'process.env',
      'trigger.f()',
      '{a: {b: 1}}',
      '"}}"',
      'trigger[x]',
    ];
    for (const source of kinds) {
      expect(parseTemplate(`{{ ${source} }}`).parts).toMatchObject([{ kind: 'code', source }]);
    }
  });

  test.each(['{{ trigger.n', '{{ }}', '{{ "open }}'])(
    'AUTO-3 %s is refused with its place',
    (text) => {
      expect(() => parseTemplate(text)).toThrow(ExpressionProblem);
    },
  );

  test('AUTO-3 a long text of opened braces is read once from left to right', () => {
    expect(() => parseTemplate('{{'.repeat(50_000))).toThrow(ExpressionProblem);
  });
});

test('AUTO-3 a line out of a loop, a cycle and a step from nowhere are each told where they are', () => {
  const problems = checkDefinition(
    definition.parse({
      triggers: [{ kind: 'manual', id: 'start' }],
      nodes: [
        { kind: 'forEach', id: 'each', items: '{{ trigger.items }}' },
        { kind: 'set', id: 'inside' },
        { kind: 'set', id: 'after' },
        { kind: 'set', id: 'alone' },
      ],
      edges: [
        { from: 'start', port: 'out', to: 'each' },
        { from: 'each', port: 'each', to: 'inside' },
        { from: 'each', port: 'done', to: 'after' },
        { from: 'after', port: 'out', to: 'inside' },
      ],
    }),
  );
  expect(problems.map(({ code, place }) => [code, place])).toEqual([
    ['leaves-loop', 'inside'],
    ['unreachable', 'alone'],
  ]);
});
