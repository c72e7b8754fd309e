import type { Proof, Session } from '@causeway/contract/auth/security.ts';
import { changeRows, type Db, listRows, readRow } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { makeToken } from '#platform/access/tokens.ts';
import type { Actor, Origin } from '#platform/access/actor.ts';

const SESSION_DAYS = 90;
const IMPERSONATION_HOURS = 1;

/** Opens a session and returns the token, which is known to nobody but its holder from then on. */
export async function startSession(
  db: Db,
  session: { userId: string; origin: Origin; proofs: Proof[] },
): Promise<string> {
  const { token, hash } = makeToken();
  await changeRows(
    db,
    sql`insert into sessions (token_hash, user_id, expires_at, user_agent, address, proofs)
        values (${hash}, ${session.userId}, now() + make_interval(days => ${SESSION_DAYS}),
          ${session.origin.userAgent}, ${session.origin.address}, ${session.proofs})`,
  );
  return token;
}

/** A session within another: it belongs to somebody else and outlives neither its hour nor its parent. */
export async function startSessionAs(
  db: Db,
  session: { userId: string; parent: Actor; origin: Origin; mode: 'act' | 'view' },
): Promise<{ token: string; until: string }> {
  const { token, hash } = makeToken();
  const { userId, parent, origin, mode } = session;
  const { until } = await readRow<{ until: string }>(
    db,
    sql`insert into sessions
          (token_hash, user_id, impersonator_id, parent_id, mode, expires_at, user_agent, address)
        select ${hash}, ${userId}, ${parent.user.id}, id, ${mode},
          least(expires_at, now() + make_interval(hours => ${IMPERSONATION_HOURS})),
          ${origin.userAgent}, ${origin.address}
        from sessions where id = ${parent.sessionId} returning expires_at as until`,
  );
  return { token, until };
}

/**
 * Back to the session it began from, with the end that one had: it gets a new token, since only
 * hashes of tokens are kept. Undefined when it has ended meanwhile.
 */
export async function returnToParent(db: Db, sessionId: string): Promise<string | undefined> {
  const { token, hash } = makeToken();
  const returned = await changeRows(
    db,
    sql`update sessions parent set token_hash = ${hash}, last_seen_at = now()
        from sessions child
        where child.id = ${sessionId} and parent.id = child.parent_id
          and parent.user_id = child.impersonator_id and parent.expires_at > now()`,
  );
  return returned === 1 ? token : undefined;
}

/** False when it has ended already. */
export async function endSession(db: Db, sessionId: string): Promise<boolean> {
  return (await changeRows(db, sql`delete from sessions where id = ${sessionId}`)) > 0;
}

/** Where somebody is signed in, and where staff act as them; the newest use first. */
export function listSessions(db: Db, { userId, sessionId }: Owner): Promise<Session[]> {
  return listRows(
    db,
    sql`select session.id, session.id = ${sessionId} as "isCurrent",
          session.created_at as "createdAt", session.last_seen_at as "lastSeenAt",
          session.user_agent as "userAgent", session.address, session.proofs,
          staff.name as impersonator
        from sessions session left join users staff on staff.id = session.impersonator_id
        where session.user_id = ${userId} and session.expires_at > now()
          and session.last_seen_at > now() - interval '30 days'
        order by session.id = ${sessionId} desc, session.last_seen_at desc, session.id
        limit 200`,
  );
}

type Owner = { userId: string; sessionId: string };

/** False when it is not theirs, or has ended. */
export async function endOwnSession(db: Db, { userId, sessionId }: Owner): Promise<boolean> {
  const ended = await changeRows(
    db,
    sql`delete from sessions where id = ${sessionId} and user_id = ${userId}`,
  );
  return ended > 0;
}

export async function endOtherSessions(db: Db, { userId, sessionId }: Owner): Promise<void> {
  await changeRows(
    db,
    sql`delete from sessions
        where (user_id = ${userId} or impersonator_id = ${userId}) and id <> ${sessionId}`,
  );
}

/** From now on, for some minutes, dangerous changes don't ask again. */
export async function noteProof(db: Db, sessionId: string): Promise<void> {
  await changeRows(db, sql`update sessions set proved_at = now() where id = ${sessionId}`);
}

/** Also those in which this user acts as somebody else. */
export async function endAllSessions(db: Db, userId: string): Promise<void> {
  await changeRows(
    db,
    sql`delete from sessions where user_id = ${userId} or impersonator_id = ${userId}`,
  );
}
