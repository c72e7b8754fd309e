import { changeRows, type Db } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/** A key that is real and was not let in: its person is gone, or it came from elsewhere. */
export type TurnedAway = { keyId: string; address: string; reason: 'held' | 'address' };

/**
 * A line a day, key and reason, however often it is tried; how often is told by the calls of the key. The
 * one who reads it looks for whether a key is in foreign hands.
 */
export async function recordTurnedAway(db: Db, turned: TurnedAway[]): Promise<void> {
  await changeRows(
    db,
    sql`insert into audit_log (actor_kind, actor_ref, actor_id, project_id, action, target, details,
          address)
        select 'key', 'key:' || key.id, key.owner_id, key.project_id, 'key.refused', key.id::text,
          jsonb_build_object('name', key.name, 'reason', turned.reason), turned.address
        from unnest(${turned.map(({ keyId }) => keyId)}::uuid[],
          ${turned.map(({ reason }) => reason)}::text[],
          ${turned.map(({ address }) => address)}::text[]) as turned (key_id, reason, address)
        join api_keys key on key.id = turned.key_id
        where not exists (select from audit_log told
          where told.target = key.id::text and told.action = 'key.refused'
            and told.details->>'reason' = turned.reason and told.at > now() - interval '1 day')`,
  );
}
