import { columnsOfUse, findColumn, tablesOfUse } from './columns-of-use.ts';
import type { NamedColumn, NamedTable, NamesIndex, Reference } from './names-index.ts';
import type { Place } from './place.ts';
import type { TableUse } from './scope.ts';
import { quoted } from '@causeway/contract/sql/quoted.ts';
import { keywords } from './words.ts';

export type Suggestion = {
  kind:
    | 'column'
    | 'table'
    | 'view'
    | 'schema'
    | 'function'
    | 'keyword'
    | 'join'
    | 'alias'
    | 'value';
  label: string;
  /** What is written; the label unless said. */
  insert?: string;
  detail?: string;
};

const MOST = 60;

/** What could stand at a place, best first. */
export function suggest(index: NamesIndex, place: Place): Suggestion[] {
  const { typed, qualifiers, expects } = place;
  const start = typed.replace(/^"/, '').toLowerCase();
  if (place.compared?.isQuoted) return values(index, place);
  if (qualifiers.length > 0) return behindDot(index, place, start);
  if (expects === 'table') return [...queryNames(place, start), ...tables(index, start)];
  if (expects === 'join') {
    const joined = joins(index, place, start);
    const names = new Set(joined.map(({ label }) => label));
    const others = tables(index, start).filter(({ label }) => !names.has(label));
    return [...joined, ...others];
  }
  const conditions = expects === 'on' ? joinConditions(index, place, start) : [];
  const found = [
    ...conditions,
    ...values(index, place),
    ...columns(index, place, start),
    ...aliases(place, start),
    ...(start === '' ? [] : functions(index, start)),
    ...(start === '' ? [] : words(start)),
    ...(start.length > 1 ? tables(index, start, 12) : []),
  ];
  return found.slice(0, MOST);
}

/** `alias.`, `table.`, `schema.` or `schema.table.` */
function behindDot(index: NamesIndex, { qualifiers, uses }: Place, start: string): Suggestion[] {
  const [first = '', second] = qualifiers;
  const use =
    second === undefined
      ? uses.find(({ alias }) => alias === first)
      : { schema: first, name: second, alias: second };
  const known = use ? columnsOfUse(index, use) : [];
  if (known.length > 0) return columnsOf(known, start);
  return index
    .findTables(start, MOST, first)
    .map((found) => ({ kind: kindOf(found), label: found.name, insert: quoted(found.name) }));
}

/** What a column can be by its type or a rule of its table; in quotes, unless those are there. */
function values(index: NamesIndex, { compared, typed, uses }: Place): Suggestion[] {
  if (!compared) return [];
  const { table, column, isQuoted } = compared;
  const start = typed.toLowerCase();
  const known = findColumn(index, uses, { table, name: column })?.values ?? [];
  return known
    .filter((value) => value.toLowerCase().startsWith(start))
    .slice(0, MOST)
    .map((value) => {
      const text = value.replaceAll("'", "''");
      return { kind: 'value', label: value, insert: isQuoted ? text : `'${text}'` };
    });
}

function columnsOf(known: NamedColumn[], start: string): Suggestion[] {
  return known
    .filter(({ name }) => matches(name, start))
    .map(({ name, type }) => ({ kind: 'column', label: name, insert: quoted(name), detail: type }));
}

/** Of every table in reach. A name that several have gets its table's in front. */
function columns(index: NamesIndex, { uses }: Place, start: string): Suggestion[] {
  const found = uses.flatMap((use) => {
    const list = columnsOfUse(index, use);
    return list.filter(({ name }) => matches(name, start)).map((column) => ({ ...column, use }));
  });
  const times = Map.groupBy(found, ({ name }) => name);
  return found.map(({ name, type, use }) => {
    const isShared = (times.get(name)?.length ?? 0) > 1;
    const label = isShared ? `${use.alias}.${name}` : name;
    const insert = isShared ? `${quoted(use.alias)}.${quoted(name)}` : quoted(name);
    return { kind: 'column', label, insert, detail: type } as const;
  });
}

function aliases({ uses }: Place, start: string): Suggestion[] {
  return uses
    .filter(({ alias }) => matches(alias, start))
    .map(({ alias, name }) => ({
      kind: 'alias',
      label: alias,
      insert: quoted(alias),
      ...(alias !== name && { detail: name }),
    }));
}

function tables(index: NamesIndex, start: string, limit = MOST): Suggestion[] {
  const found = index.findTables(start, limit).map((table): Suggestion => {
    const name = writtenName(index, table);
    return {
      kind: kindOf(table),
      label: index.isInPath(table) ? table.name : `${table.schema}.${table.name}`,
      insert: name,
      ...(!index.isInPath(table) && { detail: table.schema }),
    };
  });
  const schemas = start === '' ? [] : index.findSchemas(start).slice(0, 5);
  return [...found, ...schemas.map((label): Suggestion => ({ kind: 'schema', label }))];
}

function queryNames({ queries }: Place, start: string): Suggestion[] {
  return queries
    .filter((name) => matches(name, start))
    .map((name) => ({ kind: 'table', label: name, insert: quoted(name), detail: 'with' }));
}

/** Tables that refer to those in reach, or are referred to: with what joins them. */
function joins(index: NamesIndex, { uses }: Place, start: string): Suggestion[] {
  const taken = new Set(uses.map(({ alias }) => alias));
  const partners = uses.filter(({ made }) => !made);
  return partners.flatMap((use) => {
    const table = index.findTable(use.name, use.schema);
    if (!table) return [];
    return index.referencesOf(table).flatMap((reference) => {
      const isFrom = reference.from.oid === table.oid;
      const other = isFrom ? reference.to : reference.from;
      if (!matches(other.name, start)) return [];
      const alias = aliasFor(other.name, taken);
      const on = conditionOf(reference, { isFrom, mine: use.alias, theirs: alias });
      const insert = `${writtenName(index, other)} ${alias} on ${on}`;
      return [{ kind: 'join', label: other.name, insert, detail: on } as const];
    });
  });
}

function joinConditions(index: NamesIndex, { uses }: Place, start: string): Suggestion[] {
  const last = uses.at(-1);
  const table = last && !last.made && index.findTable(last.name, last.schema);
  if (!last || !table || start !== '') return [];
  return uses.slice(0, -1).flatMap((use) => {
    const other = use.made ? undefined : index.findTable(use.name, use.schema);
    return index
      .referencesOf(table)
      .filter(({ from, to }) => from.oid === other?.oid || to.oid === other?.oid)
      .map((reference): Suggestion => {
        const isFrom = reference.from.oid === table.oid;
        const on = conditionOf(reference, { isFrom, mine: last.alias, theirs: use.alias });
        return { kind: 'join', label: on, insert: on };
      });
  });
}

type Sides = { isFrom: boolean; mine: string; theirs: string };

function conditionOf({ columns: referring, keys }: Reference, { isFrom, mine, theirs }: Sides) {
  return referring
    .map((column, place) => {
      const key = keys[place] ?? '';
      const [left, right] = isFrom ? [column, key] : [key, column];
      return `${quoted(mine)}.${quoted(left)} = ${quoted(theirs)}.${quoted(right)}`;
    })
    .join(' and ');
}

/** order_items is oi, and oi2 where that is taken. */
export function aliasFor(name: string, taken: ReadonlySet<string>): string {
  const parts = name.toLowerCase().split(/[^a-z\d]+/);
  const initials = parts.map((part) => part[0] ?? '').join('') || 't';
  const base = /^[a-z]/.test(initials) && !keywords.has(initials) ? initials : `t${initials}`;
  for (let number = 1; ; number += 1) {
    const alias = number === 1 ? base : `${base}${number}`;
    if (!taken.has(alias)) return alias;
  }
}

function functions(index: NamesIndex, start: string): Suggestion[] {
  return index.findFunctions(start, 20).map(({ name, arguments: given, result }) => ({
    kind: 'function',
    label: name,
    insert: `${quoted(name)}(`,
    detail: `(${given}) ${result}`.slice(0, 80),
  }));
}

function words(start: string): Suggestion[] {
  const found = [...keywords].filter((word) => word.startsWith(start));
  return found.slice(0, 12).map((label) => ({ kind: 'keyword', label }));
}

function writtenName(index: NamesIndex, table: NamedTable): string {
  const name = quoted(table.name);
  return index.isInPath(table) ? name : `${quoted(table.schema)}.${name}`;
}

function kindOf({ kind }: NamedTable): 'table' | 'view' {
  return kind === 'v' || kind === 'm' ? 'view' : 'table';
}

function matches(name: string, start: string): boolean {
  if (start === '') return true;
  const low = name.toLowerCase();
  return low.startsWith(start) || low.includes(`_${start}`);
}

/** Tables whose columns have to be known before a suggestion can be made. */
export function tablesInReach(index: NamesIndex, { uses, qualifiers }: Place): NamedTable[] {
  const [schema, name = ''] = qualifiers;
  const named: TableUse[] = qualifiers.length === 2 ? [{ schema, name, alias: name }] : [];
  return [...uses, ...named].flatMap((use) => tablesOfUse(index, use));
}
