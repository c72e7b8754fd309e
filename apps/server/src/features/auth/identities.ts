import type { OutsideIdentity } from '@causeway/contract/auth/security.ts';
import { changeRows, type Db, findRow, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/** Who somebody is at a provider: its address may change hands, this pair does not. */
export type IdentityKey = { issuer: string; subject: string };

export function listIdentities(db: Db, userId: string): Promise<OutsideIdentity[]> {
  return listRows(
    db,
    sql`select issuer, subject, email, created_at as "createdAt", last_used_at as "lastUsedAt"
        from identities where user_id = ${userId} order by created_at`,
  );
}

/** Whose identity it is; notes that it was used. */
export async function findIdentityOwner(
  db: Db,
  { issuer, subject }: IdentityKey,
): Promise<string | undefined> {
  const row = await findRow<{ userId: string }>(
    db,
    sql`update identities set last_used_at = now()
        where issuer = ${issuer} and subject = ${subject} returning user_id as "userId"`,
  );
  return row?.userId;
}

/** False when it belongs to an account already. */
export async function insertIdentity(
  db: Db,
  identity: IdentityKey & { userId: string; email: string },
): Promise<boolean> {
  const inserted = await changeRows(
    db,
    sql`insert into identities (issuer, subject, user_id, email, last_used_at)
        values (${identity.issuer}, ${identity.subject}, ${identity.userId}, ${identity.email}, now())
        on conflict do nothing`,
  );
  return inserted > 0;
}

export async function deleteIdentity(
  db: Db,
  userId: string,
  { issuer, subject }: IdentityKey,
): Promise<boolean> {
  const deleted = await changeRows(
    db,
    sql`delete from identities
        where issuer = ${issuer} and subject = ${subject} and user_id = ${userId}`,
  );
  return deleted > 0;
}
