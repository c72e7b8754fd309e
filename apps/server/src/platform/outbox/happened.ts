import type { Happening } from '@causeway/contract/happenings.ts';
import { changeRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { CHANNEL, type Message } from '#platform/events/notify.ts';

const wake: Message = { note: { outbox: 'told' } };

/**
 * Writes down what happened, in the transaction that did it; followers hear of it afterwards. One
 * statement. Two that tell of the same subject wait for each other until the first is committed, so
 * that they are handed on in that order.
 */
export async function happened(tx: Tx, subject: string, what: Happening): Promise<void> {
  const { type, projectId, data } = what;
  await changeRows(
    tx,
    sql`with mine as materialized (
          select pg_advisory_xact_lock(hashtextextended(${`outbox ${subject}`}, 0))
        ), told as (
          insert into outbox (subject, type, project_id, data)
          select ${subject}, ${type}, ${projectId}::uuid, ${JSON.stringify(data)}::jsonb
          from mine
          returning id
        )
        select pg_notify(${CHANNEL}, ${JSON.stringify(wake)}) from told`,
  );
}
