import type { Filter } from '@causeway/contract/tables/filters.ts';
import { draftOf, findCondition, type FilterDraft } from './filter-choices.ts';

/**
 * A filter while it is being written. Every part has an id, so that it keeps its place on screen and
 * the focus while it moves; conditions may still lack a value. The whole is always a group, also
 * around a single condition, so that a second one has somewhere to go.
 */
export type FilterGroup = { id: number; isNegated: boolean; join: Join; parts: FilterPart[] };
export type FilterLeaf = { id: number; isNegated: boolean; draft: FilterDraft };
export type FilterPart = FilterGroup | FilterLeaf;
export type Join = 'and' | 'or';
export type Direction = 'up' | 'down';

let lastId = 0;
const nextId = () => (lastId += 1);

export function leafOf(draft: FilterDraft): FilterLeaf {
  return { id: nextId(), isNegated: false, draft };
}

export function groupOf(join: Join, parts: FilterPart[]): FilterGroup {
  return { id: nextId(), isNegated: false, join, parts };
}

export function isGroup(part: FilterPart): part is FilterGroup {
  return 'parts' in part;
}

export function treeOf(filter: Filter): FilterGroup {
  const part = partOf(filter);
  return isGroup(part) ? part : groupOf('or', [part]);
}

/** Undefined while a condition is not complete or a group has none. */
export function findFilter(part: FilterPart): Filter | undefined {
  const filter = isGroup(part) ? findJoined(part) : findCondition(part.draft);
  return filter && part.isNegated ? negate(filter) : filter;
}

/** The condition a new one starts as: the column and operator of the one before, without values. */
export function leafLike({ parts }: FilterGroup): FilterLeaf | undefined {
  const last = parts.at(-1);
  if (!last) return undefined;
  return isGroup(last) ? leafLike(last) : leafOf({ ...last.draft, values: [] });
}

export function addPart(root: FilterGroup, groupId: number, part: FilterPart): FilterGroup {
  return changeGroup(root, groupId, (group) => ({ ...group, parts: [...group.parts, part] }));
}

export function setJoin(root: FilterGroup, groupId: number, join: Join): FilterGroup {
  return changeGroup(root, groupId, (group) => ({ ...group, join }));
}

export function setDraft(root: FilterGroup, id: number, draft: FilterDraft): FilterGroup {
  return replacePart(root, id, (part) => [{ ...part, draft }]);
}

export function toggleNegation(root: FilterGroup, id: number): FilterGroup {
  if (root.id === id) return { ...root, isNegated: !root.isNegated };
  return replacePart(root, id, (part) => [{ ...part, isNegated: !part.isNegated }]);
}

/** A group that loses its last part goes too; the whole may be left empty. */
export function removePart(root: FilterGroup, id: number): FilterGroup {
  return replacePart(root, id, () => []);
}

/**
 * One step through the filter as it reads: past a condition, into a group that stands in the way,
 * and out of its own group at the end of it. So every place can be reached in two directions.
 */
export function movePart(root: FilterGroup, id: number, direction: Direction): FilterGroup {
  const parent = findParent(root, id);
  const place = parent?.parts.findIndex((one) => one.id === id) ?? -1;
  const part = parent?.parts[place];
  if (!parent || !part) return root;
  const isUp = direction === 'up';
  const beside = parent.parts[isUp ? place - 1 : place + 1];
  const rest = { ...parent, parts: parent.parts.toSpliced(place, 1) };
  if (!beside) {
    const left = rest.parts.length > 0 ? [rest] : [];
    return replacePart(root, parent.id, () => (isUp ? [part, ...left] : [...left, part]));
  }
  if (isGroup(beside)) {
    const parts = isUp ? [...beside.parts, part] : [part, ...beside.parts];
    return changeGroup(root, parent.id, () =>
      replacePart(rest, beside.id, () => [{ ...beside, parts }]),
    );
  }
  const parts = rest.parts.toSpliced(isUp ? place - 1 : place + 1, 0, part);
  return changeGroup(root, parent.id, () => ({ ...parent, parts }));
}

function partOf(filter: Filter): FilterPart {
  if ('not' in filter) {
    const part = partOf(filter.not);
    return { ...part, isNegated: !part.isNegated };
  }
  if ('column' in filter) return leafOf(draftOf(filter));
  return 'or' in filter
    ? groupOf('or', filter.or.map(partOf))
    : groupOf('and', filter.and.map(partOf));
}

function findJoined({ join, parts }: FilterGroup): Filter | undefined {
  const filters = parts.map(findFilter).filter((one) => one !== undefined);
  if (filters.length < parts.length) return undefined;
  if (filters.length < 2) return filters[0];
  return join === 'or' ? { or: filters } : { and: filters };
}

/** What is negated twice holds as it was. */
function negate(filter: Filter): Filter {
  return 'not' in filter ? filter.not : { not: filter };
}

function findParent(group: FilterGroup, id: number): FilterGroup | undefined {
  if (group.parts.some((one) => one.id === id)) return group;
  for (const part of group.parts) {
    const found = isGroup(part) ? findParent(part, id) : undefined;
    if (found) return found;
  }
  return undefined;
}

function changeGroup(
  root: FilterGroup,
  id: number,
  change: (group: FilterGroup) => FilterGroup,
): FilterGroup {
  if (root.id === id) return change(root);
  return replacePart(root, id, (part) => [isGroup(part) ? change(part) : part]);
}

function replacePart(
  group: FilterGroup,
  id: number,
  replace: (part: FilterPart) => FilterPart[],
): FilterGroup {
  const parts = group.parts.flatMap((part) => {
    if (part.id === id) return replace(part);
    if (!isGroup(part)) return [part];
    const next = replacePart(part, id, replace);
    const isEmptied = next.parts.length === 0 && part.parts.length > 0;
    return isEmptied ? [] : [next];
  });
  return { ...group, parts };
}
