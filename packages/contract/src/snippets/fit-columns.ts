import { matchByName } from '../imports/column-matching.ts';
import type { Mapping, NeededColumn, NeededTable, SnippetNeeds } from './placeholders.ts';

/** A reader's table, as far as choosing needs to know it. */
export type OfferedTable = { schema: string; name: string };
export type OfferedColumn = { name: string; type: string };

const families: Record<string, RegExp> = {
  number:
    /^(smallint|integer|int|bigint|int2|int4|int8|numeric|decimal|real|double precision|float4|float8|number|money)$/,
  text: /^(text|character varying|varchar|character|char|bpchar|citext|name)$/,
  time: /^(date|timestamp|timestamptz|timestamp without time zone|timestamp with time zone)$/,
  boolean: /^(boolean|bool)$/,
  json: /^(json|jsonb)$/,
};

/** Types that can stand for each other where a snippet asks for one of them. */
export function typeFamily(type: string): string {
  const bare = type
    .toLowerCase()
    .replace(/\s*\([^)]*\)/, '')
    .trim();
  const isList = bare.endsWith('[]');
  const element = isList ? bare.slice(0, -2) : bare;
  const found = Object.keys(families).find((family) => families[family]?.test(element));
  return `${found ?? element}${isList ? '[]' : ''}`;
}

/** A snippet that names no type takes any. */
export function fitsType(needed: string | undefined, type: string): boolean {
  return needed === undefined || typeFamily(needed) === typeFamily(type);
}

/** The table most likely meant by the author's name: the very name first, then what sounds alike. */
export function proposeTable(
  needed: NeededTable,
  offered: readonly OfferedTable[],
): OfferedTable | undefined {
  const [exact] = matchByName([needed.name], offered);
  if (exact !== undefined) return offered.find(({ name }) => name === exact);
  const wanted = singular(needed.name);
  return (
    offered.find(({ name }) => singular(name) === wanted) ??
    offered.find(({ name }) => wordsOf(name).includes(wanted))
  );
}

/**
 * For each column the one of the same name where its type fits; then one whose name has the
 * author's in it. Nothing is guessed by the type alone, unless only one column has it.
 */
export function proposeColumns(
  needed: readonly NeededColumn[],
  offered: readonly OfferedColumn[],
): Record<string, string> {
  const chosen: Record<string, string> = {};
  for (const { name, type } of needed) {
    const fitting = offered.filter((column) => fitsType(type, column.type));
    const free = fitting.filter((column) => !Object.values(chosen).includes(column.name));
    const [same] = matchByName([name], fitting);
    const found =
      same ??
      free.find((column) => wordsOf(column.name).includes(singular(name)))?.name ??
      free.find((column) => wordsOf(name).includes(singular(column.name)))?.name ??
      (type !== undefined && free.length === 1 ? free[0]?.name : undefined);
    if (found !== undefined) chosen[name] = found;
  }
  return chosen;
}

/** What is left to choose before the snippet is plain SQL. */
export function missingIn({ tables }: SnippetNeeds, mapping: Mapping): string[] {
  return tables.flatMap((table) => [
    ...(mapping.tables[table.name] ? [] : [table.name]),
    ...table.columns
      .map((column) => `${table.name}.${column.name}`)
      .filter((key) => mapping.columns[key] === undefined),
  ]);
}

function wordsOf(name: string): string[] {
  return name
    .split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u)
    .filter(Boolean)
    .map(singular);
}

/** `Orders`, `order` and `ORDER` are one; `categories` is `category`. */
function singular(name: string): string {
  return name
    .toLowerCase()
    .replace(/ies$/, 'y')
    .replace(/(?<!s)s$/, '');
}
