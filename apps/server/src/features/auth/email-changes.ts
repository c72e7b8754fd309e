import { timingSafeEqual } from 'node:crypto';
import { Failure } from '@causeway/contract/errors.ts';
import { hashToken, makeCode, makeToken } from '#platform/access/tokens.ts';
import { changeRows, type Db, findRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

const MINUTES = 30;
const MOST_WRONG_CODES = 5;
const UNDO_DAYS = 7;

/** The code for the mailbox of the new address; asking again replaces what was asked before. */
export async function askForChange(
  tx: Tx,
  change: { userId: string; oldEmail: string; newEmail: string },
): Promise<string> {
  const code = makeCode();
  await forgetAsked(tx, change.userId);
  await changeRows(
    tx,
    sql`insert into email_changes (user_id, old_email, new_email, code_hash, expires_at)
        values (${change.userId}, ${change.oldEmail}, ${change.newEmail},
          ${hashCode(change.userId, code)}, now() + make_interval(mins => ${MINUTES}))`,
  );
  return code;
}

/** What was asked for before and not confirmed. */
export async function forgetAsked(tx: Tx, userId: string): Promise<void> {
  await changeRows(
    tx,
    sql`delete from email_changes where user_id = ${userId} and confirmed_at is null`,
  );
}

type Asked = { id: string; oldEmail: string; newEmail: string };

/** The change the code belongs to. Wrong ones are counted, so this runs outside of a transaction. */
export async function readChange(db: Db, userId: string, code: string): Promise<Asked> {
  const change = await findRow<Asked & { codeHash: Buffer }>(
    db,
    sql`update email_changes set wrong_codes = wrong_codes + 1
        where user_id = ${userId} and confirmed_at is null and expires_at > now()
          and wrong_codes < ${MOST_WRONG_CODES}
        returning id, old_email as "oldEmail", new_email as "newEmail", code_hash as "codeHash"`,
  );
  if (!change) throw new Failure('E_TOKEN_EXPIRED');
  if (!timingSafeEqual(change.codeHash, hashCode(userId, code))) throw new Failure('E_CODE_WRONG');
  return change;
}

/** Switches the address; the token takes it back, where no older change can be taken back already. */
export async function confirmChange(
  tx: Tx,
  userId: string,
  change: Asked,
): Promise<string | undefined> {
  const { token, hash } = makeToken();
  const isFirst = !(await findRow(
    tx,
    sql`select from email_changes where user_id = ${userId} and undo_until > now()`,
  ));
  const confirmed = await changeRows(
    tx,
    sql`update email_changes set confirmed_at = now(), undo_hash = ${isFirst ? hash : null},
          undo_until = ${isFirst ? sql`now() + make_interval(days => ${UNDO_DAYS})` : null}
        where id = ${change.id} and confirmed_at is null`,
  );
  if (confirmed === 0) throw new Failure('E_TOKEN_EXPIRED');
  await setAddress(tx, userId, change.newEmail);
  return isFirst ? token : undefined;
}

/**
 * Uses up the link to take changes back, and whatever was asked for since. Who takes an account over may
 * have added a way in before they changed the address: `since` is as long before it as it can be undone.
 */
export async function redeemUndo(
  tx: Tx,
  token: string,
): Promise<{ userId: string; oldEmail: string; since: Date }> {
  const undone = await findRow<{ userId: string; oldEmail: string; since: Date }>(
    tx,
    sql`delete from email_changes where undo_hash = ${hashToken(token)} and undo_until > now()
        returning user_id as "userId", old_email as "oldEmail",
          created_at - make_interval(days => ${UNDO_DAYS}) as since`,
  );
  if (!undone) throw new Failure('E_TOKEN_EXPIRED');
  await changeRows(tx, sql`delete from email_changes where user_id = ${undone.userId}`);
  await setAddress(tx, undone.userId, undone.oldEmail);
  return undone;
}

/** The ways in that somebody else may have added. */
export async function removeWaysSince(tx: Tx, userId: string, since: Date): Promise<void> {
  await changeRows(
    tx,
    sql`delete from totp_secrets where user_id = ${userId} and created_at >= ${since}`,
  );
  await changeRows(
    tx,
    sql`delete from recovery_codes where user_id = ${userId} and created_at >= ${since}`,
  );
  await changeRows(
    tx,
    sql`delete from passkeys where user_id = ${userId} and created_at >= ${since}`,
  );
  await changeRows(
    tx,
    sql`delete from identities where user_id = ${userId} and created_at >= ${since}`,
  );
  await changeRows(
    tx,
    sql`update users set password_hash = null, passkeys_only = false where id = ${userId}`,
  );
}

/** Refused when it became the verified address of another account meanwhile. */
async function setAddress(tx: Tx, userId: string, email: string): Promise<void> {
  const set = await changeRows(
    tx,
    sql`update users set email = ${email} where id = ${userId}
        and not exists (select from users other where lower(other.email) = lower(${email})
          and other.verified_at is not null and other.id <> ${userId})`,
  );
  if (set === 0) throw new Failure('E_TOKEN_EXPIRED');
}

function hashCode(userId: string, code: string): Buffer {
  return hashToken(`email:${userId}:${code}`);
}
