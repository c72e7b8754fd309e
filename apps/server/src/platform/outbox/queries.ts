import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

const MOST_A_PASS = 1_000;

/**
 * Gives positions to what was committed since. The head is locked first and the rows are looked for
 * after it, so every pass sees all that the pass before it saw; and who sees the later of two
 * happenings of a subject sees the earlier one.
 */
export async function givePositions(tx: Tx): Promise<void> {
  await readRow(tx, sql`select position from outbox_head for update`);
  await changeRows(
    tx,
    sql`with waiting as (
          select id, row_number() over (order by id) as number
          from (select id from outbox where position is null order by id limit ${MOST_A_PASS}) first
        ), given as (
          update outbox set position = head.position + waiting.number
          from waiting, outbox_head head where outbox.id = waiting.id
          returning outbox.position
        )
        update outbox_head set position = given.last
        from (select max(position) as last from given) given where given.last is not null`,
  );
}

/** All that an idle instance asks: is anything without a position, and who has something to do. */
export function findWork(
  db: Db,
  names: readonly string[],
): Promise<{ isWaiting: boolean; behind: string[] }> {
  return readRow(
    db,
    sql`select exists (select from outbox where position is null) as "isWaiting",
          array(select follower.name from outbox_followers follower, outbox_head head
            where follower.name = any(${names}::text[]) and follower.position < head.position
              and follower.retry_at <= now()) as behind`,
  );
}

/** One that is new begins with what happens from now on. */
export async function insertFollower(db: Db, name: string): Promise<void> {
  await changeRows(
    db,
    sql`insert into outbox_followers (name, position)
        select ${name}, position from outbox_head on conflict do nothing`,
  );
}

/** Undefined while another instance has it, or while it waits to try again. */
export function lockFollower(
  tx: Tx,
  name: string,
): Promise<{ position: string; failures: number } | undefined> {
  return findRow(
    tx,
    sql`select position, failures from outbox_followers
        where name = ${name} and retry_at <= now() for update skip locked`,
  );
}

export type Placed = { position: string; subject: string; type: string };

/** To be asked after the follower is locked: only then the rows are those after its position. */
export function listNext(tx: Tx, after: string, limit: number): Promise<Placed[]> {
  return listRows(
    tx,
    sql`select position, subject, type, project_id as "projectId", data from outbox
        where position > ${after}::bigint order by position limit ${limit}`,
  );
}

export async function advance(tx: Tx, name: string, position: string): Promise<void> {
  await changeRows(
    tx,
    sql`update outbox_followers set position = ${position}::bigint, failures = 0
        where name = ${name}`,
  );
}

/** The one after the position failed; it is tried again, later each time. */
export async function noteFailure(
  tx: Tx,
  name: string,
  { position, failures }: { position: string; failures: number },
): Promise<void> {
  await changeRows(
    tx,
    sql`update outbox_followers set position = ${position}::bigint, failures = ${failures},
          retry_at = now() + make_interval(secs => least(60, power(2, ${failures}::int - 1)))
        where name = ${name}`,
  );
}

/** Kept for a day, and until each of these followers has had it. */
export function forgetHandled(db: Db, names: readonly string[]): Promise<number> {
  return changeRows(
    db,
    sql`delete from outbox where at < now() - interval '1 day' and position <= (
          select coalesce(min(follower.position), (select position from outbox_head))
          from outbox_followers follower where follower.name = any(${names}::text[]))`,
  );
}
