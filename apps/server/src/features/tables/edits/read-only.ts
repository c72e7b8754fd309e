import { Failure } from '@causeway/contract/errors.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';

/** Why rows of a table can not be changed. */
export function readOnly(table: CatalogTable): Failure {
  const reason = table.key || !table.isUpdatable ? 'not-updatable' : 'no-key';
  const message =
    reason === 'no-key'
      ? `Rows of '${table.name}' can not be told apart: it has no key.`
      : `Rows of '${table.name}' can not be changed.`;
  return new Failure('E_TABLE_READ_ONLY', message, { reason });
}
