import { Failure } from '@causeway/contract/errors.ts';
import { z } from 'zod';
import { actFor } from '#platform/access/act-for.ts';
import { asReader } from '#platform/connectors/opened.ts';
import { changeRows, type Db, listRows } from '#platform/db/database.ts';
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
const WATCHED_A_PAGE = 1_000;
/** The next pass begins a minute after this one did. */
const PASS_MS = 50_000;

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

/** All of them, or as many as a pass has time for: each begins somewhere else, and comes around. */
export async function compareStructures(services: Services): Promise<void> {
  const until = Date.now() + PASS_MS;
  const start = crypto.randomUUID();
  for (const { from, to } of [
    { from: start, to: LAST },
    { from: FIRST, to: start },
  ]) {
    for (let after = from; ;) {
      const watched = await listWatched(services.db, { after, to });
      await compareAll(services, watched, until);
      if (watched.length < WATCHED_A_PAGE || Date.now() > until) break;
      after = watched.at(-1)?.connectorId ?? to;
    }
  }
}

const FIRST = '00000000-0000-0000-0000-000000000000';
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

function listWatched(db: Db, { after, to }: { after: string; to: string }): Promise<Watched[]> {
  return listRows(
    db,
    sql`select schedule.connector_id as "connectorId", schedule.project_id as "projectId",
          schedule.user_id as "userId", connector.name as title, schedule.structure
        from scan_schedules schedule
        join connectors connector on connector.id = schedule.connector_id
          and connector.implementation = 'sql'
          and schedule.connector_id > ${after} and schedule.connector_id <= ${to}
        order by schedule.connector_id limit ${WATCHED_A_PAGE}`,
  );
}

async function compareAll(services: Services, watched: Watched[], until: number): Promise<void> {
  for (let start = 0; start < watched.length && Date.now() < until; start += AT_ONCE) {
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
