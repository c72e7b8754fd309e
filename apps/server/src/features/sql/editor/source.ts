import { unlessAway } from '#platform/connectors/unless-away.ts';
import type { ResultSource } from '@causeway/contract/sql/editor.ts';
import type { TableName } from '#platform/connectors/sql/catalog-table.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import type { Services } from '#platform/services.ts';

type Field = { tableOid?: number; columnNumber?: number };

/**
 * The table a result comes from, where it is one, read once, and its key is among the columns: then
 * every row of the result is a row of the table, and what was not computed can be edited. Joined to
 * itself it has two of them in a row, and the key of one would be taken for the other's.
 */
export async function findSource(
  services: Pick<Services, 'databases' | 'sqlCatalog' | 'logger'>,
  target: SqlTarget,
  { fields, namedOnce }: { fields: Field[]; namedOnce: string[] },
): Promise<ResultSource | null> {
  const { databases, sqlCatalog } = services;
  const oids = new Set(fields.flatMap(({ tableOid }) => tableOid ?? []));
  const [oid] = oids;
  if (oids.size !== 1 || oid === undefined) return null;
  const name = await findName(databases, target, oid);
  if (!name || !namedOnce.includes(name.table)) return null;
  const reading = sqlCatalog.readTable(target, name, 'recent');
  const table = await unlessAway(services, reading, undefined);
  if (!table?.key || !table.isUpdatable) return null;
  const byNumber = new Map(table.columns.map(({ number, name: column }) => [number, column]));
  const columns = fields.map(({ tableOid, columnNumber }) =>
    tableOid === oid ? (byNumber.get(columnNumber ?? 0) ?? null) : null,
  );
  if (!table.key.every((column) => columns.includes(column))) return null;
  return { schema: name.schema, table: name.table, key: table.key, columns };
}

const MOST_KNOWN = 5_000;
const KNOWN_MS = 30_000;
const known = new Map<string, { name: TableName | undefined; at: number }>();

async function findName(
  databases: Services['databases'],
  target: SqlTarget,
  oid: number,
): Promise<TableName | undefined> {
  const key = `${target.id} ${target.updatedAt} ${oid}`;
  const seen = known.get(key);
  if (seen && Date.now() - seen.at < KNOWN_MS) return seen.name;
  const { rows } = await databases.read(
    target,
    `select space.nspname, relation.relname from pg_catalog.pg_class relation
      join pg_catalog.pg_namespace space on space.oid = relation.relnamespace
      where relation.oid = $1 and not relation.relispartition`,
    [oid],
  );
  const [schema, table] = rows[0] ?? [];
  const name = schema && table ? { schema, table } : undefined;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, { name, at: Date.now() });
  return name;
}
