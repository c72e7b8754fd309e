import {
  LOST_FACTOR_DAYS,
  LOST_FACTOR_DECIDING_DAYS,
  type LostFactor,
} from '@causeway/contract/auth/lost-factors.ts';
import { hashToken, makeToken } from '#platform/access/tokens.ts';
import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/**
 * A request of somebody who lost all second factors: none → waiting (three days, a mail each day
 * with a link that stops it) → ready (staff are told and decide) → agreed by one → done by another.
 * It ends without effect by that link, by a sign-in with a factor, by staff, or two weeks later.
 */
export type Begun = { token: string; readyAt: string };

/** Undefined where one is under way: asking again starts no new wait and sends no mail. */
export async function beginRequest(
  tx: Tx,
  { userId, by }: { userId: string; by: string | null },
): Promise<Begun | undefined> {
  const { token, hash } = makeToken();
  const begun = await findRow<{ readyAt: string }>(
    tx,
    sql`insert into lost_factors (user_id, begun_by, ready_at, stop_hashes)
        values (${userId}, ${by}, now() + make_interval(days => ${LOST_FACTOR_DAYS}), array[${hash}::bytea])
        on conflict (user_id) do nothing returning ready_at as "readyAt"`,
  );
  return begun && { token, readyAt: begun.readyAt };
}

export async function readReadyAt(db: Db, userId: string): Promise<string> {
  const { readyAt } = await readRow<{ readyAt: string }>(
    db,
    sql`select ready_at as "readyAt" from lost_factors where user_id = ${userId}`,
  );
  return readyAt;
}

/** Whose it was, where the link is of one that is under way. */
export async function stopByLink(tx: Tx, token: string): Promise<string | undefined> {
  const stopped = await findRow<{ userId: string }>(
    tx,
    sql`delete from lost_factors where stop_hashes @> array[${hashToken(token)}::bytea]
        returning user_id as "userId"`,
  );
  return stopped?.userId;
}

/** False where none was under way. */
export async function endRequest(db: Db, userId: string): Promise<boolean> {
  return (await changeRows(db, sql`delete from lost_factors where user_id = ${userId}`)) > 0;
}

/** The next who has not been written to for a day, with a further link; held until the mail is. */
export async function takeReminder(tx: Tx): Promise<(Begun & { userId: string }) | undefined> {
  const { token, hash } = makeToken();
  const due = await findRow<{ userId: string; readyAt: string }>(
    tx,
    sql`update lost_factors set mailed_at = now(), stop_hashes = stop_hashes || ${hash}::bytea
        where user_id = (select user_id from lost_factors
          where ready_at > now() and mailed_at < now() - interval '23 hours'
          order by mailed_at limit 1 for update skip locked)
        returning user_id as "userId", ready_at as "readyAt"`,
  );
  return due && { ...due, token };
}

/** The next whose wait is over and of whom staff have not heard. */
export function takeReady(tx: Tx): Promise<{ userId: string; name: string } | undefined> {
  return findRow(
    tx,
    sql`update lost_factors request set told_staff_at = now() from users account
        where request.user_id = (select user_id from lost_factors
            where ready_at <= now() and told_staff_at is null
            order by ready_at limit 1 for update skip locked)
          and account.id = request.user_id
        returning account.id as "userId", account.name`,
  );
}

export async function forgetUndecided(db: Db): Promise<void> {
  await changeRows(
    db,
    sql`delete from lost_factors
        where ready_at < now() - make_interval(days => ${LOST_FACTOR_DECIDING_DAYS})`,
  );
}

/** Beside the person: nobody agrees to their own request. */
const needed = sql`(select least(2, count(*))::int from users
  where staff and suspended_at is null and id <> request.user_id)`;

export function listRequests(db: Db): Promise<LostFactor[]> {
  return listRows(
    db,
    sql`select json_build_object('id', account.id, 'name', account.name, 'email', account.email,
            'avatar', account.avatar) as person,
          request.asked_at as "askedAt", request.ready_at as "readyAt",
          request.ready_at <= now() as "isReady", starter.name as "begunBy",
          case when agreeing.id is null then null
            else json_build_object('id', agreeing.id, 'name', agreeing.name) end as "agreedBy",
          ${needed} as needed
        from lost_factors request join users account on account.id = request.user_id
        left join users starter on starter.id = request.begun_by
        left join users agreeing on agreeing.id = request.agreed_by
        order by request.asked_at, account.id limit 200`,
  );
}

export type Deciding = { isReady: boolean; agreedBy: string | null; needed: number };

/** Held until the transaction ends, so that two who agree at once are counted one after the other. */
export function findToDecide(tx: Tx, userId: string): Promise<Deciding | undefined> {
  return findRow(
    tx,
    sql`select request.ready_at <= now() as "isReady", request.agreed_by as "agreedBy",
          ${needed} as needed
        from lost_factors request where request.user_id = ${userId} for update`,
  );
}

export async function noteAgreed(tx: Tx, userId: string, by: string): Promise<void> {
  await changeRows(
    tx,
    sql`update lost_factors set agreed_by = ${by}, agreed_at = now() where user_id = ${userId}`,
  );
}

/**
 * Every second factor goes, and with them the password and what was connected at a provider, which
 * whoever knew the password may have done: only the mailbox opens the account then.
 */
export async function removeEveryFactor(tx: Tx, userId: string): Promise<void> {
  await changeRows(tx, sql`delete from totp_secrets where user_id = ${userId}`);
  await changeRows(tx, sql`delete from recovery_codes where user_id = ${userId}`);
  await changeRows(tx, sql`delete from passkeys where user_id = ${userId}`);
  await changeRows(tx, sql`delete from identities where user_id = ${userId}`);
  await changeRows(
    tx,
    sql`update users set password_hash = null, passkeys_only = false where id = ${userId}`,
  );
}

export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  const { has } = await readRow<{ has: boolean }>(
    db,
    sql`select exists (select from totp_secrets where user_id = ${userId} and confirmed_at is not null)
          or exists (select from passkeys where user_id = ${userId}) as has`,
  );
  return has;
}

export async function listOtherStaff(db: Db, userId: string): Promise<string[]> {
  const rows = await listRows<{ id: string }>(
    db,
    sql`select id from users where staff and suspended_at is null and id <> ${userId}
        order by id limit 200`,
  );
  return rows.map(({ id }) => id);
}
