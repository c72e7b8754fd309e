import type { StoredConnector } from '#platform/connectors/stored.ts';
import type { Actor } from '#platform/access/actor.ts';
import { changeRows, type Db, findRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

type Visitor = { actor: Actor; connector: StoredConnector };
type Table = { oid: number; name: string };

/** Looks within this time are one visit: a reload still shows what was new. */
const VISIT_MINUTES = 30;
const MOST_NEW = 1_000;

/**
 * Tables that were not there when the visitor came last, by name. At the first visit everything is
 * known: nothing is new to somebody who has seen nothing.
 */
export async function noteVisit(
  db: Db,
  { actor, connector }: Visitor,
  tables: Table[],
): Promise<string[]> {
  const oids = tables.map(({ oid }) => oid);
  await changeRows(
    db,
    sql`insert into connector_visits as visit (user_id, connector_id, seen, present)
        values (${actor.user.id}, ${connector.id}, ${oids}, ${oids})
        on conflict (user_id, connector_id) do update set
          seen = case when visit.visited_at < now() - make_interval(mins => ${VISIT_MINUTES}::int)
            then visit.present else visit.seen end,
          present = excluded.present, visited_at = now()`,
  );
  const visit = await findRow<{ seen: string[] }>(
    db,
    sql`select seen from connector_visits
        where user_id = ${actor.user.id} and connector_id = ${connector.id}`,
  );
  const seen = new Set(visit?.seen.map(Number));
  return tables
    .filter(({ oid }) => !seen.has(oid))
    .map(({ name }) => name)
    .slice(0, MOST_NEW);
}
