import { Failure } from '@causeway/contract/errors.ts';
import { sqlRoutes } from '@causeway/contract/sql/sql.ts';
import { tableRoutes } from '@causeway/contract/tables/tables.ts';
import { type Db, findRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { ToolContext } from './tool.ts';

/**
 * Tables that models are not offered and read no rows of: the hidden ones, and those that the settings of
 * their connector keep from the assistant. Whether a table is one is told with it (`isWithheld`), by the
 * name it has now. A statement is judged by what the database would read for it: views show what is
 * behind them. What a function reads that can't be looked into is not seen.
 */
type Place = { schema: string; table: string };

/** Whether a connector keeps anything back: most don't, and nothing more is asked then. */
export async function readWithholds(
  db: Db,
  projectId: string,
  connectorId: string | null,
): Promise<boolean> {
  if (connectorId === null) return false;
  const row = await findRow<{ withholds: boolean }>(
    db,
    sql`select coalesce(jsonb_array_length(settings -> 'hidden'), 0)
          + coalesce(jsonb_array_length(settings -> 'withheld'), 0) > 0 as withholds
        from connectors where project_id = ${projectId} and id = ${connectorId}`,
  );
  return row?.withholds ?? false;
}

/** Refuses a table that is kept back as if there were none. */
export async function requireTold(context: ToolContext, { schema, table }: Place): Promise<void> {
  if (!(await isKept(context))) return;
  const query = { connector: { id: context.connectorId! }, schema };
  const found = await context.as.call(
    tableRoutes.discover,
    { params: { table }, query },
    { signal: context.signal },
  );
  if (found.isWithheld) throw new Failure('E_TABLE_NOT_FOUND');
}

/** What is known of a table that is gone is told as little as of one that is kept back. */
export async function isTold(
  context: ToolContext,
  { schema, table }: { schema: string | null; table: string | null },
): Promise<boolean> {
  // Of a connector as a whole, or of a file.
  if (schema === null || table === null) return true;
  return requireTold(context, { schema, table }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Failure && error.code === 'E_TABLE_NOT_FOUND') return false;
      throw error;
    },
  );
}

/** Statistics hold values of the rows they are about. */
const statistics = /^pg_statistic/;

/** Refuses a statement that would read what is kept back. */
export async function requireToldStatement(context: ToolContext, statement: string): Promise<void> {
  // What `show` tells is no row of a table, and has no plan.
  if (/^\s*show\s/i.test(statement) || !(await isKept(context))) return;
  const plan = await context.as.call(
    sqlRoutes.read,
    {
      body: {
        sql: `explain (verbose, format json) ${statement}`,
        connector: { id: context.connectorId! },
      },
    },
    { signal: context.signal },
  );
  const read = relationsIn(JSON.parse(String(plan.rows[0]?.[0] ?? '[]')));
  for (const { schema, table } of read) {
    if (schema !== 'pg_catalog') await requireTold(context, { schema, table });
    else if (statistics.test(table)) throw new Failure('E_TABLE_NOT_FOUND');
  }
}

/** What the built-in assistant runs is written from names it was told, or was verified by a person. */
async function isKept({ isTrusted, connectorId, withholds }: ToolContext): Promise<boolean> {
  return !isTrusted && connectorId !== null && (await withholds());
}

/** The tables a plan reads, each once. */
function relationsIn(plan: unknown): Place[] {
  const found = new Map<string, Place>();
  const look = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(look);
    if (typeof node !== 'object' || node === null) return;
    const { Schema: schema, 'Relation Name': table } = node as Record<string, unknown>;
    if (typeof schema === 'string' && typeof table === 'string') {
      found.set(JSON.stringify([schema, table]), { schema, table });
    }
    Object.values(node).forEach(look);
  };
  look(plan);
  return [...found.values()];
}
