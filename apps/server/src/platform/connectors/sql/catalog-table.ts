import { Failure } from '@causeway/contract/errors.ts';
import type { TableColumn, TableDetails, TableSummary } from '@causeway/contract/tables/details.ts';

export type TableName = { schema: string; table: string };
export type Relation = TableName & { kind: TableSummary['kind']; oid: number };
/** As the database tells it; alias, hiding and the connector's rules are not its business. */
export type ListedTable = Omit<TableSummary, 'label' | 'hidden'>;
export type CatalogTable = Omit<
  TableDetails,
  'label' | 'labelColumn' | 'readOnlyReason' | 'columns' | 'earlierColumns'
> & {
  columns: CatalogColumn[];
  isUpdatable: boolean;
  /** Statements may be rewritten on their way to it. */
  hasRules: boolean;
  /** Tables inherit from it: their rows are listed with its own, and may repeat keys of those. */
  hasHeirs: boolean;
  /** Of all that keeps values apart, also if only of some rows, or not before a statement ends. */
  uniqueColumns: string[][];
  /** Policies decide which rows are seen. */
  hidesRows: boolean;
  /** Not where some columns may not be read, nor where rows are of tables that add their own to them. */
  showsWholeRows: boolean;
  /**
   * Rows of partitions and views bear no version that could be relied on, and whoever may read only
   * some columns may not read it.
   */
  hasVersion: boolean;
};
/**
 * `castType` takes any text of the type and cuts nothing off: of a domain it is what that is made of,
 * since a cast to the domain would; `number` stays when the name changes.
 */
export type CatalogColumn = Omit<TableColumn, 'label'> & { castType: string };

/** By the letter Postgres has for them. */
export const kinds: Record<string, TableSummary['kind']> = {
  r: 'table',
  v: 'view',
  m: 'materialized view',
  p: 'partitioned',
  f: 'foreign',
};

export function toListedTable(row: (string | null)[]): ListedTable {
  const [oid, name, kind, rowCount, sizeBytes, description] = row;
  return {
    oid: Number(oid),
    name: name ?? '',
    kind: kinds[kind ?? ''] ?? 'table',
    rowCount: rowCount == null || kind === 'v' ? null : Number(rowCount),
    sizeBytes: Number(sizeBytes),
    description: description ?? null,
  };
}

type RawColumn = Omit<
  CatalogColumn,
  'identity' | 'generated' | 'constraintName' | 'constraintType'
> & { identity: string; generated: string };
type Reference = { schema: string; table: string; columns: string[] };
type RawIndex = TableDetails['indexes'][number] & {
  isPlain: boolean;
  isOfColumns: boolean;
  columns: string[] | null;
};
type RawTable = {
  oid: number;
  timeZone: string;
  kind: string;
  description: string | null;
  rowCount: number | null;
  sizeBytes: number | null;
  updatable: number;
  hasRules: boolean;
  hasHeirs: boolean;
  hidesRows: boolean;
  /** All of it, not only the columns below. */
  isReadable: boolean;
  columns: RawColumn[];
  constraints: {
    name: string;
    type: string;
    columns: string[] | null;
    deferrable: boolean;
    onUpdate: string;
    onDelete: string;
    definition: string;
    references: Reference | null;
  }[];
  referencedBy: {
    name: string;
    columns: string[];
    onUpdate: string;
    onDelete: string;
    from: Reference;
  }[];
  indexes: RawIndex[];
};

/** INSERT, UPDATE and DELETE as pg_relation_is_updatable counts them. */
const ALL_WRITES = 28;

/** From what `tableDetails` answers. Throws E_TABLE_NOT_FOUND. */
export function toCatalogTable({ schema, table }: TableName, text: string): CatalogTable {
  const raw = text === '' ? undefined : (JSON.parse(text) as RawTable);
  if (!raw || raw.columns.length === 0) {
    throw new Failure('E_TABLE_NOT_FOUND', `Table '${table}' not found or has no columns`);
  }
  const columns = raw.columns.map((column) => toColumn(column, raw));
  const primaryKey = raw.constraints.find(({ type }) => type === 'p');
  return {
    schema,
    name: table,
    oid: raw.oid,
    timeZone: raw.timeZone,
    kind: kinds[raw.kind] ?? 'table',
    description: raw.description,
    rowCount: raw.kind === 'v' ? null : raw.rowCount,
    sizeBytes: raw.sizeBytes,
    columns,
    primaryKey: primaryKey ? { name: primaryKey.name, columns: primaryKey.columns ?? [] } : null,
    uniqueKeys: raw.indexes
      .filter((index) => index.isUnique && !index.isPrimary && index.isPlain && index.columns)
      .map(({ name, columns: named }) => ({ name, columns: named ?? [] })),
    uniqueColumns: raw.indexes.flatMap(({ isUnique, isOfColumns, columns: named }) =>
      isUnique && isOfColumns && named ? [named] : [],
    ),
    foreignKeys: raw.constraints.flatMap((rule) =>
      rule.references
        ? [{ ...actionsOf(rule), columns: rule.columns ?? [], references: rule.references }]
        : [],
    ),
    referencedBy: raw.referencedBy.map((rule) => ({
      ...actionsOf(rule),
      columns: rule.columns,
      from: rule.from,
    })),
    checks: raw.constraints
      .filter(({ type }) => type === 'c')
      .map(({ name, definition }) => ({ name, definition })),
    indexes: raw.indexes,
    key: findKey(raw, columns),
    isUpdatable: (raw.updatable & ALL_WRITES) === ALL_WRITES,
    hasRules: raw.hasRules,
    hasHeirs: raw.hasHeirs && raw.kind === 'r' && raw.isReadable,
    hidesRows: raw.hidesRows,
    showsWholeRows: raw.isReadable && !(raw.hasHeirs && raw.kind === 'r'),
    hasVersion: raw.kind === 'r' && raw.isReadable,
  };
}

function toColumn(column: RawColumn, table: RawTable): CatalogColumn {
  const rule = weightiest(table, column.name);
  return {
    ...column,
    identity: ({ a: 'always', d: 'by default' } as const)[column.identity] ?? null,
    generated: ({ s: 'stored', v: 'virtual' } as const)[column.generated] ?? null,
    constraintName: rule?.name ?? null,
    constraintType: rule ? (ruleTypes[rule.type] ?? null) : null,
  };
}

const ruleTypes: Record<string, NonNullable<TableColumn['constraintType']>> = {
  p: 'PRIMARY KEY',
  u: 'UNIQUE',
  f: 'FOREIGN KEY',
  c: 'CHECK',
  x: 'EXCLUDE',
};

function weightiest({ constraints }: RawTable, column: string) {
  const rules = constraints.filter(({ columns }) => columns?.includes(column));
  return ['p', 'u', 'f', 'c', 'x']
    .map((type) => rules.find((rule) => rule.type === type))
    .find((rule) => rule !== undefined);
}

const actions: Record<string, TableDetails['foreignKeys'][number]['onDelete']> = {
  a: 'no action',
  r: 'restrict',
  c: 'cascade',
  n: 'set null',
  d: 'set default',
};

function actionsOf(rule: { name: string; onUpdate: string; onDelete: string }) {
  return {
    name: rule.name,
    onUpdate: actions[rule.onUpdate] ?? 'no action',
    onDelete: actions[rule.onDelete] ?? 'no action',
  };
}

/** The primary key, else the shortest unique key whose columns are never null. */
function findKey(table: RawTable, columns: CatalogColumn[]): string[] | null {
  const readable = new Map(columns.map((column) => [column.name, column]));
  const isKey = (named: string[]) =>
    named.length > 0 && named.every((name) => readable.get(name)?.isNullable === false);
  const unique = table.indexes
    .filter(
      (index) => index.isUnique && index.isPlain && index.isValid && isKey(index.columns ?? []),
    )
    .toSorted(
      (a, b) =>
        Number(b.isPrimary) - Number(a.isPrimary) ||
        (a.columns?.length ?? 0) - (b.columns?.length ?? 0),
    );
  return unique[0]?.columns ?? null;
}
