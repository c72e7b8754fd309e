import { z } from 'zod';
import { changeRows, type Db, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { Services } from '#platform/services.ts';

const MOST_AT_ONCE = 10_000;

/**
 * A connector goes at once, and with it every way to what was indexed of its bucket: that is found by
 * the connector alone. The rows themselves may be millions and are erased after it.
 */
export function eraseIndexesOfRemoved({ db, jobs }: Services): void {
  jobs.define({
    name: 'storage.erase-indexes',
    data: z.object({}),
    schedule: '*/5 * * * *',
    run: () => eraseRemoved(db),
  });
}

/** A batch is a transaction: what a stop cuts off is gone on with by the next one. */
export async function eraseRemoved(db: Db, atOnce = MOST_AT_ONCE): Promise<void> {
  for (const { connectorId } of await listRemoved(db)) {
    const erase = () =>
      changeRows(
        db,
        sql`delete from bucket_objects where connector_id = ${connectorId} and path in (
              select path from bucket_objects where connector_id = ${connectorId}
              order by path limit ${atOnce})`,
      );
    while ((await erase()) === atOnce) continue;
  }
}

/** From one connector to the next by the index: their files are not looked at. */
function listRemoved(db: Db): Promise<{ connectorId: string }[]> {
  return listRows(
    db,
    sql`with recursive indexed (id) as (
          (select connector_id from bucket_objects order by connector_id limit 1)
          union all
          select (select connector_id from bucket_objects where connector_id > indexed.id
            order by connector_id limit 1)
          from indexed where indexed.id is not null)
        select indexed.id as "connectorId" from indexed
        where indexed.id is not null
          and not exists (select from connectors where connectors.id = indexed.id)`,
  );
}
