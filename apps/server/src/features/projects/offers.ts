import { OFFER_DAYS, type ProjectOffer } from '@causeway/contract/projects.ts';
import type { AuthorizedProject } from '#platform/access/actor.ts';
import { changeRows, type Db, findRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/** Stands while both are members, and who offers is an owner. */
export function findOffer(db: Db, project: AuthorizedProject): Promise<ProjectOffer | undefined> {
  return findRow(
    db,
    sql`select offer.expires_at as "expiresAt",
          json_build_object('id', giver.id, 'name', giver.name) as from,
          json_build_object('id', taker.id, 'name', taker.name) as to
        from project_offers offer
        join users giver on giver.id = offer.from_id join users taker on taker.id = offer.to_id
        join project_members owner on owner.project_id = offer.project_id
          and owner.user_id = offer.from_id and owner.role = 'owner'
        join project_members member on member.project_id = offer.project_id
          and member.user_id = offer.to_id
        where offer.project_id = ${project.id} and offer.expires_at > now()`,
  );
}

/** A new offer takes the place of an older one. */
export async function putOffer(
  tx: Tx,
  project: AuthorizedProject,
  { fromId, toId }: { fromId: string; toId: string },
): Promise<void> {
  await changeRows(
    tx,
    sql`insert into project_offers (project_id, from_id, to_id, expires_at)
        values (${project.id}, ${fromId}, ${toId}, now() + make_interval(days => ${OFFER_DAYS}))
        on conflict (project_id) do update set from_id = excluded.from_id, to_id = excluded.to_id,
          created_at = now(), expires_at = excluded.expires_at`,
  );
}

export async function endOffer(tx: Tx, project: AuthorizedProject): Promise<void> {
  await changeRows(tx, sql`delete from project_offers where project_id = ${project.id}`);
}

/** Held until the transaction ends: changes of members and of owners come one after the other. */
export async function lockProject(tx: Tx, project: AuthorizedProject): Promise<void> {
  await changeRows(tx, sql`select from projects where id = ${project.id} for update`);
}

export async function swapOwners(
  tx: Tx,
  project: AuthorizedProject,
  { from, to }: ProjectOffer,
): Promise<void> {
  await changeRows(
    tx,
    sql`update project_members set role = case when user_id = ${to.id} then 'owner' else 'admin' end
        where project_id = ${project.id} and user_id in (${from.id}, ${to.id})`,
  );
}

export async function isMember(
  db: Db,
  project: AuthorizedProject,
  userId: string,
): Promise<boolean> {
  const found = await findRow(
    db,
    sql`select from project_members where project_id = ${project.id} and user_id = ${userId}`,
  );
  return found !== undefined;
}
