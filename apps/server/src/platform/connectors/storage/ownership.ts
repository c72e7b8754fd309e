import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '@causeway/contract/errors.ts';
import { changeRows, type Db, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { currentParty } from '#platform/limits/party.ts';
import { at, type Bucket } from './bucket.ts';
import { noteWriterEnded, notingWriter, type Writing } from './writers.ts';

/**
 * One at a time owns a key of a bucket: whoever looks what is there and then writes must not be
 * overtaken in between, and not every store can refuse such a write by itself. Within a process
 * owners queue in the order they came; between processes a lease in our database decides. A lease is
 * renewed while its owner works and lapses when the owner dies.
 *
 * All keys are taken together or none, so that nobody waits for a key while holding another. An owner
 * whose lease could not be renewed is told by the signal it works with.
 */
export async function owning<Answer>(
  { db, bucket, signal }: { db: Db; bucket: Bucket; signal?: AbortSignal | undefined },
  paths: string[],
  work: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const keys = [...new Set(paths.map((path) => at(bucket, path).Key))].toSorted();
  const leave = await queueFor(keys.map((key) => `${bucket.place} ${key}`));
  // What is restored as a version goes from a path to the same one.
  const writing = {
    connectorId: bucket.connectorId,
    paths: [...new Set(paths)],
    keyId: currentParty().key,
  };
  try {
    const lease = await takeLease(db, { place: bucket.place, keys, writing }, signal);
    try {
      return await work(AbortSignal.any([lease.lost, ...(signal ? [signal] : [])]));
    } finally {
      await lease.release();
    }
  } finally {
    leave();
  }
}

const LEASE_SECONDS = 20;
const RENEW_MS = 5_000;

const tails = new Map<string, Promise<void>>();

/** Waits for everybody in this process who came before; answers with how to leave. */
async function queueFor(names: string[]): Promise<() => void> {
  const before = names.flatMap((name) => tails.get(name) ?? []);
  const { promise: left, resolve } = Promise.withResolvers<void>();
  for (const name of names) tails.set(name, left);
  await Promise.all(before);
  return () => {
    for (const name of names) if (tails.get(name) === left) tails.delete(name);
    resolve();
  };
}

type Keys = { place: string; keys: string[]; writing: Writing };

async function takeLease(db: Db, wanted: Keys, signal: AbortSignal | undefined) {
  const holder = crypto.randomUUID();
  while (!(await tryLease(db, holder, wanted))) {
    await sleep(randomInt(50, 250), undefined, { ...(signal && { signal }) });
  }
  const lost = new AbortController();
  let renewedAt = performance.now();
  const timer = setInterval(async () => {
    const isRenewed = await renew(db, holder, wanted).catch(() => undefined);
    if (isRenewed) renewedAt = performance.now();
    const isOver = performance.now() - renewedAt > LEASE_SECONDS * 1000 - RENEW_MS;
    if (isRenewed === false || isOver) lost.abort(new Failure('E_UNAVAILABLE'));
  }, RENEW_MS);
  return {
    lost: lost.signal,
    release: async () => {
      clearInterval(timer);
      // While the paths are owned: the next owner's note is not to be touched. Without it, an hour is assumed.
      await noteWriterEnded(db, wanted.writing).catch(() => {});
      // What can't be given back now lapses by itself.
      await giveBack(db, holder).catch(() => {});
    },
  };
}

async function tryLease(db: Db, holder: string, wanted: Keys): Promise<boolean> {
  const { place, keys, writing } = wanted;
  const all = sql`(select from taken having count(*) = ${keys.length})`;
  const taken = await listRows(
    db,
    sql`with taken as (
          insert into storage_leases as lease (bucket, key, holder, expires_at)
          select ${place}, key, ${holder}, now() + make_interval(secs => ${LEASE_SECONDS})
          from unnest(${keys}::text[]) as key
          on conflict (bucket, key) do update
            set holder = excluded.holder, expires_at = excluded.expires_at
            where lease.expires_at < now()
          returning key),
        noted as (${notingWriter(writing, all)})
        select key from taken`,
  );
  if (taken.length === keys.length) return true;
  if (taken.length > 0) await giveBack(db, holder);
  return false;
}

async function renew(db: Db, holder: string, { keys }: Keys): Promise<boolean> {
  const renewed = await changeRows(
    db,
    sql`update storage_leases set expires_at = now() + make_interval(secs => ${LEASE_SECONDS})
        where holder = ${holder}`,
  );
  return renewed === keys.length;
}

async function giveBack(db: Db, holder: string): Promise<void> {
  await changeRows(db, sql`delete from storage_leases where holder = ${holder}`);
}

/** Leases of owners that died and whose keys nobody wanted since. */
export async function sweepLeases(db: Db): Promise<void> {
  await changeRows(
    db,
    sql`delete from storage_leases where expires_at < now() - interval '1 hour'`,
  );
}
