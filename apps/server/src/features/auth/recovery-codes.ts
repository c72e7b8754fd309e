import { randomInt } from 'node:crypto';
import { hashToken } from '#platform/access/tokens.ts';
import { changeRows, type Db, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/** Ten codes of 50 random bits, for who lost the app; each lets in once. */
const COUNT = 10;
const LENGTH = 10;
/** 32 letters, so five bits each; i, l, o and u are left out. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

export async function renewRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, makeRecoveryCode);
  await removeRecoveryCodes(tx, userId);
  await changeRows(
    tx,
    sql`insert into recovery_codes (user_id, hash)
        select ${userId}, unnest(${codes.map((code) => hashCode(userId, code))}::bytea[])`,
  );
  return codes;
}

export async function redeemRecoveryCode(
  db: Db,
  { userId, code }: { userId: string; code: string },
): Promise<boolean> {
  const used = await changeRows(
    db,
    sql`update recovery_codes set used_at = now()
        where user_id = ${userId} and hash = ${hashCode(userId, code)} and used_at is null`,
  );
  return used > 0;
}

export async function removeRecoveryCodes(db: Db, userId: string): Promise<void> {
  await changeRows(db, sql`delete from recovery_codes where user_id = ${userId}`);
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { left } = await readRow<{ left: number }>(
    db,
    sql`select count(*)::int as left from recovery_codes
        where user_id = ${userId} and used_at is null`,
  );
  return left;
}

function makeRecoveryCode(): string {
  const letters = Array.from({ length: LENGTH }, () => alphabet[randomInt(alphabet.length)]);
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`;
}

/** As people type it: any case, with or without the dash. */
function hashCode(userId: string, code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '');
  return hashToken(`${userId}:${plain}`);
}
