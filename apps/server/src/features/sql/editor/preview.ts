import { Failure } from '@causeway/contract/errors.ts';
import { type EffectPreview, MOST_PREVIEWED } from '@causeway/contract/sql/editor.ts';
import type { OpenedSql } from '#platform/connectors/opened.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { refuseTooPowerful } from '#platform/connectors/sql/reading.ts';
import { inTrial, type QueryInTransaction } from '#platform/connectors/sql/transaction.ts';
import type { WrittenTable } from '#platform/connectors/sql/written-table.ts';
import { quoteIdentifier } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import { prepare, type SqlCall } from '../run-sql.ts';
import type { InTransaction } from './in-transaction.ts';
import { mayDrawNumbers } from './draws-numbers.ts';

const commands = { insert: 'INSERT', update: 'UPDATE', delete: 'DELETE' } as const;

type Cells = (string | null)[];

/**
 * The blast radius of a statement that writes one table: it runs for real, says which rows it met,
 * and is rolled back. What was before is read by key on another connection, which still sees it; in a
 * transaction by hand after going back, since nobody else sees what that has done.
 */
export async function previewEffect(
  services: Services,
  call: SqlCall,
  inside?: InTransaction,
): Promise<EffectPreview> {
  const { opened } = call;
  refuseChangedTables(inside);
  await refuseTooPowerful(services, call);
  const { inspection, request } = await prepare(services, { ...call, asks: 'anything' });
  const { written } = inspection;
  if (!written) throw new Failure('E_SQL_FAILED', 'Only a write to one table can be previewed.');
  const table = await findTable(services, opened, written);
  if (await mayDrawNumbers(services, opened, { table, written })) {
    throw new Failure(
      'E_SQL_FAILED',
      'A preview could use up numbers of a sequence for good, by a default or a trigger of the table.',
    );
  }
  const names = table.columns.map(({ name }) => name);
  const text = await services.sqlParser.read('withoutReturning', { sql: request.text });
  const wrapped = { text, values: request.values, written, names };
  const rowsOf = (found: { rows: Cells[] }) =>
    found.rows.map((cells) => cells.slice(0, names.length));
  const beforeOf = (query: QueryInTransaction, rows: Cells[]) =>
    written.kind === 'delete' ? rows : readBefore(query, { table, written, rows });
  const { found, rows, before } = inside
    ? await inside.tryOut(async ({ query, undo }) => {
        // What was waited for may have changed them.
        refuseChangedTables(inside);
        const found = await runWrapped(query, wrapped);
        await undo();
        const rows = rowsOf(found);
        return { found, rows, before: await beforeOf(query, rows) };
      })
    : await aside();

  async function aside() {
    const { databases } = services;
    const found = await inTrial(databases, opened.target, call.signal, (query) =>
      runWrapped(query, wrapped),
    );
    const rows = rowsOf(found);
    const query: QueryInTransaction = ({ text, values }) =>
      databases.read(opened.target, text, [...values]);
    return { found, rows, before: await beforeOf(query, rows) };
  }

  return {
    command: commands[written.kind],
    table: table.schema === 'public' ? table.name : `${table.schema}.${table.name}`,
    rowCount: found.count,
    columns: names.map((name) => ({ name, isKey: table.key?.includes(name) ?? false })),
    rows: rows.map((after, index) => ({
      before: before[index] ?? null,
      after: written.kind === 'delete' ? null : after,
    })),
  };
}

/** What is known of tables is what is committed. */
function refuseChangedTables(inside: InTransaction | undefined): void {
  if (inside?.hasChangedSchema()) throw new Failure('E_PREVIEW_TABLES_CHANGED');
}

/** What can be looked at without anything staying of it. */
export async function isPreviewable(
  services: Services,
  opened: OpenedSql,
  written: WrittenTable | undefined,
): Promise<boolean> {
  if (!written) return false;
  const table = await findTable(services, opened, written);
  return !(await mayDrawNumbers(services, opened, { table, written }));
}

/** Where no schema is named, the search path decides which table is meant. */
async function findTable(
  { databases, sqlCatalog }: Services,
  { target }: OpenedSql,
  { schema, name }: WrittenTable,
): Promise<CatalogTable> {
  if (schema !== undefined) return sqlCatalog.readTable(target, { schema, table: name }, 'checked');
  const { rows } = await databases.read(
    target,
    `select space.nspname from pg_catalog.pg_class relation
      join pg_catalog.pg_namespace space on space.oid = relation.relnamespace
      where relation.oid = pg_catalog.to_regclass(pg_catalog.quote_ident($1))`,
    [name],
  );
  return sqlCatalog.readTable(target, { schema: rows[0]?.[0] ?? 'public', table: name }, 'checked');
}

type Wrapped = { text: string; values: unknown[]; written: WrittenTable; names: string[] };

/** A write inside WITH runs to its end, however few of its rows are looked at. */
async function runWrapped(query: QueryInTransaction, { text, values, written, names }: Wrapped) {
  const alias = quoteIdentifier(written.alias);
  const columns = names.map((name) => `${alias}.${quoteIdentifier(name)}::text`).join(', ');
  const { rows } = await query({
    text: `with causeway_effect as (\n${text}\nreturning ${columns})
      select *, count(*) over () from causeway_effect limit ${MOST_PREVIEWED}`,
    values,
  });
  return { rows, count: Number(rows[0]?.at(-1) ?? 0) };
}

/** By key, in the order of the rows; nothing where rows have none or get a new one. */
async function readBefore(
  query: QueryInTransaction,
  { table, written, rows }: { table: CatalogTable; written: WrittenTable; rows: Cells[] },
): Promise<(Cells | undefined)[]> {
  const { key } = table;
  const keyChanges = key?.some((column) => written.assigned.includes(column)) ?? true;
  if (!key || keyChanges || rows.length === 0) return [];
  const places = key.map((column) => table.columns.findIndex(({ name }) => name === column));
  const list = table.columns.map(({ name }) => `${quoteIdentifier(name)}::text`).join(', ');
  const conditions = rows.map((_, row) => {
    const parts = key.map((column, part) => {
      return `${quoteIdentifier(column)}::text = $${row * key.length + part + 1}`;
    });
    return `(${parts.join(' and ')})`;
  });
  const from = `${quoteIdentifier(table.schema)}.${quoteIdentifier(table.name)}`;
  const found = await query({
    text: `select ${list} from ${from} where ${conditions.join(' or ')}`,
    values: rows.flatMap((cells) => places.map((place) => cells[place])),
  });
  const keyOf = (cells: Cells) => JSON.stringify(places.map((place) => cells[place]));
  const byKey = new Map(found.rows.map((cells) => [keyOf(cells), cells]));
  return rows.map((cells) => byKey.get(keyOf(cells)));
}
