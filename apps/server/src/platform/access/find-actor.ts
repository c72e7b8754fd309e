import type { Role } from '@causeway/contract/access.ts';
import type { Scope } from '@causeway/contract/scopes.ts';
import { PROOF_MINUTES } from '@causeway/contract/security.ts';
import { findRow, type Db } from '#platform/db/database.ts';
import { prepared, type Sql, sql } from '#platform/db/sql.ts';
import type { Actor, ActorKind, AuthorizedProject, Origin } from './actor.ts';
import { hashToken } from './tokens.ts';

/** How an actor proves who they are: a session, by its token or by an id we signed, or our own word. */
export type Identity =
  | { token: string }
  | { sessionId: string }
  | {
      kind: Exclude<ActorKind, 'person' | 'key'>;
      ref: string;
      onBehalfOf: string;
      /** What it was given of that person's rights; all of them unless said. */
      scopes?: readonly Scope[];
    };

/** What a call is about, as far as it decides on rights. */
export type About = { projectId: string } | { connectorId: string } | undefined;

/** Somebody who was found; with the origin of their request they are an actor. */
export type Found = Omit<Actor, 'origin'> & {
  project: AuthorizedProject | undefined;
  /** Seconds since the session was last seen. */
  seenAgo: number;
};

type Row = {
  session_id: string | null;
  seen_ago: number;
  is_proved: boolean;
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
 * Who it is, and their role in the project the call is about, read from the database for every call:
 * a session that ended or a role that changed counts from the next call on, on every instance. One
 * statement, whoever it is.
 */
export async function findActor(
  db: Db,
  identity: Identity,
  about: About,
): Promise<Found | undefined> {
  const row = await findRow<Row>(
    db,
    prepared(sql`select account.id, account.name, account.email,
          account.verified_at is not null as verified, account.staff,
          ${sessionColumns(identity)},
          member.project_id, member.role, ${versionOf(about)} as connector_version
        from ${accountOf(identity)}
        ${connectorOf(about)}
        left join project_members member
          on member.user_id = account.id and member.project_id = ${projectOf(about)}
        where ${isLiving(identity)}`),
  );
  if (!row) return undefined;
  const isPerson = !('onBehalfOf' in identity);
  return {
    kind: isPerson ? 'person' : identity.kind,
    ref: isPerson ? `user:${row.id}` : identity.ref,
    sessionId: row.session_id,
    seenAgo: row.seen_ago,
    isProved: row.is_proved,
    scopes: 'onBehalfOf' in identity ? (identity.scopes ?? null) : null,
    user: {
      id: row.id,
      name: row.name,
      email: row.email,
      verified: row.verified,
      // Staff act as the user, with the user's rights and no more; so does what acts for somebody.
      staff: row.staff && row.impersonator_id === null && isPerson,
    },
    impersonator:
      row.impersonator_id === null
        ? undefined
        : { id: row.impersonator_id, name: row.impersonator_name ?? '' },
    project:
      row.project_id !== null && row.role !== null
        ? ({ id: row.project_id, role: row.role, ...connectorIn(row, about) } as AuthorizedProject)
        : undefined,
  };
}

/** What was found acts in this request. */
export function actorFrom(found: Found, origin: Origin): Actor & Pick<Found, 'project'> {
  const { seenAgo: _, ...actor } = found;
  return { ...actor, origin };
}

/** A session of staff who act as somebody is remembered for both. */
function sessionColumns(identity: Identity): Sql {
  if ('onBehalfOf' in identity) {
    return sql`null::uuid as session_id, 0::float8 as seen_ago, false as is_proved, null::uuid as impersonator_id,
      null::text as impersonator_name`;
  }
  return sql`session.id as session_id,
    extract(epoch from now() - session.last_seen_at)::float8 as seen_ago,
    session.impersonator_id is null
      and session.proved_at > now() - make_interval(mins => ${PROOF_MINUTES}) as is_proved,
    staff.id as impersonator_id, staff.name as impersonator_name`;
}

function accountOf(identity: Identity): Sql {
  if ('onBehalfOf' in identity) return sql`users account`;
  return sql`sessions session
    join users account on account.id = session.user_id
    left join users staff on staff.id = session.impersonator_id`;
}

function isLiving(identity: Identity): Sql {
  if ('onBehalfOf' in identity) {
    return sql`account.id = ${identity.onBehalfOf} and account.suspended_at is null`;
  }
  const isIt =
    'token' in identity
      ? sql`session.token_hash = ${hashToken(identity.token)}`
      : sql`session.id = ${identity.sessionId}`;
  return sql`${isIt} and account.suspended_at is null and session.expires_at > now()
    and session.last_seen_at > now() - interval '30 days'
    and (session.impersonator_id is null or (staff.staff and staff.suspended_at is null))`;
}

function connectorIn({ connector_version: version }: Row, about: About) {
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
