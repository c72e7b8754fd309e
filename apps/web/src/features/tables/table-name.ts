import { DEFAULT_SCHEMA, type TableName } from '@causeway/contract/tables/names.ts';

export { tablePath } from '#domain/connectors/table-path.ts';
export { DEFAULT_SCHEMA, type TableName };

/** `orders` is a table of the default schema, `sales/orders` one of another. */
export function findTableName(path: readonly string[]): TableName | undefined {
  const [first = '', second] = path;
  if (first === '' || second === '' || path.length > 2) return undefined;
  return second === undefined
    ? { schema: DEFAULT_SCHEMA, table: first }
    : { schema: first, table: second };
}
