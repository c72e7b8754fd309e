import { changeRows, type Db, listRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Change, Drift } from './compare.ts';

type Place = { projectId: string; connectorId: string };

const MOST_DRIFTS = 1_000;
const MOST_CHANGES = 200;

export async function listDrifts(db: Db, connectorId: string): Promise<Drift[]> {
  const rows = await listRows<Omit<Drift, 'now'> & { schemaNow: string; tableNow: string | null }>(
    db,
    sql`select schema_name as schema, table_name as name, oid::float8 as oid,
          schema_now as "schemaNow", table_now as "tableNow", changes
        from schema_drifts where connector_id = ${connectorId}
        order by noticed_at desc limit ${MOST_DRIFTS}`,
  );
  return rows.map(({ schemaNow, tableNow, ...drift }) => ({
    ...drift,
    now: tableNow === null ? null : { schema: schemaNow, name: tableNow },
  }));
}

/** A table that changed before has both: things may have been written for any of its shapes. */
export async function keepDrifts(
  db: Db,
  { projectId, connectorId }: Place,
  drifts: readonly Drift[],
): Promise<void> {
  const known = new Map(
    (await listDrifts(db, connectorId)).map((drift) => [`${drift.schema}\0${drift.name}`, drift]),
  );
  for (const { schema, name, oid, now, changes } of drifts.slice(0, MOST_DRIFTS)) {
    const all = merge(known.get(`${schema}\0${name}`)?.changes ?? [], changes);
    await changeRows(
      db,
      sql`insert into schema_drifts (project_id, connector_id, schema_name, table_name, oid,
            schema_now, table_now, changes)
          values (${projectId}, ${connectorId}, ${schema}, ${name}, ${oid}, ${now?.schema ?? null},
            ${now?.name ?? null}, ${JSON.stringify(all)})
          on conflict (connector_id, schema_name, table_name) do update set
            changes = excluded.changes, oid = excluded.oid, schema_now = excluded.schema_now,
            table_now = excluded.table_now`,
    );
  }
}

function merge(known: readonly Change[], changes: readonly Change[]): Change[] {
  const each = new Map([...known, ...changes].map((change) => [JSON.stringify(change), change]));
  return [...each.values()].slice(-MOST_CHANGES);
}

/** Nothing is broken by it any more. */
export async function forgetDrift(db: Db, connectorId: string, drift: Drift): Promise<void> {
  await changeRows(
    db,
    sql`delete from schema_drifts where connector_id = ${connectorId}
          and schema_name = ${drift.schema} and table_name = ${drift.name}`,
  );
}

/** Says which of them nobody was told of yet, and that they are told now. */
export async function takeUntold(
  tx: Tx,
  { connectorId, drift, ids }: { connectorId: string; drift: Drift; ids: readonly string[] },
): Promise<Set<string>> {
  const untold = await listRows<{ id: string }>(
    tx,
    sql`with known as (select told from schema_drifts where connector_id = ${connectorId}
            and schema_name = ${drift.schema} and table_name = ${drift.name} for update),
          untold as (select given.id from unnest(${ids}::uuid[]) given(id), known
            where given.id <> all(known.told)),
          marked as (update schema_drifts set told = told || array(select id from untold)
            where connector_id = ${connectorId} and schema_name = ${drift.schema}
              and table_name = ${drift.name})
        select id from untold`,
  );
  return new Set(untold.map(({ id }) => id));
}
