import { unlessAway } from '#platform/connectors/unless-away.ts';
import type { SeenColumns } from '@causeway/contract/tables/edits.ts';
import { settingsNameOf } from '@causeway/contract/tables/names.ts';
import type { CatalogTable, TableName } from '#platform/connectors/sql/catalog-table.ts';
import { tablesByNumber } from '#platform/connectors/sql/catalog-questions.ts';
import { isTableGone, movedColumns, renamedColumns } from '#platform/connectors/sql/renames.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import { changeRows, type Db, listRows } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import {
  type DraftPlace,
  type ListedDraft,
  replaceChanges,
  type StoredDraft,
} from './edits/drafts.ts';
import { renameChanges } from './edits/rename-changes.ts';

/**
 * Drafts and saved views are kept by the name of their table, and beside it stands the number the
 * database knows it by. Who opens a table finds what was kept under its name; and what was kept under
 * a name that nothing has any more, if the number is this table's: it was renamed, and from then on
 * it is kept under the new name. Columns are followed in the same way.
 */
export type Followed = { target: SqlTarget; table: CatalogTable };

/** The table as it is; undefined when nobody can tell now, and then the names must do. */
export function findTableNow(
  services: Services,
  target: SqlTarget,
  name: TableName,
): Promise<CatalogTable | undefined> {
  return unlessAway(services, services.sqlCatalog.readTable(target, name, 'checked'), undefined);
}

/** A place that is taken waits: its own edits are saved or thrown away first. */
export async function followTable(
  { sqlCatalog }: Services,
  db: Db,
  place: DraftPlace,
  { target, table }: Followed,
): Promise<void> {
  const mine = sql`user_id = ${place.userId} and connector_id = ${place.connectorId}`;
  const here = sql`schema_name = ${place.schema} and table_name = ${place.table}`;
  const isStaged = sql`exists (select from draft_changes where draft_id = drafts.id)`;
  const elsewhere = await listRows<TableName & { id: string }>(
    db,
    sql`select id, schema_name as schema, table_name as "table" from drafts
        where ${mine} and table_oid = ${table.oid} and not (${here}) and ${isStaged}
        order by changed_at desc`,
  );
  for (const { id, ...name } of elsewhere) {
    if (!(await isTableGone(sqlCatalog, target, name))) continue;
    await changeRows(db, sql`delete from drafts where ${mine} and ${here} and not ${isStaged}`);
    await changeRows(
      db,
      sql`update drafts set schema_name = ${place.schema}, table_name = ${place.table},
            revision = revision + 1
          where id = ${id} and not exists (select from drafts taken
            where taken.user_id = ${place.userId} and taken.connector_id = ${place.connectorId}
              and taken.schema_name = ${place.schema} and taken.table_name = ${place.table})`,
    );
  }
  await noteDraftNumbers(db, place, table);
}

export async function noteDraftNumbers(
  db: Db,
  place: DraftPlace,
  table: CatalogTable,
): Promise<void> {
  await changeRows(
    db,
    sql`update drafts set ${numbersOf(table)}
        where user_id = ${place.userId} and connector_id = ${place.connectorId}
          and schema_name = ${place.schema} and table_name = ${place.table}
          and ${areOthers(table)}`,
  );
}

/** The draft with the names columns have now, and kept like that. */
export async function followColumns(
  { db }: Services,
  draft: StoredDraft,
  table: CatalogTable,
): Promise<StoredDraft> {
  const byName = renamedColumns(draft.columns, table.columns);
  const changes = renameChanges(draft.changes, ({ ref }) => {
    const seen = draft.seenBy.get(ref);
    // A table that took the place of another has other numbers and the same names.
    if (seen?.oid !== table.oid) return byName;
    const others = Object.entries(byName).filter(([name]) => !Object.hasOwn(seen.columns, name));
    return { ...Object.fromEntries(others), ...movedColumns(seen.columns, table.columns) };
  });
  // What is being applied is its set's, and follows once that is settled.
  if (!changes || draft.applying.length > 0) return draft;
  const revision = await db.transaction((tx) => replaceChanges(tx, draft, changes, seenOf(table)));
  // Somebody was faster, and what they put there is followed the next time.
  return revision === undefined ? draft : { ...draft, changes, revision };
}

/** What names of the table stand for now. */
export function seenOf({ oid, columns }: CatalogTable): SeenColumns {
  const numbers = columns.map(({ name, number }): [string, number] => [name, number]);
  return { oid, columns: Object.fromEntries(numbers) };
}

/** A list of drafts by the names their tables have now; as they are kept while nobody can tell. */
export async function withTablesNow(
  services: Services,
  target: SqlTarget,
  drafts: ListedDraft[],
): Promise<ListedDraft[]> {
  const { databases, sqlCatalog } = services;
  const oids = drafts.flatMap(({ oid }) => oid ?? []);
  if (oids.length === 0) return drafts;
  const { text, values } = tablesByNumber(oids);
  const nothing = { rows: [] };
  const { rows } = await unlessAway(services, databases.read(target, text, values), nothing);
  const now = new Map(
    rows.map(([schema, table, oid]) => {
      return [Number(oid), { schema: schema ?? '', table: table ?? '' }];
    }),
  );
  return Promise.all(
    drafts.map(async (draft) => {
      const other = now.get(draft.oid ?? 0);
      if (!other || settingsNameOf(other) === settingsNameOf(draft)) return draft;
      const isGone = await unlessAway(services, isTableGone(sqlCatalog, target, draft), false);
      return isGone ? { ...draft, ...other } : draft;
    }),
  );
}

/** Views of the table, whoever made them, and who opens it with which. */
export async function followViews(
  { sqlCatalog }: Services,
  db: Db,
  connectorId: string,
  { target, table }: Followed,
): Promise<void> {
  const { schema, name } = table;
  const elsewhere = await listRows<TableName>(
    db,
    sql`select distinct schema_name as schema, table_name as "table" from table_views
        where connector_id = ${connectorId} and table_oid = ${table.oid}
          and (schema_name, table_name) <> (${schema}, ${name})`,
  );
  for (const before of elsewhere) {
    if (!(await isTableGone(sqlCatalog, target, before))) continue;
    await changeRows(
      db,
      sql`with moved as (
            update table_views set schema_name = ${schema}, table_name = ${name}
            where connector_id = ${connectorId} and table_oid = ${table.oid}
              and schema_name = ${before.schema} and table_name = ${before.table}
            returning id)
          update table_view_defaults chosen set schema_name = ${schema}, table_name = ${name}
          from moved where chosen.view_id = moved.id
            and not exists (select from table_view_defaults other
              where other.user_id = chosen.user_id and other.connector_id = chosen.connector_id
                and other.schema_name = ${schema} and other.table_name = ${name})`,
    );
  }
  await noteViewNumbers(db, connectorId, table);
}

export async function noteViewNumbers(
  db: Db,
  connectorId: string,
  table: CatalogTable,
): Promise<void> {
  await changeRows(
    db,
    sql`update table_views set ${numbersOf(table)}
        where connector_id = ${connectorId} and schema_name = ${table.schema}
          and table_name = ${table.name} and ${areOthers(table)}`,
  );
}

/** Names of a table that took the place of another count anew; else earlier names stay noted. */
function numbersOf(table: CatalogTable): Sql {
  return sql`table_oid = ${table.oid}, column_numbers = case when table_oid = ${table.oid}
    then column_numbers || ${columnNumbers(table)}::jsonb else ${columnNumbers(table)}::jsonb end`;
}

function areOthers(table: CatalogTable): Sql {
  return sql`(table_oid is distinct from ${table.oid}
    or not column_numbers @> ${columnNumbers(table)}::jsonb)`;
}

function columnNumbers({ columns }: CatalogTable): string {
  return JSON.stringify(Object.fromEntries(columns.map(({ name, number }) => [name, number])));
}
