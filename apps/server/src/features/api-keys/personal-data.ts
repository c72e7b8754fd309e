import { listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';

/** What keys are for and when they were used; never what they are. */
export const personalDataOfKeys: PersonalData = {
  files: {
    'api-keys': (db, { id }) =>
      listRows(
        db,
        sql`select key.id, key.name, key.project_id as "projectId", key.scopes,
              key.addresses::text[] as addresses, key.created_at as "createdAt",
              key.expires_at as "expiresAt", key.revoked_at as "revokedAt",
              (select json_agg(json_build_object('hint', secret.hint,
                  'createdAt', secret.created_at, 'endsAt', secret.ends_at,
                  'lastUsedAt', secret.last_used_at, 'lastAddress', secret.last_address))
                from api_key_secrets secret where secret.key_id = key.id) as secrets
            from api_keys key where key.owner_id = ${id} order by key.created_at`,
      ),
  },
};
