import { changeRows, type Db, findRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/** Whether an account of that address has been signed in to from there. */
export async function isKnownNetwork(db: Db, email: string, network: string): Promise<boolean> {
  const known = await findRow(
    db,
    sql`select from account_networks known join users account on account.id = known.user_id
        where lower(account.email) = lower(${email}) and known.network = ${network} limit 1`,
  );
  return known !== undefined;
}

export async function noteNetwork(db: Db, userId: string, network: string): Promise<void> {
  await changeRows(
    db,
    sql`insert into account_networks (user_id, network) values (${userId}, ${network})
        on conflict (user_id, network) do update set seen_at = now()`,
  );
}
