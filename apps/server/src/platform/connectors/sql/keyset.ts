import { hash } from 'node:crypto';
import { Failure } from '@causeway/contract/errors.ts';
import { identifier, joinSql, type Sql, sql } from '#platform/db/sql.ts';
import type { CatalogTable } from './catalog-table.ts';
import { readColumn, typed } from './table-sql.ts';

/**
 * A stable order: what was asked for, then the key, so that no two rows are equal in it. Pages
 * continue after a row's place in that order; rows that come or go meanwhile move nobody. Nulls
 * stand where Postgres' indexes have them: last ascending, first descending.
 */
export type Order = OrderPart[];

export type OrderPart = {
  name: string;
  /** The column as it is written in a statement. */
  place: Sql;
  castType: string;
  isDescending: boolean;
  isNullable: boolean;
};

type Sort = { column: string; direction: 'asc' | 'desc' };

/** Undefined where nothing makes the order stable: a view without a key. */
export function orderOf(table: CatalogTable, sorts: Sort[]): { order: Order; isStable: boolean } {
  const wanted = sorts.map(({ column: name, direction }): OrderPart => {
    const column = readColumn(table, name);
    return { ...partOf(column), isDescending: direction === 'desc' };
  });
  const named = new Set(wanted.map(({ name }) => name));
  // A key walked in the direction of the last sort lets one index serve both.
  const isDescending = wanted.at(-1)?.isDescending ?? false;
  const key = (table.key ?? [])
    .filter((name) => !named.has(name))
    .map((name) => ({ ...partOf(readColumn(table, name)), isDescending }));
  if (table.key && !table.hasHeirs) return { order: [...wanted, ...key], isStable: true };
  if (table.kind !== 'table') return { order: wanted, isStable: false };
  // A place counts in one file, and tables that inherit have their own.
  const places = [
    ...(table.hasHeirs ? [systemPart('tableoid', 'oid', isDescending)] : []),
    systemPart('ctid', 'tid', isDescending),
  ];
  return { order: [...wanted, ...key, ...places], isStable: true };
}

function systemPart(name: string, castType: string, isDescending: boolean): OrderPart {
  return { name, place: identifier(name), castType, isDescending, isNullable: false };
}

/** What orders rows by where they lie says nothing to a reader. */
export function isSystemPart({ name }: OrderPart): boolean {
  return name === 'ctid' || name === 'tableoid';
}

function partOf(column: { name: string; castType: string; isNullable: boolean }): OrderPart {
  const { name, castType, isNullable } = column;
  return { name, castType, isNullable, isDescending: false, place: identifier(name) };
}

export function orderSql(order: Order, isReversed: boolean): Sql {
  if (order.length === 0) return sql``;
  const parts = order.map(({ place, isDescending }) =>
    isDescending === isReversed ? place : sql`${place} desc`,
  );
  return sql`order by ${joinSql(parts, ', ')}`;
}

/** Rows that come after the given place, or before it where the order is reversed. */
export function afterSql(order: Order, values: (string | null)[], isReversed: boolean): Sql {
  const sameWay = order.every(({ isDescending }) => isDescending === order[0]?.isDescending);
  if (sameWay && order.every(({ isNullable }) => !isNullable)) {
    const places = joinSql(
      order.map(({ place }) => place),
      ', ',
    );
    const bounds = joinSql(
      order.map((part, index) => typed(values[index] ?? null, part)),
      ', ',
    );
    const isDown = (order[0]?.isDescending ?? false) !== isReversed;
    return isDown ? sql`(${places}) < (${bounds})` : sql`(${places}) > (${bounds})`;
  }
  const ways = order.map((part, index) => {
    const same = order.slice(0, index).map((earlier, at) => sameSql(earlier, values[at] ?? null));
    return sql`(${joinSql([...same, beyondSql(part, values[index] ?? null, isReversed)], ' and ')})`;
  });
  return sql`(${joinSql(ways, ' or ')})`;
}

function sameSql(part: OrderPart, value: string | null): Sql {
  return value === null ? sql`${part.place} is null` : sql`${part.place} = ${typed(value, part)}`;
}

function beyondSql(part: OrderPart, value: string | null, isReversed: boolean): Sql {
  const isDown = part.isDescending !== isReversed;
  // Going down nulls come first, going up they come last.
  if (value === null) return isDown ? sql`${part.place} is not null` : sql`false`;
  if (isDown) return sql`${part.place} < ${typed(value, part)}`;
  const above = sql`${part.place} > ${typed(value, part)}`;
  return part.isNullable ? sql`(${above} or ${part.place} is null)` : above;
}

export function writeCursor(order: Order, values: (string | null)[]): string {
  return Buffer.from(JSON.stringify([nameOf(order), ...values])).toString('base64url');
}

export function readCursor(order: Order, cursor: string): (string | null)[] {
  const [name, ...values] = parse(cursor);
  const isWhole = values.every((value) => value === null || typeof value === 'string');
  if (name !== nameOf(order) || values.length !== order.length || !isWhole) {
    throw new Failure('E_VALIDATION', 'The cursor belongs to another list.', {
      fields: [{ path: 'query.after', message: 'Not a cursor of this list' }],
    });
  }
  return values;
}

function parse(cursor: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

const names = new WeakMap<Order, string>();

function nameOf(order: Order): string {
  const known = names.get(order);
  if (known !== undefined) return known;
  const text = order
    .map(({ name, isDescending }) => `${isDescending ? '-' : '+'}${name}`)
    .join('\n');
  const name = hash('sha256', text, 'base64url').slice(0, 8);
  names.set(order, name);
  return name;
}
