import type { z } from 'zod';
import type { tableRoutes } from '@causeway/contract/tables/tables.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { type Order, orderOf, orderSql } from '#platform/connectors/sql/keyset.ts';
import { nameOf, readColumn } from '#platform/connectors/sql/table-sql.ts';
import { identifier, joinSql, type Sql, sql } from '#platform/db/sql.ts';

/** What the pages of a list have in common: the columns they have and the order they come in. */
export type PageLayout = {
  /** Columns asked for, then those that key and order need besides. */
  columns: { name: string; place: Sql; role?: 'extra' | 'version' }[];
  order: Order;
  isStable: boolean;
  name: Sql;
  /** The columns as a select has them, and the order as it ends. */
  list: Sql;
  ordered: Sql;
  /** How answers begin, by the types of their columns: the same for page after page. */
  heads: Map<string, string>;
};

type RowsQuery = z.output<typeof tableRoutes.rows.query>;
type Shape = Pick<RowsQuery, 'columns' | 'sort'>;

const layouts = new WeakMap<CatalogTable, Map<string, PageLayout>>();
const MOST_LAYOUTS = 50;

/**
 * Who scrolls asks for the same columns in the same order page after page, so it is written once
 * for as long as the catalog remembers the table.
 */
export function layOutPages(table: CatalogTable, { columns, sort }: Shape): PageLayout {
  const known = layouts.get(table) ?? new Map<string, PageLayout>();
  layouts.set(table, known);
  const shape = JSON.stringify([columns, sort]);
  const layout = known.get(shape) ?? writeLayout(table, { columns, sort });
  if (known.size >= MOST_LAYOUTS) known.clear();
  known.set(shape, layout);
  return layout;
}

function writeLayout(table: CatalogTable, query: Shape): PageLayout {
  const { order, isStable } = orderOf(table, query.sort);
  const wanted = query.columns ?? table.columns.map(({ name }) => name);
  const columns: PageLayout['columns'] = wanted.map((name) => ({
    name: readColumn(table, name).name,
    place: identifier(name),
  }));
  const extras = [...(table.key ?? []), ...order.map(({ name }) => name)];
  for (const name of new Set(extras)) {
    if (columns.some((column) => column.name === name)) continue;
    const part = order.find((one) => one.name === name);
    columns.push({ name, place: part?.place ?? identifier(name), role: 'extra' });
  }
  if (table.hasVersion) {
    columns.push({ name: 'xmin', place: sql`xmin::text`, role: 'version' });
  }
  const list = joinSql(
    columns.map(({ place }) => place),
    ', ',
  );
  return {
    columns,
    order,
    isStable,
    name: nameOf(table),
    list,
    ordered: orderSql(order, false),
    heads: new Map(),
  };
}
