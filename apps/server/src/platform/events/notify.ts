import type { ServerEvent } from '@causeway/contract/events.ts';
import type { Db } from '#platform/db/database.ts';
import { type Sql, sql } from '#platform/db/sql.ts';

export type Audience = { userId: string } | { projectId: string };
export type InstanceNote =
  | { catalogOf: string }
  | { objectsOf: string }
  | { runs: string }
  | { workflow: string }
  | { outbox: 'told' }
  /** A statement that several wait for has ended. */
  | { result: string }
  /** Answers of the assistant that have gone on. */
  | { answers: string[] };
export type EndedSessions = { sessionId: string } | { userId: string; exceptSessionId?: string };

export type Message =
  | { audience: Audience; event: ServerEvent }
  | { ended: EndedSessions }
  | { note: InstanceNote };

export const CHANNEL = 'causeway_events';

/** Heard by every instance once the transaction is committed. */
export async function notify(db: Db, message: Message): Promise<void> {
  await db.query(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(message)})`);
}

/** The end of a statement that tells what it did: one round trip instead of two. */
export function notifying(messages: readonly Message[]): Sql {
  const texts = messages.map((message) => JSON.stringify(message));
  return sql`select pg_notify(${CHANNEL}, message) from unnest(${texts}::text[]) message`;
}
