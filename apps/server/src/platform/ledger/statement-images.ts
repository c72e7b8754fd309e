import { Failure } from '@causeway/contract/errors.ts';
import type { NotRevertibleReason } from '@causeway/contract/ledger.ts';
import type { CatalogTable } from '#platform/connectors/sql/catalog-table.ts';
import type { Inspection } from '#platform/connectors/sql/inspect-statement.ts';
import type { RunRequest } from '#platform/connectors/sql/run-statement.ts';
import type { WrittenTable } from '#platform/connectors/sql/written-table.ts';
import type { SqlTarget } from '#platform/connectors/stored.ts';
import { quoteIdentifier } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';

/** Beyond so many rows a statement's images are not kept. */
export const MOST_IMAGED = 10_000;

/** How many keys may still be noted, of one statement or of several together. */
export type Room = { left: number };

/** How a statement is run to learn which rows it writes, or why that can't be learned. */
export type Imaging = {
  request: RunRequest;
  table?: CatalogTable;
  /** Filled while it runs. */
  keys?: string[][];
  reason?: NotRevertibleReason;
  hasOverflown(): boolean;
};

/**
 * The keys of the rows come along with the result, as columns at its end that nobody else gets to
 * see. They have to mean the same row before and after it, so a statement that assigns to them, or
 * writes in several places, is not imaged.
 */
export async function planImaging(
  services: Services,
  target: SqlTarget,
  { written }: Inspection,
  request: RunRequest,
  room: Room = { left: MOST_IMAGED },
): Promise<Imaging> {
  const hasOverflown = () => false;
  if (!written) return { request, reason: 'statement', hasOverflown };
  const found = await findTable(services, target, written);
  if (!found) return { request, reason: 'statement', hasOverflown };
  const { table } = found;
  if (found.hasRules) return { request, table, reason: 'database-rule', hasOverflown };
  if (!table.key) return { request, table, reason: 'no-key', hasOverflown };
  if (written.assigned.some((name) => table.key?.includes(name))) {
    return { request, table, reason: 'statement', hasOverflown };
  }
  return withKeys(table, table.key, { written, request, room });
}

function withKeys(
  table: CatalogTable,
  key: string[],
  { written, request, room }: { written: WrittenTable; request: RunRequest; room: Room },
): Imaging {
  const keys: string[][] = [];
  let overflown = false;
  const columns = key.map((name) => `${quoteIdentifier(written.alias)}.${quoteIdentifier(name)}`);
  const end = written.endByte ?? Infinity;
  const statement = Buffer.from(request.text).subarray(0, end).toString();
  return {
    table,
    keys,
    hasOverflown: () => overflown,
    request: {
      ...request,
      // On a line of its own: the statement may end with a comment.
      text: `${statement}\n${written.hasReturning ? ',' : 'returning'} ${columns.join(', ')}`,
      // All rows have to come, whatever of them is passed on.
      cutsAtLimit: false,
      hidden: {
        count: columns.length,
        areAll: !written.hasReturning,
        take: (cells) => {
          room.left -= 1;
          overflown ||= room.left < 0;
          if (!overflown) keys.push(cells.map((cell) => cell ?? ''));
        },
      },
    },
  };
}

/** The table a name means there; undefined when there is none, which the statement will say itself. */
async function findTable(
  { databases, sqlCatalog }: Services,
  target: SqlTarget,
  { schema, name }: WrittenTable,
): Promise<{ table: CatalogTable; hasRules: boolean } | undefined> {
  const path = (schema === undefined ? [name] : [schema, name]).map(quoteIdentifier).join('.');
  const { rows } = await databases.read(
    target,
    `select space.nspname, relation.relname, relation.relhasrules
        or pg_catalog.row_security_active(relation.oid)
      from pg_catalog.pg_class relation
      join pg_catalog.pg_namespace space on space.oid = relation.relnamespace
      where relation.oid = pg_catalog.to_regclass($1)`,
    [path],
  );
  const [found] = rows;
  if (!found) return undefined;
  const place = { schema: found[0] ?? '', table: found[1] ?? '' };
  const table = await sqlCatalog.readTable(target, place, 'passing').catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'E_TABLE_NOT_FOUND') return undefined;
    throw error;
  });
  // With rules or row security, a statement that also answers may be refused where it was not before.
  return table && { table, hasRules: found[2] === 't' };
}
