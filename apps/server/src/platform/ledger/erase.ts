import { changeRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/** What was written stays told; by whom is told no more. */
export async function eraseFromLedger(tx: Tx, { id }: { id: string }): Promise<void> {
  await changeRows(tx, sql`update change_sets set user_name = '' where user_id = ${id}`);
}
