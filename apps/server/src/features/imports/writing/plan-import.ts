import { Failure } from '@causeway/contract/errors.ts';
import { type ColumnMapping, type ImportPlan, rulesOf } from '@causeway/contract/imports/plan.ts';
import type { CatalogColumn, CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { quoteIdentifier } from '#platform/db/sql.ts';
import type { SqlParser } from '#platform/connectors/sql/parser.ts';

/** A column that is written: where its text lies in the staging table, and how it becomes a value. */
export type WrittenColumn = {
  column: CatalogColumn;
  /** As the file calls it, and as the staging table does. */
  from: string;
  staged: string;
  nulls: ReturnType<typeof rulesOf>['nulls'];
  /** Rows that are there keep their value where the file says nothing. */
  keeps: boolean;
};

/** The file as texts, for this transaction alone. */
export const STAGING = 'pg_temp.causeway_import';
/** Rows that were found bad. */
export const BAD = 'pg_temp.causeway_bad';

/** The columns of the staging table, which are those of the file. */
export function stagedName(index: number): string {
  return `c${index + 1}`;
}

/** Where the staging table has which cells say null, as far as a file can and it matters. */
export const SAID_NULL = 'said_null';

export function mayTellNull({ read, mode }: Pick<ImportPlan, 'read' | 'mode'>): boolean {
  return mode.kind === 'upsert' && (read.format === 'json' || read.format === 'ndjson');
}

/** Values that are there stay where the file says nothing; where none may, a null changes nothing. */
export function keepsValue({ mode }: ImportPlan, mapping: ColumnMapping): boolean {
  const { existing } = rulesOf(mapping);
  return existing === 'keep' && mode.kind === 'upsert' && !mode.key.includes(mapping.to);
}

/** Matches the plan with the table and the file as they are now. */
export function matchColumns(
  plan: ImportPlan,
  table: CatalogTable,
  fileColumns: readonly string[],
): WrittenColumn[] {
  const used = new Set<string>();
  const written = plan.columns.map((mapping) => {
    const { from, to } = mapping;
    const place = fileColumns.indexOf(from);
    if (place === -1 && !isOpenEnded(plan)) {
      throw refuse(`The file has no column '${from}'.`, { column: from });
    }
    const column = table.columns.find(({ name }) => name === to);
    if (!column) throw refuse(`The table has no column '${to}'.`, { column: to });
    if (column.generated) throw refuse(`Column '${to}' is computed.`, { column: to });
    if (used.has(to)) throw refuse(`Column '${to}' is mapped twice.`, { column: to });
    used.add(to);
    const { nulls } = rulesOf(mapping);
    const keeps = keepsValue(plan, mapping);
    return { column, from, staged: stagedName(place), nulls, keeps };
  });
  const needed = table.columns.find((column) => isNeeded(column) && !used.has(column.name));
  if (needed) {
    throw refuse(`Column '${needed.name}' needs a value and has no default.`, {
      column: needed.name,
    });
  }
  checkKey(plan, table, used);
  return written;
}

/** Rows of JSON may leave keys out, so a key that is met nowhere is no mistake. */
function isOpenEnded({ read }: ImportPlan): boolean {
  return read.format === 'json' || read.format === 'ndjson';
}

function isNeeded(column: CatalogColumn): boolean {
  return (
    !column.isNullable &&
    column.defaultValue === null &&
    column.identity === null &&
    column.generated === null
  );
}

function checkKey({ mode }: ImportPlan, table: CatalogTable, used: ReadonlySet<string>): void {
  if (mode.kind === 'insert') return;
  const wanted = mode.key.toSorted().join('\n');
  const keys = [...(table.primaryKey ? [table.primaryKey] : []), ...table.uniqueKeys];
  if (!keys.some(({ columns }) => columns.toSorted().join('\n') === wanted)) {
    throw refuse('These columns have no unique key together.');
  }
  const unmapped = mode.key.find((name) => !used.has(name));
  if (unmapped !== undefined) throw refuse(`Key column '${unmapped}' is not mapped.`);
}

export function refuse(message: string, details?: Record<string, unknown>): Failure {
  return new Failure('E_IMPORT_PLAN', message, details);
}

type NewTable = Extract<ImportPlan['target'], { kind: 'new' }>;

/** CREATE TABLE for a plan that makes its table; types are read by Postgres' own parser first. */
export async function createTableSql(parser: SqlParser, target: NewTable): Promise<string> {
  const name = `${quoteIdentifier(target.schema)}.${quoteIdentifier(target.table)}`;
  const columns = target.columns.map((column) => {
    const { name: columnName, type, isNullable } = column;
    if (!/^["\w\s().,[\]]+$/.test(type)) throw refuse(`'${type}' is not a type.`);
    return `${quoteIdentifier(columnName)} ${type}${isNullable ? '' : ' not null'}`;
  });
  const key = target.primaryKey.map(quoteIdentifier);
  const text = `create table ${name} (${[
    ...(target.addId ? ['"id" bigint generated always as identity primary key'] : []),
    ...columns,
    ...(key.length > 0 && !target.addId ? [`primary key (${key.join(', ')})`] : []),
  ].join(', ')})`;
  const inspection = await parser.inspect(text);
  if (inspection.statements !== 1 || inspection.kind !== 'CreateStmt') {
    throw refuse('The table can not be made like this.');
  }
  return text;
}
