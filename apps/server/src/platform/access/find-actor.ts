import type { Role } from '@causeway/contract/access.ts';
import type { Scope } from '@causeway/contract/scopes.ts';
import { PROOF_MINUTES } from '@causeway/contract/auth/security.ts';
import { findRow, type Db } from '#platform/db/database.ts';
import { prepared, Sql, sql } from '#platform/db/sql.ts';
import type { Actor, ActorKind, AuthorizedProject, Origin } from './actor.ts';
import { hashToken } from './tokens.ts';

/**
 * How an actor proves who they are: a session or a key, by what only they know or by an id we signed,
 * or our own word.
 */
export type Identity =
  | { token: string }
  | { sessionId: string; within?: string }
  | { keySecret: string }
  | { keyId: string }
  | {
      kind: Exclude<ActorKind, 'person' | 'key'>;
      ref: string;
      onBehalfOf: string;
      /** What it was given of that person's rights; all of them unless said. */
      scopes?: readonly Scope[];
      /** The one project it works in, of all that person's. */
      within?: string;
    };

/** What a call is about, as far as it decides on rights. */
export type About = { projectId: string } | { connectorId: string } | undefined;

/** Somebody who was found; with the origin of their request they are an actor. */
export type Found = Omit<Actor, 'origin'> & {
  project: AuthorizedProject | undefined;
  /** Seconds since the session was last seen. */
  seenAgo: number;
  key: FoundKey | undefined;
};

export type FoundKey = {
  id: string;
  /** Which of its secrets was sent; null when it was found by its id. */
  secretId: string | null;
  /** Its person is not a member of its project any more, or suspended. */
  isHeld: boolean;
  addresses: string[];
  perMinute: number;
};

/** What is read of whoever it is. */
export type Row = {
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
  impersonation_ends: string | null;
  impersonation_mode: 'act' | 'view' | null;
  project_id: string | null;
  role: Role | null;
  connector_version: string | null;
} & Partial<KeyRow>;

type KeyRow = {
  key_id: string;
  key_secret_id: string | null;
  key_project_id: string;
  key_scopes: Scope[];
  key_addresses: string[];
  key_per_minute: number;
  key_is_held: boolean;
};

/**
 * Who it is, and their role in the project the call is about, read from the database for every call:
 * a session or key that ended or a role that changed counts from the next call on, on every instance.
 * One statement, whoever it is.
 */
export async function findActor(
  db: Db,
  identity: Identity,
  about: About,
): Promise<Found | undefined> {
  const row = await findRow<Row>(
    db,
    prepared(sql`select ${accountColumns}, ${columnsOf(identity)},
          member.project_id, ${roleNow} as role, ${versionOf(about)} as connector_version
        from ${accountOf(identity)}
        ${connectorOf(about)}
        left join project_members member
          on member.user_id = account.id and member.project_id = ${projectOf(about)}
          ${onlyWithin(identity)}
        where ${isLiving(identity)}`),
  );
  return row && foundFrom(row, identity, about);
}

/** Of `member`; whoever has no seat that is paid for reads (platform/credits/seats.ts). */
export const roleNow = sql`case when exists (select from seatless_members seatless
  where seatless.project_id = member.project_id and seatless.user_id = member.user_id)
  then 'viewer' else member.role end`;

/** What was found acts in this request. */
export function actorFrom(found: Found, origin: Origin): Actor & Pick<Found, 'project'> {
  const { seenAgo: _, key: __, ...actor } = found;
  return { ...actor, origin };
}

export function foundFrom(row: Row, identity: Identity, about: About): Found {
  const key = keyFrom(row);
  const isPerson = !key && !('onBehalfOf' in identity);
  return {
    ...whoIs(row, identity, key),
    sessionId: row.session_id,
    keyId: key?.id ?? null,
    onlyProjectId: row.key_project_id ?? ('within' in identity ? identity.within : null) ?? null,
    seenAgo: row.seen_ago,
    isProved: row.is_proved,
    key,
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
        : {
            id: row.impersonator_id,
            name: row.impersonator_name ?? '',
            until: row.impersonation_ends ?? '',
            mode: row.impersonation_mode ?? 'view',
          },
    project:
      row.project_id !== null && row.role !== null && !key?.isHeld
        ? ({ id: row.project_id, role: row.role, ...connectorIn(row, about) } as AuthorizedProject)
        : undefined,
  };
}

function whoIs(
  row: Row,
  identity: Identity,
  key: FoundKey | undefined,
): Pick<Actor, 'kind' | 'ref' | 'scopes'> {
  if (key) return { kind: 'key', ref: `key:${key.id}`, scopes: row.key_scopes ?? [] };
  if (!('onBehalfOf' in identity)) return { kind: 'person', ref: `user:${row.id}`, scopes: null };
  return { kind: identity.kind, ref: identity.ref, scopes: identity.scopes ?? null };
}

function keyFrom(row: Row): FoundKey | undefined {
  if (row.key_id === undefined) return undefined;
  return {
    id: row.key_id,
    secretId: row.key_secret_id ?? null,
    isHeld: row.key_is_held ?? true,
    addresses: row.key_addresses ?? [],
    perMinute: row.key_per_minute ?? 1,
  };
}

function isKey(identity: Identity): identity is { keySecret: string } | { keyId: string } {
  return 'keySecret' in identity || 'keyId' in identity;
}

export const accountColumns = sql`account.id, account.name, account.email,
  account.verified_at is not null as verified, account.staff`;

/** Written into the statement: it is the same for everybody. */
export const proofMinutes = new Sql([String(PROOF_MINUTES)], []);

/** A session of staff who act as somebody is remembered for both. */
export const sessionColumns = sql`session.id as session_id,
  extract(epoch from now() - session.last_seen_at)::float8 as seen_ago,
  session.impersonator_id is null
    and session.proved_at > now() - make_interval(mins => ${proofMinutes}) as is_proved,
  staff.id as impersonator_id, staff.name as impersonator_name,
  session.expires_at as impersonation_ends, session.mode as impersonation_mode`;

export const isLivingSession = sql`account.suspended_at is null and session.expires_at > now()
  and session.last_seen_at > now() - interval '30 days'
  and (session.impersonator_id is null or (staff.staff and staff.suspended_at is null))`;

function columnsOf(identity: Identity): Sql {
  const ofNoSession = sql`null::uuid as session_id, 0::float8 as seen_ago, false as is_proved,
    null::uuid as impersonator_id, null::text as impersonator_name,
    null::timestamptz as impersonation_ends, null::text as impersonation_mode`;
  if (isKey(identity)) {
    return sql`${ofNoSession}, key.id as key_id,
      ${'keySecret' in identity ? sql`secret.id` : sql`null::uuid`} as key_secret_id,
      key.project_id as key_project_id, key.scopes as key_scopes,
      key.addresses::text[] as key_addresses, key.per_minute as key_per_minute,
      (own.role is null or account.suspended_at is not null
        or account.leaving_at is not null) as key_is_held`;
  }
  if ('onBehalfOf' in identity) return ofNoSession;
  return sessionColumns;
}

function accountOf(identity: Identity): Sql {
  if (isKey(identity)) {
    const from =
      'keySecret' in identity
        ? sql`api_key_secrets secret join api_keys key on key.id = secret.key_id`
        : sql`api_keys key`;
    return sql`${from} join users account on account.id = key.owner_id
      left join project_members own
        on own.user_id = key.owner_id and own.project_id = key.project_id`;
  }
  if ('onBehalfOf' in identity) return sql`users account`;
  return sql`sessions session
    join users account on account.id = session.user_id
    left join users staff on staff.id = session.impersonator_id`;
}

function isLiving(identity: Identity): Sql {
  if (isKey(identity)) {
    const isIt =
      'keySecret' in identity
        ? sql`secret.hash = ${hashToken(identity.keySecret)}
            and (secret.ends_at is null or secret.ends_at > now())`
        : sql`key.id = ${identity.keyId}`;
    return sql`${isIt} and key.revoked_at is null
      and (key.expires_at is null or key.expires_at > now())`;
  }
  if ('onBehalfOf' in identity) {
    return sql`account.id = ${identity.onBehalfOf} and account.suspended_at is null
      and account.leaving_at is null`;
  }
  const isIt =
    'token' in identity
      ? sql`session.token_hash = ${hashToken(identity.token)}`
      : sql`session.id = ${identity.sessionId}`;
  return sql`${isIt} and ${isLivingSession}`;
}

function onlyWithin(identity: Identity): Sql {
  if (isKey(identity)) return sql`and member.project_id = key.project_id`;
  if (!('within' in identity) || identity.within === undefined) return sql``;
  return sql`and member.project_id = ${identity.within}`;
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
