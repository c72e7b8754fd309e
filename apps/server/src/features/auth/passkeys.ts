import type { Passkey } from '@causeway/contract/auth/security.ts';
import { changeRows, type Db, findRow, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

export type StoredPasskey = {
  id: string;
  userId: string;
  handle: Buffer;
  credentialId: string;
  publicKey: Buffer;
  counter: string;
  transports: string[];
  synced: boolean;
};

const shown = sql`id, name, synced, created_at as "createdAt", last_used_at as "lastUsedAt"`;

export function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  return listRows(
    db,
    sql`select ${shown} from passkeys where user_id = ${userId} order by created_at, id`,
  );
}

/** Whether one can be used where the product is reached. */
export async function hasPasskeyAt(db: Db, userId: string, rpId: string): Promise<boolean> {
  const found = await findRow(
    db,
    sql`select from passkeys where user_id = ${userId} and rp_id = ${rpId} limit 1`,
  );
  return found !== undefined;
}

export function listCredentials(
  db: Db,
  userId: string,
): Promise<{ id: string; transports: string[] }[]> {
  return listRows(
    db,
    sql`select credential_id as id, transports from passkeys where user_id = ${userId}`,
  );
}

export function findPasskey(db: Db, credentialId: string): Promise<StoredPasskey | undefined> {
  return findRow(
    db,
    sql`select passkey.id, passkey.user_id as "userId", account.handle,
          passkey.credential_id as "credentialId", passkey.public_key as "publicKey",
          passkey.counter, passkey.transports, passkey.synced
        from passkeys passkey join users account on account.id = passkey.user_id
        where passkey.credential_id = ${credentialId}`,
  );
}

/** Undefined when some account has it already. */
export function insertPasskey(
  db: Db,
  passkey: Omit<StoredPasskey, 'id' | 'handle' | 'counter'> & {
    counter: number;
    rpId: string;
    name: string;
  },
): Promise<Passkey | undefined> {
  return findRow(
    db,
    sql`insert into passkeys
          (user_id, credential_id, public_key, counter, transports, synced, rp_id, name)
        values (${passkey.userId}, ${passkey.credentialId}, ${passkey.publicKey},
          ${passkey.counter}, ${passkey.transports}, ${passkey.synced}, ${passkey.rpId},
          ${passkey.name})
        on conflict (credential_id) do nothing returning ${shown}`,
  );
}

export async function notePasskeyUse(db: Db, passkeyId: string, counter: number): Promise<void> {
  await changeRows(
    db,
    sql`update passkeys set counter = greatest(counter, ${counter}), last_used_at = now()
        where id = ${passkeyId}`,
  );
}

type Own = { userId: string; passkeyId: string };

export async function renamePasskey(db: Db, own: Own, name: string): Promise<boolean> {
  const renamed = await changeRows(
    db,
    sql`update passkeys set name = ${name}
        where id = ${own.passkeyId} and user_id = ${own.userId}`,
  );
  return renamed > 0;
}

export async function deletePasskey(db: Db, own: Own): Promise<boolean> {
  const deleted = await changeRows(
    db,
    sql`delete from passkeys where id = ${own.passkeyId} and user_id = ${own.userId}`,
  );
  return deleted > 0;
}

export async function updatePasskeysOnly(db: Db, userId: string, only: boolean): Promise<void> {
  await changeRows(db, sql`update users set passkeys_only = ${only} where id = ${userId}`);
}
