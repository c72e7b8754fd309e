import type { Filter, FilterCondition } from '@causeway/contract/tables/filters.ts';
import { expect, test } from 'vitest';
import {
  addPart,
  findFilter,
  groupOf,
  isGroup,
  leafLike,
  leafOf,
  movePart,
  removePart,
  setDraft,
  setJoin,
  toggleNegation,
  treeOf,
  type FilterGroup,
} from './filter-tree.ts';

const is = (column: string): FilterCondition => ({ column, operator: 'eq', value: '1' });
const [a, b, c, d] = [is('a'), is('b'), is('c'), is('d')];
const draft = (column: string) => ({ column, operator: 'eq' as const, values: ['1'] });

/** The part on the column, or the innermost group around it. */
function idOf(root: FilterGroup, column: string, { around = false } = {}): number {
  const found = findOn(root, column);
  if (!found) throw new Error(`Nothing on ${column}`);
  return around ? found.group : found.leaf;
}

function findOn(group: FilterGroup, column: string): { leaf: number; group: number } | undefined {
  for (const part of group.parts) {
    if (!isGroup(part)) {
      if (part.draft.column === column) return { leaf: part.id, group: group.id };
      continue;
    }
    const found = findOn(part, column);
    if (found) return found;
  }
  return undefined;
}

test('SQL-3 groups of any depth are taken apart and put together again', () => {
  const filters: Filter[] = [
    a,
    { not: a },
    { or: [a, b] },
    { not: { and: [a, { or: [b, { not: c }] }] } },
    {
      or: [
        { and: [a, b] },
        { not: { or: [c, { column: 'doc', path: ['x', 0], operator: 'isNull' }] } },
      ],
    },
  ];
  for (const filter of filters) expect(findFilter(treeOf(filter))).toEqual(filter);
});

test('what says the same in fewer words is written so', () => {
  expect(findFilter(treeOf({ not: { not: a } }))).toEqual(a);
  expect(findFilter(treeOf({ or: [{ and: [a] }, b] }))).toEqual({ or: [a, b] });
  const both = treeOf({ not: { and: [{ not: a }] } });
  expect(findFilter(both)).toEqual(a);
});

test('a filter waits until every condition is complete and every group has one', () => {
  const tree = treeOf({ or: [a, b] });
  expect(findFilter(addPart(tree, tree.id, leafOf({ ...draft('c'), values: [] })))).toBeUndefined();
  expect(findFilter(addPart(tree, tree.id, groupOf('and', [])))).toBeUndefined();
  expect(findFilter(treeOf({ and: [] }))).toBeUndefined();
});

test('conditions and groups are added to the group that was meant', () => {
  const tree = treeOf({ or: [a, { and: [b, c] }] });
  const inner = idOf(tree, 'b', { around: true });
  const added = addPart(tree, inner, groupOf('or', [leafOf(draft('d')), leafOf(draft('a'))]));
  expect(findFilter(added)).toEqual({ or: [a, { and: [b, c, { or: [d, a] }] }] });
  expect(leafLike(added)?.draft).toEqual({ ...draft('a'), values: [] });
  expect(findFilter(setJoin(added, inner, 'or'))).toEqual({
    or: [a, { or: [b, c, { or: [d, a] }] }],
  });
});

test('a condition, a group and the whole are negated, and back', () => {
  const tree = treeOf({ or: [a, { and: [b, c] }] });
  const steps = [idOf(tree, 'c'), idOf(tree, 'b', { around: true }), tree.id];
  const negated = steps.reduce(toggleNegation, tree);
  expect(findFilter(negated)).toEqual({ not: { or: [a, { not: { and: [b, { not: c }] } }] } });
  expect(steps.reduce(toggleNegation, negated)).toEqual(tree);
});

test('a changed condition keeps its negation', () => {
  const tree = treeOf({ or: [a, { not: b }] });
  expect(findFilter(setDraft(tree, idOf(tree, 'b'), draft('c')))).toEqual({ or: [a, { not: c }] });
});

test('a group goes with its last condition', () => {
  const tree = treeOf({ or: [a, b, { and: [{ or: [c, d] }, a] }] });
  const withoutC = removePart(tree, idOf(tree, 'c'));
  expect(findFilter(withoutC)).toEqual({ or: [a, b, { and: [d, a] }] });
  const alone = treeOf({ or: [b, { and: [{ or: [c] }] }] });
  expect(removePart(alone, idOf(alone, 'c')).parts).toHaveLength(1);
});

test('moving up passes conditions, enters groups and leaves them, and moving down leads back', () => {
  const start = treeOf({ or: [a, { and: [b, c] }, d] });
  const id = idOf(start, 'd');
  const seen = [start];
  for (let step = 0; step < 5; step += 1) seen.push(movePart(seen.at(-1) ?? start, id, 'up'));
  expect(seen.map(findFilter)).toEqual([
    { or: [a, { and: [b, c] }, d] },
    { or: [a, { and: [b, c, d] }] },
    { or: [a, { and: [b, d, c] }] },
    { or: [a, { and: [d, b, c] }] },
    { or: [a, d, { and: [b, c] }] },
    { or: [d, a, { and: [b, c] }] },
  ]);
  const top = seen.at(-1) ?? start;
  expect(movePart(top, id, 'up')).toEqual(top);
  let back = top;
  for (let step = 0; step < 5; step += 1) back = movePart(back, id, 'down');
  expect(back).toEqual(start);
  expect(movePart(start, id, 'down')).toEqual(start);
});

test('the only condition of a group takes its place when it moves out', () => {
  const tree = treeOf({ or: [a, { and: [b] }] });
  expect(movePart(tree, idOf(tree, 'b'), 'down').parts).toHaveLength(2);
  expect(findParts(movePart(tree, idOf(tree, 'b'), 'down'))).toEqual(['a', 'b']);
});

function findParts({ parts }: FilterGroup): string[] {
  return parts.map((part) => (isGroup(part) ? '()' : part.draft.column));
}
