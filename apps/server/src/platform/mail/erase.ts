import { changeRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

export async function eraseKeptMails(tx: Tx, { email }: { email: string }): Promise<void> {
  await changeRows(tx, sql`delete from kept_mails where lower(recipient) = lower(${email})`);
}
