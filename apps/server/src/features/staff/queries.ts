import { type Db, listRows } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';

type After = { createdAt?: string | null; id?: string | null };

export type KeptMailRow = {
  id: string;
  to: string;
  subject: string;
  body: string;
  createdAt: string;
};

export type AccountRow = {
  id: string;
  email: string;
  name: string;
  verified: boolean;
  staff: boolean;
  createdAt: string;
};

export function listKeptMails(db: Db, after: After, limit: number): Promise<KeptMailRow[]> {
  return listRows(
    db,
    sql`select id, recipient as to, subject, body, date_trunc('milliseconds', created_at) as "createdAt"
        from kept_mails where ${isAfter(after)}
        order by date_trunc('milliseconds', created_at) desc, id desc limit ${limit}`,
  );
}

export function listAccounts(
  db: Db,
  search: string,
  after: After,
  limit: number,
): Promise<AccountRow[]> {
  return listRows(
    db,
    sql`select id, email, name, verified_at is not null as verified, staff,
          date_trunc('milliseconds', created_at) as "createdAt"
        from users
        where ${isAfter(after)} and (${search} = ''
          or position(lower(${search}) in lower(email)) > 0
          or position(lower(${search}) in lower(name)) > 0)
        order by date_trunc('milliseconds', created_at) desc, id desc limit ${limit}`,
  );
}

/** Instants leave the database in milliseconds, so lists are ordered in milliseconds too. */
function isAfter(after: After): Sql {
  return sql`(${after.createdAt ?? null}::timestamptz is null
    or (date_trunc('milliseconds', created_at), id)
      < (${after.createdAt ?? null}::timestamptz, ${after.id ?? null}::uuid))`;
}
