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
import {
  type CatalogTable,
  kinds,
  type ListedTable,
  type Relation,
  type TableName,
  toCatalogTable,
  toListedTable,
} from './catalog-table.ts';
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
/** As people sort names: `Ärzte` beside `adressen`. Databases have an order for that, but not every one. */
const inOrder = new Intl.Collator('en').compare;
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

  /** One text: a fingerprint, asked before most of what else is, or all about a table, dear to plan. */
  async function askOften(target: SqlTarget, { text, values }: Question): Promise<string> {
    return (await databases.readOften(target, text, values)).rows[0]?.[0] ?? '';
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
        fingerprint: () => askOften(target, schemaFingerprint(schema)),
        read: async () =>
          (await ask(target, tablesInSchema(schema)))
            .map(toListedTable)
            .toSorted((one, other) => inOrder(one.name, other.name)),
      });
    },
    listRelations: (target, trust) => {
      return recall({
        kept: remembered(target).relations,
        key: '',
        trust,
        fingerprint: () => askOften(target, databaseFingerprint()),
        read: async () => {
          const rows = await ask(target, relationsOfDatabase(MOST_RELATIONS));
          const relations = rows.map(([schema, table, kind, oid]) => ({
            schema: schema ?? '',
            table: table ?? '',
            kind: kinds[kind ?? ''] ?? 'table',
            oid: Number(oid),
          }));
          return [...Map.groupBy(relations, ({ schema }) => schema).values()].flatMap((inSchema) =>
            inSchema.toSorted((one, other) => inOrder(one.table, other.table)),
          );
        },
      });
    },
    readTable: (target, name, trust) => {
      const { schema, table } = name;
      return recall({
        kept: remembered(target).tables,
        key: JSON.stringify([schema, table]),
        trust,
        fingerprint: () => askOften(target, tableFingerprint(schema, table)),
        read: async () => toCatalogTable(name, await askOften(target, tableDetails(schema, table))),
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
    // Looked at ahead of who needs it: they ask again and are told.
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
  // Who asked is told by the promise itself; nobody else gets a failure from memory.
  value.catch(() => {
    if (kept.get(key) === fresh) kept.delete(key);
  });
  return value;
}
