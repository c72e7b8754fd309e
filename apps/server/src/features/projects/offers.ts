import { OFFER_DAYS, type ProjectOffer } from '@causeway/contract/projects.ts';
import type { AuthorizedProject } from '#platform/access/actor.ts';
import { changeRows, type Db, findRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/** Stands while both are members whose accounts are open, and who offers is an owner. */
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
        where offer.project_id = ${project.id} and offer.expires_at > now()
          and giver.suspended_at is null and taker.suspended_at is null`,
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

/** Who takes it over stands where who gave it stood: before those who own it too. */
export async function swapOwners(
  tx: Tx,
  project: AuthorizedProject,
  { from, to }: ProjectOffer,
): Promise<void> {
  await changeRows(
    tx,
    sql`update project_members member
        set role = case when member.user_id = ${to.id} then 'owner' else 'admin' end,
          owner_since = case when member.user_id = ${to.id}
            then coalesce(giver.owner_since, giver.joined_at) end
        from project_members giver
        where member.project_id = ${project.id} and member.user_id in (${from.id}, ${to.id})
          and giver.project_id = ${project.id} and giver.user_id = ${from.id}`,
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
