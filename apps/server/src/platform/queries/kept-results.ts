import { changeRows, type Db, findRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

export type KeptFailure = { code: string; message: string; details?: Record<string, unknown> };

export type Outcome = {
  /** By the clock of our database, in milliseconds. */
  beganAt: number;
  answer: Buffer | KeptFailure;
};

export type Seen = {
  now: number;
  outcome: Outcome | undefined;
  /** Nobody has said for a while that it is read. */
  isUnmarked: boolean;
};

type Row = {
  now: number;
  beganAt: number | null;
  body: Buffer | null;
  failure: KeptFailure | null;
  isUnmarked: boolean | null;
};

const clock = sql`(extract(epoch from clock_timestamp()) * 1000)::float8`;
/** A failure counts for those who ask right after it; then it is tried again. */
const FAILURE_COUNTS = '10 seconds';

/** What is kept, and what time it is where it is kept. */
export async function lookAt(db: Db, key: string): Promise<Seen> {
  const row = await findRow<Row>(
    db,
    sql`select ${clock} as now, (extract(epoch from began_at) * 1000)::float8 as "beganAt",
          body, case when ended_at > now() - ${FAILURE_COUNTS}::interval then failure end as failure,
          read_at < now() - interval '1 minute' as "isUnmarked"
        from (select ${key} as key) wanted left join query_results using (key)`,
  );
  const answer = row?.body ?? row?.failure ?? undefined;
  const beganAt = row?.beganAt ?? null;
  const outcome = answer && beganAt !== null ? { beganAt, answer } : undefined;
  return { now: row?.now ?? Date.now(), outcome, isUnmarked: row?.isUnmarked ?? false };
}

export async function markRead(db: Db, key: string): Promise<void> {
  await changeRows(
    db,
    sql`update query_results set read_at = now()
        where key = ${key} and read_at < now() - interval '1 minute'`,
  );
}

export async function markWanted(db: Db, key: string): Promise<void> {
  await changeRows(
    db,
    sql`update query_results set wanted_until = now() + interval '5 seconds' where key = ${key}`,
  );
}

export type Claim = { attempt: string; beganAt: number };
type Place = { key: string; projectId: string; connectorId: string };

/** Who gets it runs the statement. Undefined while somebody else does, or has what is wanted. */
export function claim(db: Db, place: Place, oldest: number): Promise<Claim | undefined> {
  return findRow<Claim>(
    db,
    sql`insert into query_results as kept
          (key, project_id, connector_id, attempt, lease_until, flight_began_at)
        values (${place.key}, ${place.projectId}, ${place.connectorId}, 1,
          now() + interval '10 seconds', clock_timestamp())
        on conflict (key) do update set attempt = kept.attempt + 1,
          lease_until = excluded.lease_until, flight_began_at = excluded.flight_began_at
        where (kept.lease_until is null or kept.lease_until < now())
          and (kept.began_at is null or kept.began_at < to_timestamp(${oldest}::float8 / 1000)
            or (kept.failure is not null and kept.ended_at < now() - ${FAILURE_COUNTS}::interval))
        returning attempt::text, (extract(epoch from flight_began_at) * 1000)::float8 as "beganAt"`,
  );
}

/** Whether it is still ours, and whether anybody on another instance waits for it. */
export function renew(
  db: Db,
  key: string,
  { attempt }: Claim,
): Promise<{ isWanted: boolean } | undefined> {
  return findRow(
    db,
    sql`update query_results set lease_until = now() + interval '10 seconds'
        where key = ${key} and attempt = ${attempt}::int8 and lease_until is not null
        returning coalesce(wanted_until > now(), false) as "isWanted"`,
  );
}

/** Only the attempt that is still the last one writes: who was thought dead comes too late. */
export function keep(
  db: Db,
  key: string,
  { attempt }: Claim,
  { body, failure }: { body: Buffer | undefined; failure: KeptFailure | undefined },
): Promise<number> {
  return changeRows(
    db,
    sql`update query_results set body = ${body ?? null},
          failure = ${failure ? JSON.stringify(failure) : null}::jsonb,
          byte_size = ${body?.length ?? 0}, began_at = flight_began_at,
          ended_at = clock_timestamp(), lease_until = null, wanted_until = null, read_at = now()
        where key = ${key} and attempt = ${attempt}::int8`,
  );
}

/** Gives the flight back without an outcome: a cancel counts for nobody. */
export async function giveUp(db: Db, key: string, { attempt }: Claim): Promise<void> {
  await changeRows(
    db,
    sql`update query_results set lease_until = null
        where key = ${key} and attempt = ${attempt}::int8`,
  );
}

/** What was read least recently goes first. */
export async function keepWithin(
  db: Db,
  { bytes, projectId = null }: { bytes: number; projectId?: string | null },
): Promise<void> {
  await changeRows(
    db,
    sql`delete from query_results where (lease_until is null or lease_until < now()) and key in (
          select key from (
            select key, sum(byte_size) over (order by read_at desc, key) as up_to
            from query_results
            where ${projectId}::uuid is null or project_id = ${projectId}::uuid
          ) sized where up_to > ${bytes})`,
  );
}

export async function forgetUnread(db: Db): Promise<void> {
  await changeRows(
    db,
    sql`delete from query_results where read_at < now() - interval '1 day'
          and (lease_until is null or lease_until < now())`,
  );
}
