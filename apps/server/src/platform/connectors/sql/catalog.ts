import { Failure } from '@causeway/contract/errors.ts';
import type { TableColumn, TableDetails, TableSummary } from '@causeway/contract/tables/details.ts';
import { chooseSchema } from '@causeway/contract/tables/names.ts';
import { isOfConnector, keyOf, type SqlTarget } from '../stored.ts';
import {
  databaseFingerprint,
  relationsOfDatabase,
  schemaFingerprint,
  schemasWithTables,
  tableDetails,
  tableFingerprint,
  tablesInSchema,
} from './catalog-questions.ts';
import type { SqlDatabases } from './databases.ts';
import type { Question } from './dialect.ts';
import { dangersOfServer, type ServerDangers, toDangers } from './server-dangers.ts';

/**
 * What tables a database has, remembered a connector. What is remembered holds for a minute at most,
 * and until its fingerprint changes, which costs one small question; our own schema changes, here or
 * on another instance, make it forgotten at once.
 */
export type SqlCatalog = {
  listSchemas(target: SqlTarget): Promise<Schema[]>;
  listTables(target: SqlTarget, schema: string, trust: Trust): Promise<ListedTable[]>;
  /** The names of all tables in all schemas people make. */
  listRelations(target: SqlTarget, trust: Trust): Promise<Relation[]>;
  /** Throws E_TABLE_NOT_FOUND. */
  readTable(target: SqlTarget, name: TableName, trust: Trust): Promise<CatalogTable>;
  /** What may not be named there where only reading is allowed. */
  readDangers(target: SqlTarget): Promise<ServerDangers>;
  forget(connectorId: string): void;
};

export type Schema = { name: string; tables: number; isSystem: boolean; isDefault: boolean };
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
};
/** `castType` takes any text of the type and cuts nothing off; `number` stays when the name changes. */
export type CatalogColumn = Omit<TableColumn, 'label'> & { number: number; castType: string };

/**
 * How fresh it has to be: `anew` asks again, `checked` compares fingerprints first, `recent` is for
 * pages that are read by the thousand: it takes what was checked within seconds, and lets the check
 * run behind it. `passing` is like `checked` for who comes by chance: what nobody has looked at yet is
 * not remembered for them, since they may be about to change it.
 */
export type Trust = 'anew' | 'checked' | 'recent' | 'passing';

const RECENT_MS = 2_000;
const TRUSTED_MS = 30_000;
/** Estimates and comments change without a trace in the fingerprint. */
const LIFETIME_MS = 60_000;
const MOST_DATABASES = 100;
const MOST_KEPT = 2_000;
const MOST_RELATIONS = 100_000;

type Kept<Value> = {
  value: Promise<Value>;
  fingerprint: string;
  readAt: number;
  checkedAt: number;
  checking?: Promise<boolean> | undefined;
};
type Remembered = {
  version: string;
  lists: Map<string, Kept<ListedTable[]>>;
  relations: Map<string, Kept<Relation[]>>;
  tables: Map<string, Kept<CatalogTable>>;
  dangers?: { value: Promise<ServerDangers>; readAt: number };
};
type Wanted<Value> = {
  kept: Map<string, Kept<Value>>;
  key: string;
  trust: Trust;
  fingerprint(): Promise<string>;
  read(): Promise<Value>;
};

export function createSqlCatalog(databases: SqlDatabases): SqlCatalog {
  const memory = new Map<string, Remembered>();

  async function ask(target: SqlTarget, { text, values }: Question) {
    return (await databases.read(target, text, values)).rows;
  }

  async function askOne(target: SqlTarget, question: Question): Promise<string> {
    return (await ask(target, question))[0]?.[0] ?? '';
  }

  function remembered(target: SqlTarget): Remembered {
    const key = keyOf(target);
    const known = memory.get(key);
    if (known?.version === target.updatedAt) return known;
    const fresh: Remembered = {
      version: target.updatedAt,
      lists: new Map(),
      relations: new Map(),
      tables: new Map(),
    };
    if (memory.size >= MOST_DATABASES) memory.clear();
    memory.set(key, fresh);
    return fresh;
  }

  return {
    listSchemas: async (target) => {
      const rows = await ask(target, schemasWithTables());
      const schemas = rows.map(([name, tables, isSystem]) => ({
        name: name ?? '',
        tables: Number(tables),
        isSystem: isSystem === 't',
      }));
      const chosen = chooseSchema(schemas);
      return schemas.map((schema) => ({ ...schema, isDefault: schema.name === chosen }));
    },
    listTables: (target, schema, trust) => {
      return recall({
        kept: remembered(target).lists,
        key: schema,
        trust,
        fingerprint: () => askOne(target, schemaFingerprint(schema)),
        read: async () => (await ask(target, tablesInSchema(schema))).map(toListedTable),
      });
    },
    listRelations: (target, trust) => {
      return recall({
        kept: remembered(target).relations,
        key: '',
        trust,
        fingerprint: () => askOne(target, databaseFingerprint()),
        read: async () =>
          (await ask(target, relationsOfDatabase(MOST_RELATIONS))).map(
            ([schema, table, kind, oid]) => ({
              schema: schema ?? '',
              table: table ?? '',
              kind: kinds[kind ?? ''] ?? 'table',
              oid: Number(oid),
            }),
          ),
      });
    },
    readTable: (target, name, trust) => {
      const { schema, table } = name;
      return recall({
        kept: remembered(target).tables,
        key: JSON.stringify([schema, table]),
        trust,
        fingerprint: () => askOne(target, tableFingerprint(schema, table)),
        read: async () => toCatalogTable(name, await askOne(target, tableDetails(schema, table))),
      });
    },
    readDangers: (target) => {
      const known = remembered(target);
      const { dangers } = known;
      const age = dangers ? Date.now() - dangers.readAt : Infinity;
      if (dangers && age < LIFETIME_MS) return dangers.value;
      const value = ask(target, dangersOfServer()).then(toDangers);
      // Nobody waits for the answer to come again, unless the last one is old.
      const shown = dangers && age < 5 * LIFETIME_MS ? dangers.value : value;
      known.dangers = { value: shown, readAt: Date.now() };
      value.then(
        () => (known.dangers = { value, readAt: Date.now() }),
        () => delete known.dangers,
      );
      return shown;
    },
    forget: (connectorId) => {
      for (const key of memory.keys()) if (isOfConnector(key, connectorId)) memory.delete(key);
    },
  };
}

async function recall<Value>(wanted: Wanted<Value>): Promise<Value> {
  const known = wanted.kept.get(wanted.key);
  if (!known && wanted.trust === 'passing') return wanted.read();
  const now = Date.now();
  if (!known || wanted.trust === 'anew' || now - known.readAt > LIFETIME_MS) return renew(wanted);
  const age = now - known.checkedAt;
  if (wanted.trust === 'recent' && age < TRUSTED_MS) {
    if (age > RECENT_MS) void isSame(wanted, known).catch(() => {});
    return known.value;
  }
  return (await isSame(wanted, known)) ? known.value : renew(wanted);
}

/** Several who ask at once share one answer. What turns out to be outdated is forgotten. */
function isSame<Value>(wanted: Wanted<Value>, known: Kept<Value>): Promise<boolean> {
  known.checking ??= wanted
    .fingerprint()
    .then((now) => {
      known.checkedAt = Date.now();
      const same = now === known.fingerprint;
      if (!same && wanted.kept.get(wanted.key) === known) wanted.kept.delete(wanted.key);
      return same;
    })
    .finally(() => {
      known.checking = undefined;
    });
  return known.checking;
}

async function renew<Value>({ kept, key, fingerprint, read }: Wanted<Value>): Promise<Value> {
  // Taken before reading: a change in between makes the next comparison fail, not succeed.
  const before = await fingerprint();
  const value = read();
  if (kept.size >= MOST_KEPT) kept.clear();
  const fresh = { value, fingerprint: before, readAt: Date.now(), checkedAt: Date.now() };
  kept.set(key, fresh);
  value.catch(() => {
    if (kept.get(key) === fresh) kept.delete(key);
  });
  return value;
}

/** By the letter Postgres has for them. */
export const kinds: Record<string, TableSummary['kind']> = {
  r: 'table',
  v: 'view',
  m: 'materialized view',
  p: 'partitioned',
  f: 'foreign',
};

function toListedTable(row: (string | null)[]): ListedTable {
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
type RawTable = {
  oid: number;
  timeZone: string;
  kind: string;
  description: string | null;
  rowCount: number | null;
  sizeBytes: number | null;
  updatable: number;
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
  indexes: (TableDetails['indexes'][number] & { isPlain: boolean; columns: string[] | null })[];
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
