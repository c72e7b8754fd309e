import type { DuckDBConnection } from '@duckdb/node-api';
import { asProblem, unitsOfBytes } from './problems.ts';
import { type NamedTable, ProblemError } from './protocol.ts';

/**
 * What a statement names, read by DuckDB's own parser. Only what reads gets through: the parser
 * tells the tree of a SELECT and of nothing else. Functions that would reach beyond the tables
 * named are refused here; DuckDB's settings refuse them a second time.
 */
export async function readNames(connection: DuckDBConnection, sql: string) {
  const statement = await parse(connection, sql);
  const found: Found = {
    tables: [],
    columns: new Set(),
    alone: new Set(),
    isAll: false,
  };
  walk(statement.node, found, { sql, named: new Set() });
  const tables = found.tables.map(({ names, ...table }): NamedTable => {
    const isWhole = found.isAll || names.some((name) => found.alone.has(name.toLowerCase()));
    return { ...table, columns: isWhole ? null : [...found.columns] };
  });
  return { tables, parameters: statement.named_param_map?.length ?? 0 };
}

type Node = Record<string, unknown> & {
  type?: string;
  class?: string;
  query_location?: number;
};
type Parsed = { node: Node; named_param_map?: unknown[] };
type Found = {
  tables: (NamedTable & { names: string[] })[];
  columns: Set<string>;
  /** Names without another in front: a table's own name there stands for its whole row. */
  alone: Set<string>;
  /** Something stands for columns it does not name. */
  isAll: boolean;
};

async function parse(connection: DuckDBConnection, sql: string): Promise<Parsed> {
  const reader = await connection
    .runAndReadAll('select json_serialize_sql($1::varchar)', [sql])
    .catch((error: unknown) => {
      throw asProblem(error, sql);
    });
  const tree = JSON.parse(String(reader.getRows()[0]?.[0])) as {
    error: boolean;
    error_type?: string;
    error_message?: string;
    position?: string;
    statements?: Parsed[];
  };
  if (tree.error) {
    if (tree.error_type === 'not implemented') {
      throw new ProblemError('refused', 'Files can only be read: start with SELECT.');
    }
    const place = tree.position === undefined ? undefined : unitsOf(sql, Number(tree.position));
    throw new ProblemError('syntax', tree.error_message ?? 'The statement is not SQL.', place);
  }
  const [first, ...others] = tree.statements ?? [];
  if (!first) throw new ProblemError('empty', 'There is no statement to run.');
  if (others.length > 0) throw new ProblemError('several', 'Send one statement at a time.');
  return first;
}

/** The parser counts characters, and JavaScript the halves of those beyond the first plane. */
function unitsOf(text: string, characters: number): number {
  return [...text].slice(0, characters).join('').length;
}

/** Functions that make rows of what they are given; every other reads what was not named. */
const harmless = new Set([
  'range',
  'generate_series',
  'unnest',
  'repeat',
  'repeat_row',
  'json_each',
  'json_tree',
]);

/** They tell about the machine we run on. */
const telling = new Set(['current_setting', 'getenv', 'getvariable', 'write_log']);

/** Where we are: the statement, and what WITH gave a name to that can be used here. */
type Scope = { sql: string; named: ReadonlySet<string> };

function walk(node: unknown, found: Found, scope: Scope): void {
  if (Array.isArray(node)) {
    for (const item of node) walk(item, found, scope);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  note(node as Node, found, scope);
  const { cte_map: ctes, ...rest } = node as Node;
  const within = walkNamed(ctes, found, scope);
  for (const [part, child] of Object.entries(rest)) {
    const isRecursive = part === 'right' && rest.type === 'RECURSIVE_CTE_NODE';
    walk(child, found, isRecursive ? knowing(within, textOf(rest.cte_name)) : within);
  }
}

/**
 * A name that WITH gives holds in what comes after it in the same query, and nowhere else: outside
 * of it, the same name may stand for a table of the engine itself. One that calls itself is known in its
 * second part only: in its first the engine looks for a file.
 */
function walkNamed(ctes: unknown, found: Found, scope: Scope): Scope {
  let within = scope;
  for (const { key, value } of ((ctes as Node | undefined)?.map ?? []) as CommonTable[]) {
    walk(value, found, within);
    within = knowing(within, key);
  }
  return within;
}

function knowing(scope: Scope, name: string): Scope {
  return { ...scope, named: new Set([...scope.named, fold(name)]) };
}

/**
 * As the engine compares names: it knows no large and small letters but those of English, and a name
 * that only we took for one that WITH gave would be looked for on the disk.
 */
function fold(name: string): string {
  return name.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

type CommonTable = { key: string; value: unknown };

function note(node: Node, found: Found, { sql, named }: Scope): void {
  const place = placeOf(node, sql);
  switch (node.type) {
    case 'BASE_TABLE': {
      const name = textOf(node.table_name);
      const alias = textOf(node.alias);
      const isPlain = textOf(node.catalog_name) === '' && textOf(node.schema_name) === '';
      if (isPlain && named.has(fold(name))) return;
      const renames = node.column_name_alias as unknown[] | undefined;
      if ((renames?.length ?? 0) > 0) found.isAll = true;
      found.tables.push({
        catalog: textOf(node.catalog_name),
        schema: textOf(node.schema_name),
        name,
        place: place ?? 0,
        columns: null,
        names: [name, alias].filter((one) => one !== ''),
      });
      return;
    }
    case 'TABLE_FUNCTION': {
      const called = textOf((node.function as Node | undefined)?.function_name).toLowerCase();
      if (harmless.has(called)) return;
      const hint = called.startsWith('read_') || called.endsWith('_scan');
      throw new ProblemError(
        'refused',
        hint
          ? `Name the file itself instead of calling ${called}: from 'folder/file.csv'.`
          : `${called} can not be used here.`,
        place,
      );
    }
    case 'SHOW_REF':
      if (node.query === null)
        throw new ProblemError('refused', 'There is nothing to show.', place);
      found.isAll = true;
      return;
    case 'PIVOT':
      found.isAll = true;
      return;
    case 'JOIN':
      if (node.ref_type === 'NATURAL') found.isAll = true;
      for (const name of (node.using_columns ?? []) as string[]) {
        found.columns.add(name.toLowerCase());
      }
      return;
    case 'STAR':
      found.isAll = true;
      return;
    case 'COLUMN_REF': {
      const names = ((node.column_names ?? []) as string[]).map((name) => name.toLowerCase());
      for (const name of names) found.columns.add(name);
      if (names.length === 1) found.alone.add(names[0]!);
      return;
    }
    case 'FUNCTION': {
      const called = textOf(node.function_name).toLowerCase();
      if (!telling.has(called)) return;
      throw new ProblemError('refused', `${called} can not be used here.`, place);
    }
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Places in the tree count bytes; the largest number stands for none. */
function placeOf({ query_location: place }: Node, sql: string): number | undefined {
  if (typeof place !== 'number' || place > 1e15) return undefined;
  return unitsOfBytes(sql, place);
}
