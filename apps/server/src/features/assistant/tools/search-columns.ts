import { Failure } from '@causeway/contract/errors.ts';
import { sqlRoutes } from '@causeway/contract/sql/sql.ts';
import { tableRoutes } from '@causeway/contract/tables/tables.ts';
import type { ToolContext } from './tool.ts';
import { isTold } from './withheld.ts';

/** Some are of tables that are hidden: more are looked at than are told. */
const MOST_LOOKED_AT = 500;
const MOST_TOLD = 51;

export type FoundColumn = {
  schema: string;
  table: string;
  column: string;
  type: string;
  /** Others' words, and only told where rows would be. */
  comment: string | null;
};

/** By words, however they are joined: "order date" is `order_date`. The nearest names first. */
const COLUMNS = `select n.nspname, c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
  col_description(c.oid, a.attnum)
from pg_attribute a
join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p', 'v', 'm', 'f')
join pg_namespace n on n.oid = c.relnamespace
  and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
cross join lateral (select replace(lower(a.attname), '_', ' ') as name) spoken
where a.attnum > 0 and not a.attisdropped and not c.relispartition
  and has_column_privilege(c.oid, a.attnum, 'select')
  and (strpos(spoken.name, $1) > 0
    or ($2 and strpos(lower(col_description(c.oid, a.attnum)), $1) > 0))
order by spoken.name <> $1, strpos(spoken.name, $1) = 0, length(spoken.name), 1, 2, a.attnum
limit ${MOST_LOOKED_AT}`;

/** Columns of the tables that a model may know of, by part of their name or of what is said of them. */
export async function findColumns(context: ToolContext, text: string): Promise<FoundColumn[]> {
  const { as, signal, connectorId: id, level } = context;
  if (id === null) return [];
  const isOpen = level === 'samples' || level === 'full';
  const wanted = text.trim().toLowerCase().replaceAll('_', ' ');
  const body = { sql: COLUMNS, bindings: [wanted, isOpen], connector: { id } };
  const { rows } = await as.call(sqlRoutes.read, { body }, { signal }).catch((error: unknown) => {
    // Who may not run SQL here is answered with tables alone.
    if (error instanceof Failure && error.status === 403) return { rows: [] };
    throw error;
  });
  const found = rows.map(([schema, table, column, type, comment]): FoundColumn => ({
    schema: String(schema),
    table: String(table),
    column: String(column),
    type: String(type),
    comment: isOpen && typeof comment === 'string' ? comment : null,
  }));
  const listed = await listListed(context, found);
  const near = found.filter((one) => listed.has(nameOf(one))).slice(0, MOST_TOLD);
  // Listed is not enough: a view or a part may show what stands in a table that is kept back.
  const places = new Map(near.map((one) => [nameOf(one), one]));
  const told = await Promise.all(
    [...places].map(async ([name, place]) => ((await isTold(context, place)) ? [name] : [])),
  );
  const names = new Set(told.flat());
  return near.filter((one) => names.has(nameOf(one)));
}

type Place = Pick<FoundColumn, 'schema' | 'table'>;

function nameOf({ schema, table }: Place): string {
  return JSON.stringify([schema, table]);
}

/** The tables of their schemas that are neither hidden nor kept from models. */
async function listListed(
  { as, signal, connectorId }: ToolContext,
  found: readonly Place[],
): Promise<ReadonlySet<string>> {
  const connector = { id: connectorId! };
  const schemas = [...new Set(found.map(({ schema }) => schema))];
  const lists = await Promise.all(
    schemas.map(async (schema) => {
      const query = { connector, schema };
      const { tables } = await as.call(tableRoutes.list, { query }, { signal });
      const listed = tables.filter(({ isWithheld }) => !isWithheld);
      return listed.map(({ name }) => nameOf({ schema, table: name }));
    }),
  );
  return new Set(lists.flat());
}
