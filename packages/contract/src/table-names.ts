export type TableName = { schema: string; table: string };

export const DEFAULT_SCHEMA = 'public';

/** What the settings of a connector call a table; a column of it follows after a dot. */
export function settingsNameOf({ schema, table }: TableName): string {
  return schema === DEFAULT_SCHEMA ? table : `${schema}.${table}`;
}
