import type { DuckDBConnection } from '@duckdb/node-api';
import { asProblem } from './problems.ts';
import { type MountedFile, type MountedTable, ProblemError } from './protocol.ts';
import { literal, literals, quoted } from './quote.ts';

/**
 * Puts the tables where the statement looks for them: files as temporary views under the very name
 * that was written, tables of a database in a catalog named like the connector.
 */
export async function mountTables(
  connection: DuckDBConnection,
  tables: MountedTable[],
): Promise<void> {
  try {
    await mount(connection, tables);
  } catch (error) {
    const { problem } = asProblem(error, '');
    throw new ProblemError(problem.kind === 'memory' ? 'memory' : 'unreadable', problem.message);
  }
}

async function mount(connection: DuckDBConnection, tables: MountedTable[]): Promise<void> {
  for (const catalog of catalogsOf(tables)) {
    await connection.run(`attach ':memory:' as ${quoted(catalog)}`);
  }
  for (const { catalog, schema, name, files } of tables) {
    const rows = rowsOf(files);
    if (catalog === '') {
      await connection.run(`create or replace temp view ${quoted(name)} as ${rows}`);
      continue;
    }
    const place = `${quoted(catalog)}.${quoted(schema)}`;
    await connection.run(`create schema if not exists ${place}`);
    await connection.run(`create or replace view ${place}.${quoted(name)} as ${rows}`);
  }
}

/** Temporary views go with the connection; catalogs are everybody's. */
export async function unmountTables(
  connection: DuckDBConnection,
  tables: MountedTable[],
): Promise<void> {
  for (const catalog of catalogsOf(tables)) {
    // What can not be detached goes with the connection.
    await connection.run(`detach database if exists ${quoted(catalog)}`).catch(() => {});
  }
}

/** A SELECT of all rows of some files. */
export function rowsOf(files: MountedFile[]): string {
  if (files.every(({ folders }) => Object.keys(folders).length === 0)) {
    return `select * from ${readParquet(files.map(({ path }) => path))}`;
  }
  const isNumber = (name: string) =>
    files.every(({ folders }) => /^(0|[1-9]\d{0,8})$/.test(folders[name] ?? '0'));
  const parts = files.map(({ path, folders }) => {
    const columns = Object.entries(folders).map(([name, value]) => {
      const written = isNumber(name) ? `${value}::int` : literal(value);
      return `, ${written} as ${quoted(name)}`;
    });
    return `select *${columns.join('')} from ${readParquet([path])}`;
  });
  return parts.join(' union all by name ');
}

function readParquet(paths: string[]): string {
  const options = paths.length > 1 ? ', union_by_name = true' : '';
  return `read_parquet(${literals(paths)}, hive_partitioning = false${options})`;
}

function catalogsOf(tables: MountedTable[]): string[] {
  const names = tables.map(({ catalog }) => catalog).filter((catalog) => catalog !== '');
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];
}
