import { changeRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/**
 * Takes the name, the addresses and the browsers of an account that ends out of the log. What was done, when and
 * under which id stays: the table itself refuses any other change.
 */
export async function eraseFromLog(
  tx: Tx,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await changeRows(tx, sql`select set_config('causeway.erasing', 'on', true)`);
  await changeRows(
    tx,
    sql`update audit_log set actor_name = null, address = null, details = details - 'userAgent'
        where actor_id = ${id} or (actor_id is null and target = ${id}::text)`,
  );
  await changeRows(
    tx,
    sql`update audit_log set impersonator_name = null where impersonator_id = ${id}`,
  );
  await changeRows(
    tx,
    sql`update audit_log set details = details || '{"email": ""}'
        where lower(details->>'email') = lower(${email})`,
  );
  await changeRows(tx, sql`select set_config('causeway.erasing', 'off', true)`);
}
