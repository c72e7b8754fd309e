import type pg from 'pg';
import { tableDetails } from '#platform/connectors/sql/catalog-questions.ts';
import {
  type CatalogTable,
  type TableName,
  toCatalogTable,
} from '#platform/connectors/sql/catalog-table.ts';

/** A table that only this transaction can see yet, as the catalog will tell it to all. */
export async function readImportedTable(client: pg.Client, name: TableName): Promise<CatalogTable> {
  const { text, values } = tableDetails(name.schema, name.table);
  const { rows } = await client.query<string[]>({ text, values, rowMode: 'array' });
  return toCatalogTable(name, rows[0]?.[0] ?? '');
}
