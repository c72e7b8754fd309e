import type { TableStructure } from '@causeway/contract/tables/structure.ts';
import type { CatalogColumn, CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import { literal } from '#platform/connectors/sql/literals.ts';
import { quoteIdentifier } from '#platform/db/sql.ts';

/** What the database tells of a relation beyond its columns. */
export type RawStructure = Omit<TableStructure, 'ddl' | 'indexes' | 'size' | 'constraints'> & {
  kind: string;
  isLogged: boolean;
  size: { table: number; indexes: number; total: number } | null;
  indexes: (TableStructure['indexes'][number] & { isOfRule: boolean })[];
  constraints: { name: string; type: string; definition: string; isInherited: boolean }[];
  definition: string | null;
  server: string | null;
  comments: { column: string; text: string }[];
};

/** The SQL that makes the same table again: itself, its indexes, triggers, policies and comments. */
export function writeDdl(table: CatalogTable, raw: RawStructure): string {
  const name = nameOf(table);
  const indexes = raw.indexes.filter(({ isOfRule }) => !isOfRule);
  return [
    raw.definition === null ? writeTable(table, raw) : writeView(table, raw),
    ...indexes.map(({ definition }) => `${definition};`),
    ...raw.triggers.flatMap((trigger) => writeTrigger(name, trigger)),
    ...(raw.hasRowSecurity ? [`ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY;`] : []),
    ...(raw.isSecurityForced ? [`ALTER TABLE ${name} FORCE ROW LEVEL SECURITY;`] : []),
    ...raw.policies.map((policy) => writePolicy(name, policy)),
    ...writeComments(table, raw),
  ].join('\n\n');
}

function nameOf({ schema, name }: { schema: string; name: string }): string {
  return `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`;
}

function writeView(table: CatalogTable, { kind, definition }: RawStructure): string {
  const what = kind === 'm' ? 'MATERIALIZED VIEW' : 'VIEW';
  return `CREATE ${what} ${nameOf(table)} AS\n${(definition ?? '').trim()}`;
}

function writeTable(table: CatalogTable, raw: RawStructure): string {
  const { partitionOf, partitionKey } = raw;
  const spread = partitionKey === null ? '' : `\nPARTITION BY ${partitionKey}`;
  if (partitionOf) {
    const parent = nameOf(partitionOf);
    return `CREATE TABLE ${nameOf(table)} PARTITION OF ${parent}\n${partitionOf.bound}${spread};`;
  }
  const lines = [
    ...table.columns.map(writeColumn),
    ...raw.constraints.map(
      ({ name, definition }) => `CONSTRAINT ${quoteIdentifier(name)} ${definition}`,
    ),
  ];
  const what = raw.kind === 'f' ? 'FOREIGN TABLE' : raw.isLogged ? 'TABLE' : 'UNLOGGED TABLE';
  const server = raw.server === null ? '' : `\nSERVER ${quoteIdentifier(raw.server)}`;
  return `CREATE ${what} ${nameOf(table)} (\n  ${lines.join(',\n  ')}\n)${spread}${server};`;
}

function writeColumn(column: CatalogColumn): string {
  const { name, exactType, identity, generated, expression, defaultValue, isNullable } = column;
  return [
    quoteIdentifier(name),
    exactType,
    identity && `GENERATED ${identity === 'always' ? 'ALWAYS' : 'BY DEFAULT'} AS IDENTITY`,
    generated && `GENERATED ALWAYS AS (${expression}) ${generated.toUpperCase()}`,
    !generated && defaultValue !== null && `DEFAULT ${defaultValue}`,
    !isNullable && 'NOT NULL',
  ]
    .filter(Boolean)
    .join(' ');
}

/** One that came with the table this is a part of comes with it again. */
function writeTrigger(table: string, trigger: TableStructure['triggers'][number]): string[] {
  const { name, definition, isEnabled, isInherited } = trigger;
  return [
    ...(isInherited ? [] : [`${definition};`]),
    ...(isEnabled ? [] : [`ALTER TABLE ${table} DISABLE TRIGGER ${quoteIdentifier(name)};`]),
  ];
}

function writePolicy(table: string, policy: TableStructure['policies'][number]): string {
  const { name, command, roles, using, check, isPermissive } = policy;
  const people = roles.map((role) => (role === 'public' ? 'PUBLIC' : quoteIdentifier(role)));
  return `${[
    `CREATE POLICY ${quoteIdentifier(name)} ON ${table}`,
    !isPermissive && 'AS RESTRICTIVE',
    `FOR ${command} TO ${people.join(', ')}`,
    using !== null && `USING (${using})`,
    check !== null && `WITH CHECK (${check})`,
  ]
    .filter(Boolean)
    .join('\n  ')};`;
}

function writeComments(table: CatalogTable, { kind, comments }: RawStructure): string[] {
  const what =
    { v: 'VIEW', m: 'MATERIALIZED VIEW', f: 'FOREIGN TABLE' }[kind as 'v' | 'm' | 'f'] ?? 'TABLE';
  return [
    ...(table.description === null
      ? []
      : [`COMMENT ON ${what} ${nameOf(table)} IS ${literal(table.description)};`]),
    ...comments.map(({ column, text }) => {
      return `COMMENT ON COLUMN ${nameOf(table)}.${quoteIdentifier(column)} IS ${literal(text)};`;
    }),
  ];
}
