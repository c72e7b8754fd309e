import { type ApiKey, type KeyDay, SHOWN_DAYS } from '@causeway/contract/api-keys.ts';
import type { AuthorizedProject } from '#platform/access/actor.ts';
import type { MadeSecret } from '#platform/access/key-secrets.ts';
import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';

const isLivingSecret = sql`(secret.ends_at is null or secret.ends_at > now())`;

const columns = sql`key.id, key.name, key.scopes, key.addresses::text[] as addresses,
  key.per_minute as "perMinute", key.created_at as "createdAt", key.expires_at as "expiresAt",
  key.revoked_at as "revokedAt",
  json_build_object('id', account.id, 'name', account.name, 'role', member.role) as owner,
  case when key.revoked_at is not null then 'revoked'
    when key.expires_at <= now() then 'expired'
    when member.role is null or account.suspended_at is not null
      or account.leaving_at is not null then 'held'
    else 'live' end as state,
  coalesce((select json_agg(json_build_object('id', secret.id, 'hint', secret.hint,
      'createdAt', secret.created_at, 'endsAt', secret.ends_at,
      'lastUsedAt', secret.last_used_at, 'lastAddress', secret.last_address)
      order by secret.created_at desc)
    from api_key_secrets secret
    where secret.key_id = key.id and ${isLivingSecret}), '[]') as secrets,
  (select max(secret.last_used_at) from api_key_secrets secret
    where secret.key_id = key.id) as "lastUsedAt",
  (select coalesce(sum(counted.calls), 0)::float8 from api_key_days counted
    where counted.key_id = key.id
      and counted.day > (now() at time zone 'utc')::date - ${SHOWN_DAYS}::int) as calls`;

const source = sql`api_keys key join users account on account.id = key.owner_id
  left join project_members member
    on member.user_id = key.owner_id and member.project_id = key.project_id`;

type Seen = { project: AuthorizedProject; ownerId: string | undefined };

function isSeenBy({ project, ownerId }: Seen): Sql {
  const isTheirs = ownerId === undefined ? sql`` : sql`and key.owner_id = ${ownerId}`;
  return sql`key.project_id = ${project.id} ${isTheirs}`;
}

/** Those that ended long ago are of no more use to anybody. */
export function listKeys(db: Db, seen: Seen): Promise<ApiKey[]> {
  return listRows(
    db,
    sql`select ${columns} from ${source}
        where ${isSeenBy(seen)} and coalesce(key.revoked_at, key.expires_at, now())
          > now() - interval '90 days'
        order by key.revoked_at is not null, key.created_at desc, key.id limit 500`,
  );
}

export function findKey(db: Db, seen: Seen, keyId: string): Promise<ApiKey | undefined> {
  return findRow(
    db,
    sql`select ${columns} from ${source} where ${isSeenBy(seen)} and key.id = ${keyId}`,
  );
}

/** One change of a key at a time: of two rotations at once the second sees the first. */
export async function lockKey(tx: Tx, keyId: string): Promise<void> {
  await changeRows(tx, sql`select from api_keys where id = ${keyId} for update`);
}

export function listDays(db: Db, { id }: ApiKey): Promise<KeyDay[]> {
  return listRows(
    db,
    sql`select to_char(day, 'YYYY-MM-DD') as day, calls::float8 as calls, refused::float8 as refused
        from api_key_days
        where key_id = ${id} and day > (now() at time zone 'utc')::date - ${SHOWN_DAYS}::int
        order by day`,
  );
}

export async function countLiving(db: Db, project: AuthorizedProject, ownerId: string) {
  const { living } = await readRow<{ living: number }>(
    db,
    sql`select count(*)::int as living from api_keys
        where project_id = ${project.id} and owner_id = ${ownerId} and revoked_at is null
          and (expires_at is null or expires_at > now())`,
  );
  return living;
}

type Given = {
  name: string;
  scopes: readonly string[];
  addresses: readonly string[];
  perMinute: number;
};

export async function insertKey(
  tx: Tx,
  project: AuthorizedProject,
  given: Given & { ownerId: string; expiresInDays: number | null },
): Promise<string> {
  const { id } = await readRow<{ id: string }>(
    tx,
    sql`insert into api_keys (project_id, owner_id, name, scopes, addresses, per_minute, expires_at)
        values (${project.id}, ${given.ownerId}, ${given.name}, ${given.scopes},
          ${given.addresses}::cidr[], ${given.perMinute},
          now() + make_interval(days => ${given.expiresInDays}::int))
        returning id`,
  );
  return id;
}

export async function updateKey(tx: Tx, { id }: ApiKey, given: Given): Promise<void> {
  await changeRows(
    tx,
    sql`update api_keys set name = ${given.name}, scopes = ${given.scopes},
          addresses = ${given.addresses}::cidr[], per_minute = ${given.perMinute}
        where id = ${id}`,
  );
}

export async function extendKey(tx: Tx, { id }: ApiKey, days: number): Promise<void> {
  await changeRows(
    tx,
    sql`update api_keys set expires_at = now() + make_interval(days => ${days}), warned_days = null
        where id = ${id}`,
  );
}

export async function changeOwner(tx: Tx, { id }: ApiKey, ownerId: string): Promise<void> {
  await changeRows(tx, sql`update api_keys set owner_id = ${ownerId} where id = ${id}`);
}

export async function insertSecret(tx: Tx, keyId: string, made: MadeSecret): Promise<void> {
  await changeRows(
    tx,
    sql`insert into api_key_secrets (key_id, hash, hint)
        values (${keyId}, ${made.hash}, ${made.hint})`,
  );
}

/** Never later than they would have ended anyway. */
export async function endSecrets(
  tx: Tx,
  keyId: string,
  { inHours, only }: { inHours: number; only?: string },
): Promise<number> {
  return changeRows(
    tx,
    sql`update api_key_secrets secret
        set ends_at = least(ends_at, now() + make_interval(hours => ${inHours}))
        where key_id = ${keyId} and ${isLivingSecret}
          ${only === undefined ? sql`` : sql`and id = ${only}`}`,
  );
}

export type KeyBySecret = {
  id: string;
  name: string;
  projectId: string;
  ownerId: string;
};

/** Whoever holds the secret of a key that still lives. */
export function findKeyBySecret(db: Db, hash: Buffer): Promise<KeyBySecret | undefined> {
  return findRow(
    db,
    sql`select key.id, key.name, key.project_id as "projectId", key.owner_id as "ownerId"
        from api_key_secrets secret join api_keys key on key.id = secret.key_id
        where secret.hash = ${hash} and key.revoked_at is null and ${isLivingSecret}`,
  );
}

export type OwnFacts = {
  id: string;
  name: string;
  projectId: string;
  scopes: string[];
  addresses: string[];
  perMinute: number;
  expiresAt: string | null;
  role: 'viewer' | 'editor' | 'admin' | 'owner';
};

export function readOwnFacts(db: Db, keyId: string): Promise<OwnFacts> {
  return readRow(
    db,
    sql`select key.id, key.name, key.project_id as "projectId", key.scopes,
          key.addresses::text[] as addresses, key.per_minute as "perMinute",
          key.expires_at as "expiresAt", member.role
        from api_keys key join project_members member
          on member.user_id = key.owner_id and member.project_id = key.project_id
        where key.id = ${keyId}`,
  );
}

/** Of the connectors named, those the project has. */
export async function listKnownConnectors(
  db: Db,
  project: AuthorizedProject,
  ids: string[],
): Promise<Set<string>> {
  const rows = await listRows<{ id: string }>(
    db,
    sql`select id from connectors where project_id = ${project.id} and id = any(${ids}::uuid[])`,
  );
  return new Set(rows.map(({ id }) => id));
}

export type KeyAbout = KeyBySecret & { ownerName: string };

const aboutColumns = sql`key.id, key.name, key.project_id as "projectId",
  key.owner_id as "ownerId", account.name as "ownerName"`;

/** Living keys of somebody who is not in the project; none if they came back meanwhile. */
export function listKeysOfLeaver(tx: Tx, projectId: string, userId: string): Promise<KeyAbout[]> {
  return listRows(
    tx,
    sql`select ${aboutColumns} from ${source}
        where key.project_id = ${projectId} and key.owner_id = ${userId} and member.role is null
          and key.revoked_at is null and (key.expires_at is null or key.expires_at > now())
        order by key.created_at limit 100`,
  );
}

/** Whose owners have to be warned now, of how many days are left; each is given out once. */
export function markWarned(tx: Tx): Promise<(KeyAbout & { days: number })[]> {
  return listRows(
    tx,
    sql`update api_keys key set warned_days = due.days
        from (select id, case when expires_at <= now() then 0
              when expires_at <= now() + interval '3 days' then 3 else 14 end as days
            from api_keys where revoked_at is null
              and expires_at between now() - interval '2 days' and now() + interval '14 days') due,
          users account
        where due.id = key.id and account.id = key.owner_id
          and coalesce(key.warned_days > due.days, true)
          and key.expires_at - key.created_at > make_interval(days => due.days)
        returning ${aboutColumns}, due.days`,
  );
}

/** Keys that would be held without their owner. */
export function belongingsInKeys(db: Db, project: AuthorizedProject, userId: string) {
  return listRows<{ kind: 'key'; name: string; becomes: 'held'; lastUsedAt: string | null }>(
    db,
    sql`select 'key' as kind, key.name, 'held' as becomes,
          (select max(secret.last_used_at) from api_key_secrets secret
            where secret.key_id = key.id) as "lastUsedAt"
        from api_keys key
        where key.project_id = ${project.id} and key.owner_id = ${userId}
          and key.revoked_at is null and (key.expires_at is null or key.expires_at > now())
        order by 4 desc nulls last limit 100`,
  );
}
