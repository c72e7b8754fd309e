import { changeRows, type Db, findRow, readRow } from '#platform/db/database.ts';
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

/** True as well for an account nobody has signed in to yet: there is nothing to be new to. */
export async function isKnownTo(db: Db, userId: string, network: string): Promise<boolean> {
  const { known } = await readRow<{ known: boolean }>(
    db,
    sql`select coalesce(bool_or(network = ${network}), true) as known
        from account_networks where user_id = ${userId}`,
  );
  return known;
}

export async function noteNetwork(db: Db, userId: string, network: string): Promise<void> {
  await changeRows(
    db,
    sql`insert into account_networks (user_id, network) values (${userId}, ${network})
        on conflict (user_id, network) do update set seen_at = now()`,
  );
}
