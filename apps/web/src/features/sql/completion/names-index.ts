import type { ColumnNames, SchemaNames } from '@causeway/contract/sql/editor.ts';

export type NamedTable = { oid: number; schema: string; name: string; kind: string };
/** With the values it is limited to, where it is. */
export type NamedColumn = { name: string; type: string; values?: string[] | undefined };
export type NamedFunction = { name: string; arguments: string; result: string };
export type Reference = { from: NamedTable; columns: string[]; to: NamedTable; keys: string[] };

/**
 * Everything a completion chooses from, ordered once so that every keystroke is a search among
 * sorted words. Columns come later and only for tables somebody mentions.
 */
export type NamesIndex = {
  /** Tables whose name, or a word in it, starts like this; best first. */
  findTables(start: string, limit: number, schema?: string): NamedTable[];
  /** The table meant by a name, with or without its schema. */
  findTable(name: string, schema?: string): NamedTable | undefined;
  findFunctions(start: string, limit: number): NamedFunction[];
  findSchemas(start: string): string[];
  isInPath(table: NamedTable): boolean;
  columnsOf(table: NamedTable): NamedColumn[] | undefined;
  addColumns(columns: ColumnNames): void;
  /** Foreign keys from and to a table. */
  referencesOf(table: NamedTable): Reference[];
  readonly tables: readonly NamedTable[];
};

/** A word by which something is found, and what it finds. */
type Entry<Item> = { word: string; item: Item };

export function createNamesIndex(names: SchemaNames): NamesIndex {
  const tables = names.tables.map(([oid, schema, name, kind]) => ({ oid, schema, name, kind }));
  const byOid = new Map(tables.map((table) => [table.oid, table]));
  const byName = Map.groupBy(tables, ({ name }) => name);
  const path = new Map(names.path.map((schema, place) => [schema, place]));
  const isInPath = ({ schema }: NamedTable) => path.has(schema);
  const whole = sortEntries(tables, ({ name }) => [name.toLowerCase()]);
  const parts = sortEntries(tables, ({ name }) =>
    name
      .toLowerCase()
      .split(/[^\p{L}\d]+/u)
      .slice(1),
  );
  const functions = sortEntries(
    names.functions.map(([name, given, result]) => ({ name, arguments: given, result })),
    ({ name }) => [name.toLowerCase()],
  );
  const schemas = [...new Set(tables.map(({ schema }) => schema))].toSorted();
  const columns = new Map<number, NamedColumn[]>();
  const references = groupReferences(names, byOid);

  return {
    tables,
    isInPath,
    findTables: (start, limit, schema) => {
      const isWanted = (table: NamedTable) => schema === undefined || table.schema === schema;
      const found = new Set<NamedTable>();
      for (const entries of [whole, parts]) {
        for (const table of startingWith(entries, start)) {
          if (isWanted(table)) found.add(table);
          // Twice as many as wanted leaves room for an order.
          if (found.size >= limit * 2) break;
        }
      }
      const ranked = [...found];
      const rank = (table: NamedTable) => Number(isSystem(table)) * 2 + Number(!isInPath(table));
      return ranked
        .toSorted((a, b) => rank(a) - rank(b) || (start === '' ? 0 : a.name.length - b.name.length))
        .slice(0, limit);
    },
    findTable: (name, schema) => {
      const named = byName.get(name) ?? [];
      if (schema !== undefined) return named.find((table) => table.schema === schema);
      return named
        .filter(isInPath)
        .toSorted((a, b) => (path.get(a.schema) ?? 0) - (path.get(b.schema) ?? 0))[0];
    },
    findFunctions: (start, limit) => take(startingWith(functions, start), limit),
    findSchemas: (start) => schemas.filter((schema) => schema.startsWith(start)),
    columnsOf: ({ oid }) => columns.get(oid),
    addColumns: (added) => {
      for (const [oid, list] of added) {
        columns.set(
          oid,
          list.map(([name, type, values]) => ({ name, type, ...(values && { values }) })),
        );
      }
    },
    referencesOf: ({ oid }) => references.get(oid) ?? [],
  };
}

function sortEntries<Item>(items: Item[], wordsOf: (item: Item) => string[]): Entry<Item>[] {
  return items
    .flatMap((item) => wordsOf(item).map((word) => ({ word, item })))
    .toSorted((a, b) => (a.word < b.word ? -1 : a.word > b.word ? 1 : 0));
}

/** Found by halving, so that the number of names hardly counts. */
function* startingWith<Item>(entries: Entry<Item>[], start: string): Generator<Item> {
  const wanted = start.toLowerCase();
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.word ?? '') < wanted) low = middle + 1;
    else high = middle;
  }
  for (let at = low; entries[at]?.word.startsWith(wanted); at += 1) yield entries[at]!.item;
}

function take<Item>(items: Iterable<Item>, limit: number): Item[] {
  const taken: Item[] = [];
  for (const item of items) {
    if (taken.length >= limit) break;
    taken.push(item);
  }
  return taken;
}

function groupReferences({ references }: SchemaNames, byOid: Map<number, NamedTable>) {
  const grouped = new Map<number, Reference[]>();
  for (const [fromOid, columns, toOid, keys] of references) {
    const from = byOid.get(fromOid);
    const to = byOid.get(toOid);
    if (!from || !to) continue;
    const reference = { from, columns, to, keys };
    for (const oid of new Set([fromOid, toOid])) {
      grouped.set(oid, [...(grouped.get(oid) ?? []), reference]);
    }
  }
  return grouped;
}

function isSystem({ schema }: NamedTable): boolean {
  return schema === 'pg_catalog' || schema === 'information_schema';
}
