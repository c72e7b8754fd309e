import { quoted } from '../sql/quoted.ts';
import { listParameters } from '../sql/placeholders.ts';
import { readTokens } from '../sql/lexer.ts';

/**
 * What a snippet asks of the schema it is used on, written where it is needed:
 *
 * - `{{orders}}` is a table,
 * - `{{orders.total}}` is a column of it, `{{orders.total: numeric}}` one of that type,
 * - `:since` is a parameter, the same as everywhere in the editor.
 *
 * The names are the author's words. A reader chooses what each of them is in their own database;
 * filled in, the snippet is plain SQL. Inside strings, quoted names and comments nothing is a
 * placeholder.
 */
export type Placeholder = {
  from: number;
  to: number;
  table: string;
  column?: string;
  type?: string;
};

export type NeededColumn = { name: string; type?: string };
export type NeededTable = { name: string; columns: NeededColumn[] };
export type SnippetNeeds = { tables: NeededTable[]; parameters: string[] };

/** What a reader chose: tables by the author's name, columns by `table.column`. */
export type Mapping = {
  tables: Readonly<Record<string, { schema: string; table: string }>>;
  columns: Readonly<Record<string, string>>;
};

const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;
const TYPE = /^[a-z][a-z0-9_ ]*(?:\[\])?$/i;
/** What stands between the braces is three short names at most. */
const LONGEST = 400;

export function findPlaceholders(sql: string): Placeholder[] {
  const found: Placeholder[] = [];
  if (!sql.includes('{{')) return found;
  const texts = readTokens(sql).filter(({ kind }) => isText(kind));
  let text = 0;
  for (let from = sql.indexOf('{{'); from !== -1; from = sql.indexOf('{{', from + 1)) {
    const to = sql.indexOf('}}', from) + 2;
    if (to === 1) break;
    while (text < texts.length && texts[text]!.to <= from) text += 1;
    const isInText = text < texts.length && texts[text]!.from <= from;
    const named = isInText
      ? undefined
      : readNames(sql.slice(from + 2, Math.min(to - 2, from + LONGEST)));
    if (named && to - from <= LONGEST) found.push({ from, to, ...named });
  }
  return found;
}

/** `table`, `table.column` or `table.column: type`. */
function readNames(inside: string): Pick<Placeholder, 'table' | 'column' | 'type'> | undefined {
  const colon = inside.indexOf(':');
  const names = (colon === -1 ? inside : inside.slice(0, colon)).trim();
  const dot = names.indexOf('.');
  const table = dot === -1 ? names : names.slice(0, dot);
  const column = dot === -1 ? undefined : names.slice(dot + 1);
  const type = colon === -1 ? undefined : inside.slice(colon + 1).trim();
  if (!NAME.test(table) || (column !== undefined && !NAME.test(column))) return undefined;
  if (type !== undefined && (column === undefined || !TYPE.test(type))) return undefined;
  return {
    table,
    ...(column !== undefined && { column }),
    ...(type !== undefined && { type: type.toLowerCase() }),
  };
}

function isText(kind: string): boolean {
  return kind === 'string' || kind === 'quoted' || kind === 'comment';
}

/** Each table and column once, in the order they appear; a type counts wherever it is said. */
export function needsOf(sql: string): SnippetNeeds {
  const tables = new Map<string, Map<string, NeededColumn>>();
  for (const { table, column, type } of findPlaceholders(sql)) {
    const columns = tables.get(table) ?? new Map<string, NeededColumn>();
    tables.set(table, columns);
    if (column === undefined) continue;
    const known = columns.get(column)?.type ?? type;
    columns.set(column, { name: column, ...(known !== undefined && { type: known }) });
  }
  return {
    tables: [...tables].map(([table, columns]) => ({
      name: table,
      columns: [...columns.values()],
    })),
    parameters: listParameters(exampleOf(sql).text).map((parameter) => parameter.name),
  };
}

type Filled = { text: string; placeInOriginal(place: number): number };

/** The author's names stand for themselves: SQL that can be read, and parsed. */
export function exampleOf(sql: string): Filled {
  return replacePlaceholders(sql, ({ table, column }) => quoted(column ?? table));
}

/** Plain SQL for the reader's schema; what was not chosen yet stays a placeholder. */
export function fillSnippet(
  sql: string,
  { tables, columns }: Mapping,
  { defaultSchemas }: { defaultSchemas: readonly string[] },
): Filled {
  return replacePlaceholders(sql, ({ from, to, table, column }) => {
    const chosen = column === undefined ? tables[table] : columns[`${table}.${column}`];
    if (chosen === undefined) return sql.slice(from, to);
    if (typeof chosen === 'string') return quoted(chosen);
    const plain = quoted(chosen.table);
    const isDefault = defaultSchemas.includes(chosen.schema);
    return isDefault ? plain : `${quoted(chosen.schema)}.${plain}`;
  });
}

function replacePlaceholders(sql: string, textOf: (placeholder: Placeholder) => string): Filled {
  let text = '';
  let read = 0;
  const moves: { place: number; original: number }[] = [];
  for (const placeholder of findPlaceholders(sql)) {
    text += sql.slice(read, placeholder.from);
    moves.push({ place: text.length, original: placeholder.from });
    text += textOf(placeholder);
    read = placeholder.to;
    moves.push({ place: text.length, original: read });
  }
  text += sql.slice(read);
  const placeInOriginal = (place: number): number => {
    const move = moves.findLast((one) => one.place <= place);
    return move ? move.original + (place - move.place) : place;
  };
  return { text, placeInOriginal };
}
