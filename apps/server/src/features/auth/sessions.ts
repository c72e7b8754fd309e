import { changeRows, type Db } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { makeToken } from '#platform/access/tokens.ts';
import type { RequestFacts } from '#platform/http/request-facts.ts';

const SESSION_DAYS = 90;
const IMPERSONATION_HOURS = 1;

/** Opens a session and returns the token, which is known to nobody but its holder from then on. */
export async function startSession(
  db: Db,
  session: { userId: string; impersonatorId?: string; request: RequestFacts },
): Promise<string> {
  const { token, hash } = makeToken();
  const lifetime = session.impersonatorId
    ? sql`make_interval(hours => ${IMPERSONATION_HOURS})`
    : sql`make_interval(days => ${SESSION_DAYS})`;
  await changeRows(
    db,
    sql`insert into sessions (token_hash, user_id, impersonator_id, expires_at, user_agent, address)
        values (${hash}, ${session.userId}, ${session.impersonatorId}, now() + ${lifetime},
          ${session.request.userAgent}, ${session.request.address})`,
  );
  return token;
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
