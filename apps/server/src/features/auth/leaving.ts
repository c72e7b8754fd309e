import { LEAVING_DAYS, type LeavingOutlook } from '@causeway/contract/account.ts';
import { changeRows, type Db, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

type Place = { id: string; name: string; becomes: keyof LeavingOutlook };

/**
 * By who else is there and stays. Who is leaving too counts as gone: two owners who go one after the
 * other would leave nobody.
 */
export async function readOutlook(db: Db, userId: string): Promise<LeavingOutlook> {
  const places = await listRows<Place>(
    db,
    sql`select project.id, project.name,
          case when count(other.user_id) = 0 then 'erased'
            when own.role <> 'owner' or count(*) filter (where other.role = 'owner'
              and account.leaving_at is null) > 0 then 'left'
            else 'blocking' end as becomes
        from project_members own
        join projects project on project.id = own.project_id
        left join project_members other
          on other.project_id = own.project_id and other.user_id <> own.user_id
        left join users account on account.id = other.user_id
        where own.user_id = ${userId}
        group by project.id, project.name, own.role
        order by lower(project.name), project.id`,
  );
  const of = (becomes: Place['becomes']) =>
    places.filter((place) => place.becomes === becomes).map(({ id, name }) => ({ id, name }));
  return { erased: of('erased'), left: of('left'), blocking: of('blocking') };
}

/** Held until the transaction ends: who is an owner in them must not change while it is decided. */
export async function lockPlaces(tx: Tx, userId: string): Promise<void> {
  await changeRows(
    tx,
    sql`select from projects where id in (
          select project_id from project_members where user_id = ${userId})
        order by id for update`,
  );
}

export async function markLeaving(tx: Tx, userId: string): Promise<string> {
  const { eraseAt } = await readRow<{ eraseAt: string }>(
    tx,
    sql`update users set leaving_at = now(),
          erase_at = now() + make_interval(days => ${LEAVING_DAYS})
        where id = ${userId} returning erase_at as "eraseAt"`,
  );
  return eraseAt;
}

/** False when it was not leaving, or is being erased. */
export async function unmarkLeaving(tx: Tx, userId: string): Promise<boolean> {
  const kept = await changeRows(
    tx,
    sql`update users set leaving_at = null, erase_at = null
        where id = ${userId} and leaving_at is not null`,
  );
  return kept > 0;
}
