import { Failure } from '@causeway/contract/errors.ts';
import type { UiLanguage } from '@causeway/contract/settings/settings.ts';
import { changeRows, type Db, findRow, listRows, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

export type Account = {
  id: string;
  email: string;
  name: string;
  /** None where somebody signs in by other means only. */
  passwordHash: string | null;
  verified: boolean;
  staff: boolean;
  suspended: boolean;
  /** The password alone opens nothing. */
  passkeysOnly: boolean;
  language: string | null;
  createdAt: string;
  /** When it is erased, where it was given up. */
  eraseAt: string | null;
};

const columns = sql`id, email, name, password_hash as "passwordHash",
  verified_at is not null as verified, staff, suspended_at is not null as suspended,
  passkeys_only as "passkeysOnly",
  mail_language as language, created_at as "createdAt", erase_at as "eraseAt"`;

export function findVerifiedAccount(db: Db, email: string): Promise<Account | undefined> {
  return findRow(
    db,
    sql`select ${columns} from users
        where lower(email) = lower(${email}) and verified_at is not null`,
  );
}

/** Of the accounts that claim an address without proof, only the newest can be signed in to. */
export function findNewestClaim(db: Db, email: string): Promise<Account | undefined> {
  return findRow(
    db,
    sql`select ${columns} from users
        where lower(email) = lower(${email}) and verified_at is null
        order by created_at desc limit 1`,
  );
}

export function findAccount(db: Db, id: string): Promise<Account | undefined> {
  return findRow(db, sql`select ${columns} from users where id = ${id}`);
}

export async function readAccount(db: Db, id: string): Promise<Account> {
  const account = await findAccount(db, id);
  if (!account) throw new Failure('E_INVALID_API_TOKEN');
  return account;
}

/** What passkeys know the account by. */
export async function readHandle(db: Db, id: string): Promise<Buffer> {
  const { handle } = await readRow<{ handle: Buffer }>(
    db,
    sql`select handle from users where id = ${id}`,
  );
  return handle;
}

export function insertAccount(
  db: Db,
  account: {
    email: string;
    name: string;
    passwordHash: string | null;
    /** Of the page they came by: mails are in it until they choose one. */
    cameLanguage: UiLanguage | null;
  },
): Promise<Account> {
  return readRow(
    db,
    sql`insert into users (email, name, password_hash, came_language)
        values (${account.email}, ${account.name}, ${account.passwordHash},
          ${account.cameLanguage}) returning ${columns}`,
  );
}

/** False when the address was verified for another account first. */
export async function markVerified(db: Db, userId: string): Promise<boolean> {
  const changed = await changeRows(
    db,
    sql`update users set verified_at = now() where id = ${userId} and verified_at is null
        and not exists (select from users other
          where lower(other.email) = lower(users.email) and other.verified_at is not null)`,
  );
  return changed > 0;
}

/** Held until the transaction ends, so that two verifications don't wait for each other crosswise. */
export async function listOtherClaims(db: Db, userId: string): Promise<string[]> {
  const rows = await listRows<{ id: string }>(
    db,
    sql`select claim.id from users claim join users account on account.id = ${userId}
        where lower(claim.email) = lower(account.email) and claim.verified_at is null
        order by claim.id for update of claim`,
  );
  return rows.map(({ id }) => id);
}

export async function updatePassword(db: Db, userId: string, passwordHash: string): Promise<void> {
  await changeRows(db, sql`update users set password_hash = ${passwordHash} where id = ${userId}`);
}

export async function setStaff(db: Db, userId: string, staff: boolean): Promise<void> {
  await changeRows(db, sql`update users set staff = ${staff} where id = ${userId}`);
}
