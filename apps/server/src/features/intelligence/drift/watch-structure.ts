import { Failure } from '@causeway/contract/errors.ts';
import { z } from 'zod';
import { actFor } from '#platform/access/act-for.ts';
import { asReader } from '#platform/connectors/opened.ts';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';
import { startScan } from '../start-scan.ts';

/** Everything a statement can name, in one line: it changes when any of it does. */
const STRUCTURE = `select md5(coalesce(string_agg(concat_ws(' ', attribute.attrelid, space.nspname,
    relation.relname, attribute.attnum, attribute.attname, attribute.atttypid, attribute.atttypmod),
    ',' order by attribute.attrelid, attribute.attnum), ''))
  from pg_catalog.pg_attribute attribute
  join pg_catalog.pg_class relation on relation.oid = attribute.attrelid
  join pg_catalog.pg_namespace space on space.oid = relation.relnamespace
  where attribute.attnum > 0 and not attribute.attisdropped
    and relation.relkind in ('r', 'p', 'v', 'm', 'f') and space.nspname !~ '^pg_'
    and space.nspname <> 'information_schema'`;

const AT_ONCE = 5;
const MOST_WATCHED = 1_000;

type Watched = {
  connectorId: string;
  projectId: string;
  userId: string;
  title: string;
  structure: string | null;
};

/** Databases that are looked at every morning are asked each minute whether their structure is the same. */
export function watchStructure(services: Services): void {
  services.jobs.define({
    name: 'intelligence.structure',
    data: z.object({}),
    schedule: '* * * * *',
    run: () => compareStructures(services),
  });
}

export async function compareStructures(services: Services): Promise<void> {
  const watched = await listRows<Watched>(
    services.db,
    sql`select schedule.connector_id as "connectorId", schedule.project_id as "projectId",
          schedule.user_id as "userId", connector.name as title, schedule.structure
        from scan_schedules schedule
        join connectors connector on connector.id = schedule.connector_id
          and connector.implementation = 'sql'
        order by schedule.connector_id limit ${MOST_WATCHED}`,
  );
  for (let start = 0; start < watched.length; start += AT_ONCE) {
    const several = watched.slice(start, start + AT_ONCE);
    await Promise.all(several.map((one) => compareStructure(services, one)));
  }
}

async function compareStructure(services: Services, watched: Watched): Promise<void> {
  const { structure, ...asked } = watched;
  const now = await findStructure(services, watched);
  if (now === undefined || now === structure) return;
  await services.db.transaction(async (tx) => {
    if (structure !== null) {
      const scan = await startScan(services, tx, { ...asked, cause: 'structure', onlyTables: [] });
      // Another one goes on, and may have read the catalogs before: the next minute asks again.
      if (scan.cause !== 'structure') return;
    }
    await changeRows(
      tx,
      sql`update scan_schedules set structure = ${now} where connector_id = ${asked.connectorId}`,
    );
  });
}

async function findStructure(
  { db, databases, openedConnectors }: Services,
  { connectorId, userId }: Watched,
): Promise<string | undefined> {
  try {
    const run = { id: connectorId, userId };
    const actor = await actFor(db, run, { action: 'sql.read', connectorId });
    const { target } = asReader(await openedConnectors.sql(db, actor.project));
    const { rows } = await databases.read(target, STRUCTURE, []);
    return rows[0]?.[0] ?? undefined;
  } catch (error) {
    // Away, or not for this person any more: nothing is known, and the morning's scan says so.
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
