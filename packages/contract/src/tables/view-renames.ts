import type { Filter } from './filters.ts';
import { nameOf, readTokens } from '../sql/lexer.ts';
import { definitionOf, readDefinition, type Way } from './view.ts';

/** Names of columns as they were, and as they are now. */
export type ColumnRenames = Readonly<Record<string, string>>;

/** A saved view as it reads with the names columns have now. */
export function renameInDefinition(definition: string, renames: ColumnRenames): string {
  if (Object.keys(renames).length === 0) return definition;
  const nameNow = (name: string) => (Object.hasOwn(renames, name) ? (renames[name] ?? name) : name);
  const view = readDefinition(definition);
  return definitionOf({
    ...view,
    filters: view.filters.map((filter) => renameInFilter(filter, nameNow)),
    where: renameInCondition(view.where, nameNow),
    sorts: view.sorts.map((sort) => ({ ...sort, column: nameNow(sort.column) })),
    columns: view.columns?.map(nameNow),
    way: renameInWay(view.way, nameNow),
  });
}

type NameNow = (name: string) => string;

/** All of it names columns but the bucket. */
function renameInWay({ bucket, ...parts }: Way, nameNow: NameNow): Way {
  const named = Object.entries(parts).map(([part, column]) => [part, nameNow(column)]);
  return { ...(Object.fromEntries(named) as Way), ...(bucket !== undefined && { bucket }) };
}

function renameInFilter(filter: Filter, nameNow: NameNow): Filter {
  const renameAll = (parts: Filter[]) => parts.map((part) => renameInFilter(part, nameNow));
  if ('and' in filter) return { and: renameAll(filter.and) };
  if ('or' in filter) return { or: renameAll(filter.or) };
  if ('not' in filter) return { not: renameInFilter(filter.not, nameNow) };
  return { ...filter, column: nameNow(filter.column) };
}

/**
 * A condition in SQL speaks of one table, so a name in it is a column, unless it is called as a
 * function or names a type behind `::`. Texts and comments stay as they are.
 */
function renameInCondition(condition: string, nameNow: NameNow): string {
  const tokens = readTokens(condition);
  const marks = tokens.filter(({ kind }) => kind !== 'space' && kind !== 'comment');
  const textOf = (place: number) => {
    const token = marks[place];
    return token ? condition.slice(token.from, token.to) : '';
  };
  const renamed = new Map(
    marks.flatMap((token, place): [number, string][] => {
      if (token.kind !== 'word' && token.kind !== 'quoted') return [];
      const isFunction = textOf(place + 1) === '(';
      const isType = textOf(place - 1) === ':' && textOf(place - 2) === ':';
      const name = nameOf(textOf(place));
      const now = nameNow(name);
      return isFunction || isType || now === name ? [] : [[token.from, quoted(now)]];
    }),
  );
  return tokens.map(({ from, to }) => renamed.get(from) ?? condition.slice(from, to)).join('');
}

/** In quotes, whatever it is: a name may be a word of SQL. */
function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
