import { pathToAddress } from '@causeway/contract/object-path.ts';

export type TableName = { schema: string; table: string };

export const DEFAULT_SCHEMA = 'public';

/** `orders` is a table of the default schema, `sales/orders` one of another. */
export function findTableName(path: readonly string[]): TableName | undefined {
  const [first = '', second] = path;
  if (first === '' || second === '' || path.length > 2) return undefined;
  return second === undefined
    ? { schema: DEFAULT_SCHEMA, table: first }
    : { schema: first, table: second };
}

export function tablePath({ schema, table }: TableName): string {
  return `/explore/${pathToAddress(schema === DEFAULT_SCHEMA ? [table] : [schema, table])}`;
}

/** What the settings of a connector call a table; a column of it follows after a dot. */
export function settingsName({ schema, table }: TableName): string {
  return schema === DEFAULT_SCHEMA ? table : `${schema}.${table}`;
}
