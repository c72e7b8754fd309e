import type {
  StaffAccount,
  StaffAct,
  StaffProject,
  WholeStaffAccount,
} from '@causeway/contract/staff.ts';
import { changeRows, type Db, findRow, listRows, type Tx } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';

type After = { createdAt?: string | null; id?: string | null };
type Search = { search: string; after: After; limit: number };

export type KeptMailRow = {
  id: string;
  to: string;
  subject: string;
  body: string;
  createdAt: string;
};

export function listKeptMails(db: Db, { search, after, limit }: Search): Promise<KeptMailRow[]> {
  return listRows(
    db,
    sql`select id, recipient as to, subject, body, date_trunc('milliseconds', created_at) as "createdAt"
        from kept_mails where ${isAfter(after)} and (${search} = ''
          or position(lower(${search}) in lower(recipient)) > 0
          or position(lower(${search}) in lower(subject)) > 0)
        order by date_trunc('milliseconds', created_at) desc, id desc limit ${limit}`,
  );
}

const accountColumns = sql`account.id, account.email, account.name, account.avatar,
  account.verified_at is not null as verified, account.staff,
  account.suspended_at as "suspendedAt", account.erase_at as "eraseAt",
  date_trunc('milliseconds', account.created_at) as "createdAt"`;

export function listAccounts(db: Db, { search, after, limit }: Search): Promise<StaffAccount[]> {
  return listRows(
    db,
    sql`select ${accountColumns} from users account
        where ${isAfter(after, sql`account.`)} and (${search} = '' or account.id::text = lower(${search})
          or position(lower(${search}) in lower(account.email)) > 0
          or position(lower(${search}) in lower(account.name)) > 0)
        order by date_trunc('milliseconds', account.created_at) desc, account.id desc
        limit ${limit}`,
  );
}

export function findWholeAccount(db: Db, userId: string): Promise<WholeStaffAccount | undefined> {
  return findRow(
    db,
    sql`select ${accountColumns},
          (select max(last_seen_at) from sessions
            where user_id = account.id and impersonator_id is null) as "lastSeenAt",
          (select count(*)::int from sessions
            where user_id = account.id and impersonator_id is null and expires_at > now()) as sessions,
          (select count(*)::int from api_keys
            where owner_id = account.id and revoked_at is null) as keys,
          json_build_object('password', account.password_hash is not null,
            'totp', exists (select from totp_secrets
              where user_id = account.id and confirmed_at is not null),
            'passkeys', (select count(*) from passkeys where user_id = account.id),
            'identities', (select count(*) from identities where user_id = account.id)) as ways,
          coalesce((select json_agg(json_build_object('id', project.id, 'name', project.name,
              'role', member.role, 'joinedAt', to_char(member.joined_at at time zone 'UTC',
                'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by lower(project.name), project.id)
            from project_members member join projects project on project.id = member.project_id
            where member.user_id = account.id), '[]') as projects
        from users account where account.id = ${userId}`,
  );
}

/** False when it was so already. Staff are ended by who runs the installation. */
export async function setSuspended(tx: Tx, userId: string, isSuspended: boolean): Promise<boolean> {
  const changed = await changeRows(
    tx,
    sql`update users set suspended_at = ${isSuspended ? sql`now()` : null}
        where id = ${userId} and (suspended_at is null) = ${isSuspended}::boolean and not staff`,
  );
  return changed > 0;
}

export function listProjectsOfAll(
  db: Db,
  { search, after, limit }: Search,
): Promise<StaffProject[]> {
  const everybody = sql`(select project_id, user_id, role from project_members
    union all select project_id, user_id, role from resting_members)`;
  return listRows(
    db,
    sql`select project.id, project.name,
          date_trunc('milliseconds', project.created_at) as "createdAt",
          (select count(*)::int from ${everybody} member
            where member.project_id = project.id) as members,
          (select count(*)::int from connectors where project_id = project.id) as connectors,
          (select count(*)::int from workflows
            where project_id = project.id and deleted_at is null) as workflows,
          coalesce((select json_agg(json_build_object('id', account.id, 'name', account.name,
              'email', account.email) order by account.name)
            from ${everybody} member join users account on account.id = member.user_id
            where member.project_id = project.id and member.role = 'owner'), '[]') as owners,
          resting.erase_at as "eraseAt"
        from projects project
        left join resting_projects resting on resting.project_id = project.id
        where ${isAfter(after, sql`project.`)} and (${search} = '' or project.id::text = lower(${search})
          or position(lower(${search}) in lower(project.name)) > 0
          or exists (select from ${everybody} member
            join users account on account.id = member.user_id
            where member.project_id = project.id and member.role = 'owner'
              and lower(account.email) = lower(${search})))
        order by date_trunc('milliseconds', project.created_at) desc, project.id desc
        limit ${limit}`,
  );
}

export function listActs(db: Db, before: string | null, limit: number): Promise<StaffAct[]> {
  return listRows(
    db,
    sql`select entry.id::text, entry.at, coalesce(actor.name, entry.actor_name) as actor,
          entry.action, entry.target, entry.details,
          (select name from users where id::text = entry.target) as "targetName"
        from audit_log entry left join users actor
          on actor.id = coalesce(entry.impersonator_id, entry.actor_id)
        where (entry.action like 'staff.%' or entry.action like 'support.%'
            or entry.action like 'impersonation.%')
          and (${before}::bigint is null or entry.id < ${before}::bigint)
        order by entry.id desc limit ${limit}`,
  );
}

/** Instants leave the database in milliseconds, so lists are ordered in milliseconds too. */
function isAfter(after: After, of: Sql = sql``): Sql {
  return sql`(${after.createdAt ?? null}::timestamptz is null
    or (date_trunc('milliseconds', ${of}created_at), ${of}id)
      < (${after.createdAt ?? null}::timestamptz, ${after.id ?? null}::uuid))`;
}
