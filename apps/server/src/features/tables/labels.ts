import type { z } from 'zod';
import type { ConnectorSettings } from '@causeway/contract/connectors/settings.ts';
import { Failure } from '@causeway/contract/errors.ts';
import {
  findLabelColumn,
  type LabelledRow,
  MOST_LABELS,
  type tableLabelRoutes,
} from '@causeway/contract/tables/labels.ts';
import type { RowKey } from '@causeway/contract/tables/tables.ts';
import { settingsNameOf } from '@causeway/contract/tables/names.ts';
import type { CatalogColumn, CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { settingsNow } from '#platform/connectors/sql/renames.ts';
import { runStatement } from '#platform/connectors/sql/run-statement.ts';
import { identifier, joinSql, Sql, sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import { nameOf, readColumn, typed, whereSql } from '#platform/connectors/sql/table-sql.ts';
import { escapeLike } from '#platform/connectors/sql/filter-sql.ts';
import type { TableCall } from './open-table.ts';

type LookupQuery = z.output<typeof tableLabelRoutes.lookup.query>;
type LabelsBody = z.output<typeof tableLabelRoutes.labels.body>;
type Labels = { labelColumn: string | null; items: LabelledRow[] };
/** How the rows of a table are told apart and called. */
type Naming = { key: CatalogColumn[]; label: CatalogColumn | undefined };

/** Rows whose label has the text somewhere or whose key begins with it; the very key comes first. */
export async function lookUpRows(
  services: Services,
  call: TableCall,
  { columns, search, limit, near = {} }: LookupQuery,
): Promise<Labels & { more: boolean }> {
  const naming = await namingOf(services, call, columns);
  const wanted = search.trim();
  const look = (where: Sql[], most: number) => {
    const statement =
      wanted === ''
        ? firstRows(call.table, naming, { limit: most, where })
        : matchingRows(call.table, naming, { wanted, limit: most, where });
    return read(services, call, naming, statement);
  };
  const isNear = nearSql(naming, near);
  const close = isNear ? await look([isNear], limit + 1).catch(noneIfUnfit) : [];
  const isOther = isNear && close.length > 0 ? [sql`(${isNear}) is not true`] : [];
  const found =
    close.length > limit ? close : [...close, ...(await look(isOther, limit + 1 - close.length))];
  return {
    labelColumn: naming.label?.name ?? null,
    items: found.slice(0, limit),
    more: found.length > limit,
  };
}

/** Where the key has some of these values; undefined where none of them is of the key. */
function nearSql({ key }: Naming, near: RowKey): Sql | undefined {
  const parts = key.flatMap((column) => {
    const value = near[column.name];
    if (value === undefined) return [];
    return sql`${identifier(column.name)} = ${typed(String(value), column)}`;
  });
  return parts.length > 0 ? joinSql(parts, ' and ') : undefined;
}

/** What somebody has not finished typing is near nothing. */
function noneIfUnfit(error: unknown): LabelledRow[] {
  if (error instanceof Failure && error.code === 'E_SQL_INVALID_VALUE') return [];
  throw error;
}

/** What the rows with these keys are called. */
export async function labelRows(
  services: Services,
  call: TableCall,
  { columns, keys }: LabelsBody,
): Promise<Labels> {
  const naming = await namingOf(services, call, columns);
  const labelColumn = naming.label?.name ?? null;
  if (keys.length === 0) return { labelColumn, items: [] };
  const wanted = keys.map((key) => {
    const values = naming.key.map((column) => {
      const value = key[column.name];
      if (value === undefined) throw incomplete(naming);
      return typed(value, column);
    });
    return sql`(${joinSql(values, ', ')})`;
  });
  const places = joinSql(
    naming.key.map(({ name }) => identifier(name)),
    ', ',
  );
  const statement = sql`select ${answerList(naming)} from ${nameOf(call.table)}
    where (${places}) in (${joinSql(wanted, ', ')})`;
  return { labelColumn, items: await read(services, call, naming, statement) };
}

/** The column people know rows of the table by: chosen in the settings, else the likeliest. */
export function labelColumnOf(
  table: CatalogTable,
  { labelColumns }: ConnectorSettings,
): CatalogColumn | undefined {
  const chosen = labelColumns[settingsNameOf({ schema: table.schema, table: table.name })];
  return findLabelColumn({ columns: table.columns, chosen });
}

async function namingOf(
  { sqlCatalog }: Services,
  { opened, table }: TableCall,
  columns: string[] | undefined,
): Promise<Naming> {
  const names = columns ?? table.key;
  if (!names) {
    throw new Failure('E_VALIDATION', `'${table.name}' has no key: name the columns instead.`, {
      fields: [{ path: 'columns', message: 'Needed where there is no key' }],
    });
  }
  const present = { ...table, table: table.name };
  const settings = await settingsNow(sqlCatalog, opened, { tables: [present] });
  return {
    key: names.map((name) => readColumn(table, name)),
    label: labelColumnOf(table, settings),
  };
}

function incomplete({ key }: Naming): Failure {
  return new Failure('E_VALIDATION', `A key is ${key.map(({ name }) => name).join(', ')}.`, {
    fields: key.map(({ name }) => ({ path: `body.keys.${name}`, message: 'Part of the key' })),
  });
}

// The statements ---------------------------------------------------------------------------------

/** A label is there to be recognised: nobody reads more of it. */
const LONGEST_LABEL = 200;
/** The best of so many are shown: ranking all that fit in a large table would take too long. */
const MOST_RANKED = 500;
const SMALL_TABLE = 20_000;

/** By label where sorting costs nothing to speak of, else in the order of the key. */
function firstRows(
  table: CatalogTable,
  naming: Naming,
  { limit, where }: { limit: number; where: Sql[] },
): Sql {
  const isSmall = table.rowCount !== null && table.rowCount <= SMALL_TABLE;
  const order = [isSmall ? naming.label : undefined, ...naming.key].flatMap((column) =>
    column ? [identifier(column.name)] : [],
  );
  return sql`select ${answerList(naming)} from ${nameOf(table)} ${whereSql(where)}
    order by ${joinSql(order, ', ')} limit ${limit}`;
}

function matchingRows(
  table: CatalogTable,
  { key, label }: Naming,
  { wanted, limit, where }: { wanted: string; limit: number; where: Sql[] },
): Sql {
  const beginning = `${escapeLike(wanted)}%`;
  const texts = [...(label ? [label] : []), ...key].map(
    ({ name }) => sql`${identifier(name)}::text`,
  );
  const [shown = sql`''`] = texts;
  const isKey = anyOf(key.map((column) => equalsSql(column, wanted)));
  const fits = anyOf(
    texts.map((text, place) => {
      return label && place === 0
        ? sql`${text} ilike ${`%${beginning}`}`
        : sql`${text} like ${beginning}`;
    }),
  );
  const list = answerList({ key, label });
  const places = key.map((_, place) => new Sql([String(place + 1)], []));
  return sql`(select ${list}, 0 as rank, '' as shown from ${nameOf(table)}
      ${whereSql([isKey, ...where])} limit ${limit})
    union all
    (select ${list}, case when ${shown} ilike ${beginning} then 1 else 2 end, ${shown}
      from ${nameOf(table)} ${whereSql([fits, sql`not coalesce(${isKey}, false)`, ...where])}
      limit ${MOST_RANKED})
    order by rank, shown, ${joinSql(places, ', ')} limit ${limit}`;
}

function anyOf(conditions: Sql[]): Sql {
  return sql`(${joinSql(conditions, ' or ')})`;
}

const wholeNumbers: Record<string, bigint> = {
  smallint: 2n ** 15n,
  integer: 2n ** 31n,
  bigint: 2n ** 63n,
};
const UUID = /^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i;

/** Whether a column is what was typed: as a value where it surely is one, so that an index helps. */
function equalsSql(column: CatalogColumn, wanted: string): Sql {
  const bound = wholeNumbers[column.baseType];
  if (bound !== undefined) {
    const isWhole = /^\d{1,19}$/.test(wanted) && BigInt(wanted) < bound;
    return isWhole ? sql`${identifier(column.name)} = ${typed(wanted, column)}` : sql`false`;
  }
  const isValue = column.category === 'S' || (column.baseType === 'uuid' && UUID.test(wanted));
  return isValue
    ? sql`${identifier(column.name)} = ${typed(wanted, column)}`
    : sql`${identifier(column.name)}::text = ${wanted}`;
}

/** The key as text, then the label. */
function answerList({ key, label }: Naming): Sql {
  const parts = key.map(({ name }) => sql`${identifier(name)}::text`);
  const text = label
    ? sql`left(${identifier(label.name)}::text, ${LONGEST_LABEL}::int)`
    : sql`null`;
  return joinSql([...parts, text], ', ');
}

async function read(
  { databases }: Services,
  { opened, signal }: TableCall,
  { key }: Naming,
  statement: Sql,
): Promise<LabelledRow[]> {
  const { rows } = await runStatement(databases, opened.target, {
    text: statement.text,
    values: [...statement.values],
    mode: 'reading',
    reuse: 'after-reset',
    rowLimit: MOST_LABELS,
    failsBeyond: false,
    cutsAtLimit: false,
    signal,
    placeInOriginal: (place) => place,
  });
  const cells = JSON.parse(`[${Buffer.concat(rows.take()).toString()}]`) as (string | null)[][];
  return cells.map((row) => ({
    key: Object.fromEntries(key.map(({ name }, place) => [name, row[place] ?? ''])),
    label: row[key.length] ?? null,
  }));
}
