import { findRow, listRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { happened } from '#platform/outbox/happened.ts';

/** Of somebody whose ways in were taken away: all keys, or those with a secret made since. */
export async function revokeKeysOf(
  tx: Tx,
  userId: string,
  since: Date | null = null,
): Promise<void> {
  const revoked = await listRows<Revoked>(
    tx,
    sql`update api_keys key set revoked_at = now()
        where owner_id = ${userId} and revoked_at is null
          and (${since}::timestamptz is null or exists (select from api_key_secrets secret
            where secret.key_id = key.id and secret.created_at >= ${since}::timestamptz))
        returning id, project_id as "projectId"`,
  );
  for (const key of revoked) await tellRevoked(tx, key);
}

export async function revokeKey(tx: Tx, keyId: string, by: string | null): Promise<void> {
  const revoked = await findRow<Revoked>(
    tx,
    sql`update api_keys set revoked_at = now(), revoked_by = ${by}
        where id = ${keyId} and revoked_at is null
        returning id, project_id as "projectId"`,
  );
  if (revoked) await tellRevoked(tx, revoked);
}

type Revoked = { id: string; projectId: string };

/** What it still asks for is nobody's wish any more. */
function tellRevoked(tx: Tx, { id: keyId, projectId }: Revoked): Promise<void> {
  return happened(tx, `key ${keyId}`, { type: 'key.revoked', projectId, data: { keyId } });
}
