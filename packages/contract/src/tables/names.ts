export type TableName = { schema: string; table: string };

export const DEFAULT_SCHEMA = 'public';

/** What the settings of a connector call a table; a column of it follows after a dot. */
export function settingsNameOf({ schema, table }: TableName): string {
  return schema === DEFAULT_SCHEMA ? table : `${schema}.${table}`;
}

type Schema = { name: string; tables: number; isSystem: boolean };

/**
 * Where to begin in a database nobody has said anything about: the schema with the most tables. Names
 * that begin with an underscore are what extensions keep for themselves.
 */
export function chooseSchema(schemas: readonly Schema[]): string {
  const isOwn = ({ name, isSystem }: Schema) => !isSystem && !name.startsWith('_');
  const [fullest] = schemas
    .filter((schema) => isOwn(schema) && schema.tables > 0)
    .toSorted(
      (one, other) =>
        other.tables - one.tables ||
        Number(other.name === DEFAULT_SCHEMA) - Number(one.name === DEFAULT_SCHEMA),
    );
  return fullest?.name ?? DEFAULT_SCHEMA;
}
