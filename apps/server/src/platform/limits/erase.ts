import { changeRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/** Some limits are counted by address. */
export async function eraseFromLimits(tx: Tx, { email }: { email: string }): Promise<void> {
  await changeRows(tx, sql`delete from rate_limits where position(lower(${email}) in key) > 0`);
}
