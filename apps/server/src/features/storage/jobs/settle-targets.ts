import { Failure } from '@causeway/contract/errors.ts';
import { isFolder } from '@causeway/contract/file-types.ts';
import { findEqualTargets } from '@causeway/contract/storage/targets.ts';
import { changeRows, type Db, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { numbered } from './free-name.ts';
import type { JobRow } from './queries.ts';

/**
 * Decides where the objects of a job go, once, when all of them are known and none was touched. Two
 * that want the same place follow the job's rule in the order they were found: the first is there
 * first. With `replace` both stay as they are: they take the place one after the other, and what is
 * replaced goes to the trash.
 */
export async function settleTargets(db: Db, job: JobRow): Promise<void> {
  if (job.kind !== 'copy') await leaveOutRepeated(db, job.id);
  if (job.onClash === 'skip') await leaveOutEqual(db, job.id);
  if (job.onClash === 'fail') await refuseEqual(db, job.id);
  if (job.onClash === 'keep-both') await numberEqual(db, job.id);
}

/** A file that was named beside its own folder is taken along once. */
async function leaveOutRepeated(db: Db, jobId: string): Promise<void> {
  await changeRows(
    db,
    sql`update storage_job_items item set state = 'skipped'
        from (select number, row_number() over (
            partition by source, version_id order by number) as place
          from storage_job_items where job_id = ${jobId}) found
        where item.job_id = ${jobId} and item.number = found.number and found.place > 1
          and item.state = 'waiting'`,
  );
}

/** Marks of one folder are no clash: there is one folder. */
const equal = (jobId: string) => sql`(
  select number, target, place, first_value(source) over (partition by target order by number) as first
  from (select number, source, target,
      row_number() over (partition by target order by number) as place
    from storage_job_items
    where job_id = ${jobId} and state = 'waiting' and target not like '%/') found)`;

async function leaveOutEqual(db: Db, jobId: string): Promise<void> {
  await changeRows(
    db,
    sql`update storage_job_items item set state = 'skipped' from ${equal(jobId)} same
        where item.job_id = ${jobId} and item.number = same.number and same.place > 1`,
  );
}

async function refuseEqual(db: Db, jobId: string): Promise<void> {
  const { code } = new Failure('E_OBJECT_EXISTS');
  await changeRows(
    db,
    sql`update storage_job_items item set state = 'failed', code = ${code},
          message = format('It has the same target as ''%s''.', same.first)
        from ${equal(jobId)} same
        where item.job_id = ${jobId} and item.number = same.number and same.place > 1`,
  );
}

/** `sea.jpg`, `sea (2).jpg`, …: a number no other object of the job has. */
async function numberEqual(db: Db, jobId: string): Promise<void> {
  const repeated = await listRows<{ number: number; target: string }>(
    db,
    sql`select number::float8 as number, target from ${equal(jobId)} same where place > 1
        order by number`,
  );
  if (repeated.length === 0) return;
  const targets = await listRows<{ target: string }>(
    db,
    sql`select distinct target from storage_job_items where job_id = ${jobId}
          and target is not null`,
  );
  const taken = new Set(targets.map(({ target }) => target));
  const reached = new Map<string, number>();
  for (const item of repeated) {
    let count = reached.get(item.target) ?? 2;
    while (taken.has(numbered(item.target, count))) count += 1;
    reached.set(item.target, count + 1);
    item.target = numbered(item.target, count);
    taken.add(item.target);
  }
  await changeRows(
    db,
    sql`update storage_job_items item set target = found.target
        from unnest(${repeated.map(({ number }) => number)}::bigint[],
          ${repeated.map(({ target }) => target)}::text[]) as found (number, target)
        where job_id = ${jobId} and item.number = found.number`,
  );
}

/** Told before the job begins: half of it would fail for certain. */
export function refuseEqualTargets(items: { from: string; to: string }[]): void {
  const targets = findEqualTargets(items.filter(({ to }) => !isFolder(to)));
  if (targets.length === 0) return;
  throw new Failure('E_EQUAL_TARGETS', `Several would become '${targets[0]?.to}'.`, {
    targets: targets.slice(0, 50),
  });
}
