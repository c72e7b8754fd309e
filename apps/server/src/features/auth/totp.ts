import { generateSecret, generateURI, verifySync } from 'otplib';
import { PRODUCT_NAME } from '@causeway/contract/product.ts';
import { changeRows, type Db, findRow, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { rowBinding } from '#platform/secrets/rotate.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

/**
 * The second factor by an authenticator app: none → pending (a secret nobody is asked for yet, for
 * ten minutes) → on, by a code of it → none.
 */
const STEP_SECONDS = 30;
const PENDING_MINUTES = 10;

export async function startTotp(
  db: Db,
  secrets: Secrets,
  user: { id: string; email: string },
): Promise<{ secret: string; address: string }> {
  const secret = generateSecret();
  const id = crypto.randomUUID();
  const sealed = secrets.seal(secret, rowBinding('totp_secrets', id));
  await changeRows(
    db,
    sql`insert into totp_secrets as kept (id, user_id, secret) values (${id}, ${user.id}, ${sealed})
        on conflict (user_id) do update set id = excluded.id, secret = excluded.secret,
          created_at = now(), last_step = 0
        where kept.confirmed_at is null`,
  );
  const address = generateURI({ issuer: PRODUCT_NAME, label: user.email, secret });
  return { secret, address };
}

export async function isTotpOn(db: Db, userId: string): Promise<boolean> {
  const on = await findRow(
    db,
    sql`select from totp_secrets where user_id = ${userId} and confirmed_at is not null`,
  );
  return on !== undefined;
}

/** Uses up a code of the app. */
export function redeemTotp(
  db: Db,
  secrets: Secrets,
  { userId, code }: { userId: string; code: string },
): Promise<boolean> {
  return redeem(db, secrets, { userId, code, pending: false });
}

/** Turns the factor on; the code that does can't be used again either. */
export function confirmTotp(
  db: Db,
  secrets: Secrets,
  { userId, code }: { userId: string; code: string },
): Promise<boolean> {
  return redeem(db, secrets, { userId, code, pending: true });
}

export async function removeTotp(db: Db, userId: string): Promise<boolean> {
  const removed = await changeRows(db, sql`delete from totp_secrets where user_id = ${userId}`);
  return removed > 0;
}

export async function readTotpSince(db: Db, userId: string): Promise<string | null> {
  const row = await readRow<{ since: string | null }>(
    db,
    sql`select (select confirmed_at from totp_secrets where user_id = ${userId}) as since`,
  );
  return row.since;
}

async function redeem(
  db: Db,
  secrets: Secrets,
  { userId, code, pending }: { userId: string; code: string; pending: boolean },
): Promise<boolean> {
  const stage = pending
    ? sql`confirmed_at is null and created_at > now() - make_interval(mins => ${PENDING_MINUTES})`
    : sql`confirmed_at is not null`;
  const kept = await findRow<{ id: string; secret: string }>(
    db,
    sql`select id, secret from totp_secrets where user_id = ${userId} and ${stage}`,
  );
  const step =
    kept && findStep(secrets.open(kept.secret, rowBinding('totp_secrets', kept.id)), code);
  if (!kept || step === undefined) return false;
  // The row decides: of any number who bring the same code at once, one gets through.
  const taken = await changeRows(
    db,
    sql`update totp_secrets set last_step = ${step}, confirmed_at = coalesce(confirmed_at, now())
        where id = ${kept.id} and last_step < ${step} and ${stage}`,
  );
  return taken > 0;
}

/** The thirty seconds a code belongs to, one before and one after included. */
function findStep(secret: string, code: string): number | undefined {
  try {
    const result = verifySync({ secret, token: code, epochTolerance: STEP_SECONDS });
    return result.valid && 'epoch' in result ? Math.floor(result.epoch / STEP_SECONDS) : undefined;
  } catch {
    // The library throws on what has no form of a code: that is a wrong one, too.
    return undefined;
  }
}
