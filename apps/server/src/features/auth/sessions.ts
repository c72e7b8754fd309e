import { changeRows, type Db } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { makeToken } from '#platform/access/tokens.ts';
import type { Actor, Origin } from '#platform/access/actor.ts';

const SESSION_DAYS = 90;
const IMPERSONATION_HOURS = 1;

/** Opens a session and returns the token, which is known to nobody but its holder from then on. */
export async function startSession(
  db: Db,
  session: { userId: string; origin: Origin },
): Promise<string> {
  const { token, hash } = makeToken();
  await changeRows(
    db,
    sql`insert into sessions (token_hash, user_id, expires_at, user_agent, address)
        values (${hash}, ${session.userId}, now() + make_interval(days => ${SESSION_DAYS}),
          ${session.origin.userAgent}, ${session.origin.address})`,
  );
  return token;
}

/** A session within another: it belongs to somebody else and outlives neither its hour nor its parent. */
export async function startSessionAs(
  db: Db,
  session: { userId: string; parent: Actor; origin: Origin },
): Promise<string> {
  const { token, hash } = makeToken();
  const { userId, parent, origin } = session;
  await changeRows(
    db,
    sql`insert into sessions
          (token_hash, user_id, impersonator_id, parent_id, expires_at, user_agent, address)
        select ${hash}, ${userId}, ${parent.user.id}, id,
          least(expires_at, now() + make_interval(hours => ${IMPERSONATION_HOURS})),
          ${origin.userAgent}, ${origin.address}
        from sessions where id = ${parent.sessionId}`,
  );
  return token;
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

export async function endSession(db: Db, sessionId: string): Promise<void> {
  await changeRows(db, sql`delete from sessions where id = ${sessionId}`);
}

/** Also those in which this user acts as somebody else. */
export async function endAllSessions(db: Db, userId: string): Promise<void> {
  await changeRows(
    db,
    sql`delete from sessions where user_id = ${userId} or impersonator_id = ${userId}`,
  );
}
