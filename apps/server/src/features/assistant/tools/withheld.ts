import { Failure } from '@causeway/contract/errors.ts';
import { sqlRoutes } from '@causeway/contract/sql/sql.ts';
import { tableRoutes } from '@causeway/contract/tables/tables.ts';
import { type Db, findRow } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';
import type { ToolContext } from './tool.ts';

/**
 * Tables that models are not offered and read no rows of: the hidden ones, and those that the settings of
 * their connector keep from the assistant. Whether a table is one is told with it (`isWithheld`), by the
 * name it has now. A statement is judged by what the database would read for it: views show what is
 * behind them, and behind parts of tables and kept views it is looked up. What a function reads that can't be looked into is not seen.
 */
type Place = { schema: string; table: string };

/** What a row of `connectors` keeps back, as a fingerprint; null where it is nothing. */
export function keptBy(): Sql {
  return sql`case when coalesce(jsonb_array_length(connectors.settings -> 'hidden'), 0)
      + coalesce(jsonb_array_length(connectors.settings -> 'withheld'), 0) > 0
    then md5(concat(connectors.settings -> 'hidden', ' ', connectors.settings -> 'withheld')) end`;
}

export async function readKept(
  db: Db,
  projectId: string,
  connectorId: string | null,
): Promise<string | null> {
  if (connectorId === null) return null;
  const row = await findRow<{ kept: string | null }>(
    db,
    sql`select ${keptBy()} as kept from connectors
        where project_id = ${projectId} and id = ${connectorId}`,
  );
  return row?.kept ?? null;
}

/** Whether a connector keeps anything back: most don't, and nothing more is asked then. */
export async function readWithholds(
  db: Db,
  projectId: string,
  connectorId: string | null,
): Promise<boolean> {
  return (await readKept(db, projectId, connectorId)) !== null;
}

/** Refuses a table that is kept back as if there were none. */
export async function requireTold(context: ToolContext, place: Place): Promise<void> {
  if (await isKept(context)) await requireAllTold(context, [place]);
}

async function requireAllTold(context: ToolContext, places: Place[]): Promise<void> {
  if (places.length === 0) return;
  const behind = await listBehind(context, places);
  const byName = new Map([...places, ...behind].map((place) => [nameOf(place), place]));
  for (const place of byName.values()) await requireOne(context, place);
}

function nameOf({ schema, table }: Place): string {
  return JSON.stringify([schema, table]);
}

/**
 * What rows were taken from that stand somewhere else: a part is read under its own name, and what was
 * computed and kept is a table like any other.
 */
async function listBehind(context: ToolContext, places: Place[]): Promise<Place[]> {
  const { rows } = await context.as.call(
    sqlRoutes.read,
    {
      body: {
        sql: BEHIND,
        bindings: [JSON.stringify(places)],
        connector: { id: context.connectorId! },
      },
    },
    { signal: context.signal },
  );
  return rows.map(([schema, table]) => ({ schema: String(schema), table: String(table) }));
}

const BEHIND = `with recursive seen (oid) as (
    select relation.oid
    from pg_catalog.json_to_recordset($1::json) as place("schema" text, "table" text)
    join pg_catalog.pg_namespace space on space.nspname = place.schema
    join pg_catalog.pg_class relation on relation.relnamespace = space.oid
      and relation.relname = place.table
    union
    select origin.oid from seen cross join lateral (
      select heir.inhparent from pg_catalog.pg_inherits heir where heir.inhrelid = seen.oid
      union all
      select used.refobjid from pg_catalog.pg_rewrite written
      join pg_catalog.pg_depend used on used.objid = written.oid
        and used.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass
        and used.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass
      where written.ev_class = seen.oid and used.refobjid <> seen.oid) as origin (oid))
  select space.nspname, relation.relname from seen
  join pg_catalog.pg_class relation on relation.oid = seen.oid
  join pg_catalog.pg_namespace space on space.oid = relation.relnamespace
  where space.nspname <> 'pg_catalog' and relation.relkind in ('r', 'p', 'v', 'm', 'f')`;

async function requireOne(context: ToolContext, { schema, table }: Place): Promise<void> {
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
  const isOfSystem = ({ schema }: Place) => schema === 'pg_catalog';
  if (read.some((place) => isOfSystem(place) && statistics.test(place.table))) {
    throw new Failure('E_TABLE_NOT_FOUND');
  }
  const own = read.filter((place) => !isOfSystem(place));
  await requireAllTold(context, own);
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
      found.set(nameOf({ schema, table }), { schema, table });
    }
    Object.values(node).forEach(look);
  };
  look(plan);
  return [...found.values()];
}
