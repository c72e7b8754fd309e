import { schemaDiagramRoutes } from '@causeway/contract/tables/diagram.ts';
import { sqlRoutes } from '@causeway/contract/sql/sql.ts';
import { tableRoutes } from '@causeway/contract/tables/tables.ts';
import type { Acting } from '#platform/operations/acting.ts';
import { type Catalog, makeCatalog, type RawTable } from './catalog.ts';
import { stem, wordsOf } from './words.ts';

const MOST_TABLES = 500;
const MOST_NAMED = 30;

/** Labels of enums, and what stands in columns that have few different values. */
const VALUES = `select n.nspname, c.relname, a.attname, e.enumlabel as value
from pg_enum e join pg_attribute a on a.atttypid = e.enumtypid and a.attnum > 0
join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
join pg_namespace n on n.oid = c.relnamespace
union
select s.schemaname, s.tablename, s.attname, v.value
from pg_stats s join pg_class c on c.relname = s.tablename and c.relkind in ('r', 'p')
join pg_namespace n on n.oid = c.relnamespace and n.nspname = s.schemaname
cross join lateral unnest(coalesce(s.most_common_vals::text::text[], '{}') ||
  coalesce(s.histogram_bounds::text::text[], '{}')) v(value)
where s.schemaname not in ('pg_catalog', 'information_schema')
  and (case when s.n_distinct > 0 then s.n_distinct else -s.n_distinct * greatest(c.reltuples, 0) end) between 1 and 60
  and length(v.value) between 2 and 60
limit 20000`;

/**
 * What the built-in assistant knows of a database: names, types, references, and the values of columns
 * that have few. Read with the rights of who asks; tables that are hidden or kept from the assistant are not among it.
 */
export async function readCatalog(
  as: Acting,
  connectorId: string,
  question: string,
): Promise<Catalog> {
  const connector = { id: connectorId };
  const schemas = await as.call(tableRoutes.schemas, { query: { connector } });
  const schema = schemas.find(({ isDefault }) => isDefault)?.name ?? 'public';
  const drawn = await as.call(schemaDiagramRoutes.diagram, {
    query: { connector, schema, columns: 'all', limit: MOST_TABLES },
  });
  const values = await readValues(as, connectorId);
  const told = drawn.tables.filter(({ isWithheld }) => !isWithheld);
  const tables = told.map((table): RawTable => ({
    schema: table.schema,
    name: table.name,
    isView: table.kind === 'view' || table.kind === 'materialized view',
    columns: table.columns.map((column) => ({
      name: column.name,
      type: column.type,
      isKey: column.isKey,
      isReference: column.isReference,
      isNullable: column.isNullable,
      values: values.get(`${table.schema} ${table.name} ${column.name}`) ?? [],
    })),
  }));
  const names = new Set(told.map(({ name }) => name));
  const references = drawn.references
    .filter(({ from, to }) => names.has(from.table) && names.has(to.table))
    .map(({ from, to }) => ({
      from: from.table,
      fromColumns: from.columns,
      to: to.table,
      toColumns: to.columns,
    }));
  if (tables.length > 0 || drawn.total === 0) return makeCatalog(tables, references);
  return readNamed(as, { connectorId, schema, question });
}

async function readValues(as: Acting, connectorId: string): Promise<Map<string, string[]>> {
  const values = new Map<string, string[]>();
  const body = { sql: VALUES, connector: { id: connectorId }, rowLimit: 20_000 };
  // Who may not run SQL here is answered from names alone.
  const found = await as.call(sqlRoutes.read, { body }).catch(() => undefined);
  for (const [schema, table, column, value] of found?.rows ?? []) {
    const key = `${String(schema)} ${String(table)} ${String(column)}`;
    values.set(key, [...(values.get(key) ?? []), String(value)]);
  }
  return values;
}

/** Of very many tables only those are looked at whose names the question holds. */
async function readNamed(
  as: Acting,
  { connectorId, schema, question }: { connectorId: string; schema: string; question: string },
): Promise<Catalog> {
  const connector = { id: connectorId };
  const { tables } = await as.call(tableRoutes.list, { query: { connector, schema } });
  const asked = new Set(wordsOf(question).map(stem));
  const named = tables
    .filter(({ isWithheld }) => !isWithheld)
    .filter(({ name }) =>
      wordsOf(name)
        .map(stem)
        .some((word) => asked.has(word)),
    )
    .slice(0, MOST_NAMED);
  const details = await Promise.all(
    named.map(({ name }) =>
      as.call(tableRoutes.discover, { params: { table: name }, query: { connector, schema } }),
    ),
  );
  const raw = details.map((table): RawTable => ({
    schema,
    name: table.name,
    isView: table.kind === 'view' || table.kind === 'materialized view',
    columns: table.columns.map((column) => ({
      name: column.name,
      type: column.type,
      isKey: table.primaryKey?.columns.includes(column.name) ?? false,
      isReference: table.foreignKeys.some(({ columns }) => columns.includes(column.name)),
      isNullable: column.isNullable,
      values: column.enumValues ?? [],
    })),
  }));
  const references = details.flatMap((table) =>
    table.foreignKeys.map(({ columns, references: to }) => ({
      from: table.name,
      fromColumns: columns,
      to: to.table,
      toColumns: to.columns,
    })),
  );
  return makeCatalog(
    raw,
    references.filter(({ to }) => raw.some(({ name }) => name === to)),
  );
}
