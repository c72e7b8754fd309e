import { Failure } from '@causeway/contract/errors.ts';
import type { NotRevertibleReason } from '@causeway/contract/ledger.ts';
import { tablesByNumber } from '#platform/connectors/sql/catalog-questions.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { nameOf } from '#platform/connectors/sql/table-sql.ts';
import type { QueryInTransaction } from '#platform/connectors/sql/transaction.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import { sql } from '#platform/db/sql.ts';
import { keyIn } from '#platform/rows/cells.ts';
import {
  givenRows,
  isGivenKey,
  KEYS_A_STATEMENT,
  keyText,
  readRows,
} from '#platform/rows/lock-rows.ts';
import type { Services } from '#platform/services.ts';
import type { ImagedChange } from './ledger.ts';

export type Group = { table: CatalogTable; changes: ImagedChange[] };

/** Rows by `keyText`, with the numbers of the tables that really have them: more than one are twins. */
type Owners = Map<string, number[]>;

/**
 * A row that is deleted by way of a table may be one of a table that inherits from it and adds columns.
 * It is recorded as the row of its own table, so that it comes back whole and to its place. What can't
 * be seen there stays a row of the table that was written, of which not all was seen.
 */
export async function findOwnRows(
  services: Services,
  target: SqlTarget,
  { table, changes }: Group,
): Promise<{ groups: Group[]; reason: NotRevertibleReason | undefined }> {
  const keys = changes.flatMap(({ kind, keyBefore }) => {
    return kind === 'delete' && keyBefore ? [keyBefore] : [];
  });
  if (!table.hasHeirs || !table.key || keys.length === 0) {
    return { groups: [{ table, changes }], reason: undefined };
  }
  const query = beside(services, target);
  const owners = await findOwners(query, table, keys);
  const ownerOf = ({ kind, keyBefore }: ImagedChange) => {
    const found = kind === 'delete' && keyBefore ? owners.get(keyText(keyBefore)) : undefined;
    return found?.[0] ?? table.oid;
  };
  const known = await readTables(services, target, [...new Set([...owners.values()].flat())]);
  const groups: Group[] = [];
  const left = new Set(changes);
  for (const heir of known.filter(({ oid }) => oid !== table.oid)) {
    const theirs = changes.filter((change) => ownerOf(change) === heir.oid);
    const group = await asRowsOf(query, { table, heir, changes: theirs });
    if (!group) continue;
    groups.push(group);
    for (const change of theirs) left.delete(change);
  }
  const own = [...left];
  const showsWholeRows = own.every((change) => ownerOf(change) === table.oid);
  if (own.length > 0) groups.unshift({ table: { ...table, showsWholeRows }, changes: own });
  return { groups, reason: hasTwins(owners) ? 'no-key' : undefined };
}

/** Whether keys mean several rows at once, by now or before the transaction. */
export async function haveTwins(
  services: Services,
  target: SqlTarget,
  { query, table, keys }: { query: QueryInTransaction; table: CatalogTable; keys: string[][] },
): Promise<boolean> {
  if (!table.hasHeirs || !table.key) return false;
  const before = await findOwners(beside(services, target), table, keys);
  return hasTwins(before) || hasTwins(await findOwners(query, table, keys));
}

function hasTwins(owners: Owners): boolean {
  return owners.values().some((oids) => oids.length > 1);
}

/** Everybody else still sees the rows as they were, and nobody can change what a transaction holds. */
export function beside({ databases }: Services, target: SqlTarget): QueryInTransaction {
  return ({ text, values }) => databases.read(target, text, [...values]);
}

async function findOwners(
  query: QueryInTransaction,
  table: CatalogTable,
  keys: readonly (readonly string[])[],
): Promise<Owners> {
  const owners: Owners = new Map();
  for (let start = 0; start < keys.length; start += KEYS_A_STATEMENT) {
    const some = keys.slice(start, start + KEYS_A_STATEMENT);
    const lists = (table.key ?? []).map((_, index) => some.map((key) => key[index] ?? null));
    const { rows } = await query(sql`select g.place, t.tableoid::int8
      from ${givenRows(lists)} join ${nameOf(table)} t on ${isGivenKey(table)}`);
    for (const [place, oid] of rows) {
      const text = keyText(some[Number(place) - 1] ?? []);
      owners.set(text, [...(owners.get(text) ?? []), Number(oid)]);
    }
  }
  return owners;
}

async function readTables(
  { databases, sqlCatalog }: Services,
  target: SqlTarget,
  oids: number[],
): Promise<CatalogTable[]> {
  const { text, values } = tablesByNumber(oids);
  const { rows } = await databases.read(target, text, values);
  const reading = rows.map(async ([schema, name]) => {
    const place = { schema: schema ?? '', table: name ?? '' };
    return sqlCatalog.readTable(target, place, 'passing').catch((error: unknown) => {
      if (error instanceof Failure && error.code === 'E_TABLE_NOT_FOUND') return undefined;
      throw error;
    });
  });
  return (await Promise.all(reading)).filter((one) => one !== undefined);
}

/** The same rows with all columns of their own table; undefined where one of them can't be read there. */
async function asRowsOf(
  query: QueryInTransaction,
  { table, heir, changes }: { table: CatalogTable; heir: CatalogTable; changes: ImagedChange[] },
): Promise<Group | undefined> {
  const names = new Set(heir.columns.map(({ name }) => name));
  const isWhole = heir.showsWholeRows || heir.hasHeirs;
  if (!isWhole || !table.key?.every((name) => names.has(name))) return undefined;
  const keys = changes.map(({ keyBefore }) => keyBefore ?? []);
  // By the key they were found by: the table itself may have none, or another.
  const rows = await readRows(query, { ...heir, key: table.key }, keys);
  const own = { ...heir, key: heir.key ?? table.key, showsWholeRows: true };
  const images = keys.map((key) => rows.get(keyText(key))?.cells);
  if (images.some((cells) => cells === undefined)) return undefined;
  return {
    table: own,
    changes: images.map((cells = []): ImagedChange => {
      const keyBefore = keyIn(own, cells);
      return { kind: 'delete', keyBefore, keyAfter: null, before: cells, after: null };
    }),
  };
}
