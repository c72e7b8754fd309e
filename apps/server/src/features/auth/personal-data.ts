import { listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';

/** Who somebody is and how they come in; everything of it goes with the account's row. */
export const personalDataOfAuth: PersonalData = {
  files: {
    profile: (db, { id }) =>
      listRows(
        db,
        sql`select id, name, email, verified_at as "verifiedAt", created_at as "createdAt",
              settings, came_language as "cameLanguage", formats, selection,
              passkeys_only as "passkeysOnly", avatar
            from users where id = ${id}`,
      ),
    sessions: (db, { id }) =>
      listRows(
        db,
        sql`select created_at as "createdAt", last_seen_at as "lastSeenAt",
              expires_at as "expiresAt", user_agent as "userAgent", address, proofs
            from sessions where user_id = ${id} and impersonator_id is null order by created_at`,
      ),
    networks: (db, { id }) =>
      listRows(
        db,
        sql`select network, seen_at as "seenAt" from account_networks
            where user_id = ${id} order by seen_at`,
      ),
    'refused-sign-ins': (db, { id }) =>
      listRows(
        db,
        sql`select day, outcome, tries, first_at as "firstAt", last_at as "lastAt",
              last_address as "lastAddress"
            from sign_in_counts where user_id = ${id} order by day, outcome`,
      ),
    'ways-to-sign-in': (db, { id }) =>
      listRows(
        db,
        sql`select 'passkey' as kind, name, created_at as "createdAt", last_used_at as "lastUsedAt"
            from passkeys where user_id = ${id}
            union all
            select 'authenticator app', '', created_at, null from totp_secrets
            where user_id = ${id} and confirmed_at is not null
            union all
            select 'recovery code', '', created_at, used_at from recovery_codes
            where user_id = ${id}
            union all
            select issuer, email, created_at, last_used_at from identities where user_id = ${id}`,
      ),
    'changes-of-address': (db, { id }) =>
      listRows(
        db,
        sql`select old_email as "oldEmail", new_email as "newEmail", created_at as "createdAt",
              confirmed_at as "confirmedAt"
            from email_changes where user_id = ${id} order by created_at`,
      ),
  },
};
