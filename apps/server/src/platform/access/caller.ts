import type { Role } from '@causeway/contract/access.ts';
import { findRow, type Db } from '#platform/db/database.ts';
import { prepared, type Sql, sql } from '#platform/db/sql.ts';
import { hashToken } from './tokens.ts';

/** Somebody with a living session. */
export type Caller = {
  sessionId: string;
  user: { id: string; name: string; email: string; verified: boolean; staff: boolean };
  /** The staff member behind the session, when it is an impersonation. */
  impersonator: { id: string; name: string } | undefined;
  seenAgo: number;
};

declare const checked: unique symbol;

/** A project the caller may act on: only `findCaller` makes one, so the check can't be forgotten. */
export type AuthorizedProject = {
  id: string;
  role: Role;
  /** The connector the call is about, as stored at the moment of the check. */
  connector?: { id: string; version: string };
  [checked]: true;
};

type CallerRow = {
  session_id: string;
  seen_ago: number;
  id: string;
  name: string;
  email: string;
  verified: boolean;
  staff: boolean;
  impersonator_id: string | null;
  impersonator_name: string | null;
  project_id: string | null;
  role: Role | null;
  connector_version: string | null;
};

/**
 * Who holds the token or the session, and their role in the project the request is about, read from the database
 * for every request: a session that ended or a role that changed counts from the next call on, on
 * every instance.
 */
export async function findCaller(
  db: Db,
  by: string | { sessionId: string },
  about: About,
): Promise<{ caller: Caller; project: AuthorizedProject | undefined } | undefined> {
  const row = await findRow<CallerRow>(
    db,
    prepared(sql`select session.id as session_id,
          extract(epoch from now() - session.last_seen_at)::float8 as seen_ago,
          account.id, account.name, account.email, account.verified_at is not null as verified,
          account.staff, staff.id as impersonator_id, staff.name as impersonator_name,
          member.project_id, member.role, ${versionOf(about)} as connector_version
        from sessions session
        join users account on account.id = session.user_id and account.suspended_at is null
        left join users staff on staff.id = session.impersonator_id
        ${connectorOf(about)}
        left join project_members member
          on member.user_id = account.id and member.project_id = ${projectOf(about)}
        where ${isSession(by)} and session.expires_at > now()
          and session.last_seen_at > now() - interval '30 days'
          and (session.impersonator_id is null or (staff.staff and staff.suspended_at is null))`),
  );
  if (!row) return undefined;
  return {
    caller: {
      sessionId: row.session_id,
      seenAgo: row.seen_ago,
      user: {
        id: row.id,
        name: row.name,
        email: row.email,
        verified: row.verified,
        // Staff act as the user, with the user's rights and no more.
        staff: row.staff && row.impersonator_id === null,
      },
      impersonator:
        row.impersonator_id === null
          ? undefined
          : { id: row.impersonator_id, name: row.impersonator_name ?? '' },
    },
    project:
      row.project_id !== null && row.role !== null
        ? ({ id: row.project_id, role: row.role, ...connectorIn(row, about) } as AuthorizedProject)
        : undefined,
  };
}

/** By the token itself, or by an id that we signed ourselves and handed out. */
function isSession(by: string | { sessionId: string }): Sql {
  return typeof by === 'string'
    ? sql`session.token_hash = ${hashToken(by)}`
    : sql`session.id = ${by.sessionId}`;
}

type About = { projectId: string } | { connectorId: string } | undefined;

function connectorIn({ connector_version: version }: CallerRow, about: About) {
  if (version === null || !about || !('connectorId' in about)) return {};
  return { connector: { id: about.connectorId.toLowerCase(), version } };
}

function projectOf(about: About): Sql {
  if (!about) return sql`null::uuid`;
  return 'projectId' in about ? sql`${about.projectId}` : sql`connector.project_id`;
}

function connectorOf(about: About): Sql {
  if (!about || 'projectId' in about) return sql``;
  return sql`left join connectors connector on connector.id = ${about.connectorId}`;
}

function versionOf(about: About): Sql {
  if (!about || 'projectId' in about) return sql`null::text`;
  return sql`connector.updated_at::text`;
}
