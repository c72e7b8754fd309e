import type { AnswerEvent, MessagePart } from '@causeway/contract/assistant/parts.ts';
import { foldEvent } from '@causeway/contract/assistant/parts.ts';
import { LETTERS_A_TOKEN } from '#platform/ai/allowance.ts';
import { changeRows, type Database, type Db, findRow, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { listChunks, settleAnswer } from '../messages.ts';
import type { LiveAnswer } from './live-answer.ts';

export type Watched = { id: string; stopAsked: boolean; isWatched: boolean };

/**
 * Writes what is new of all answers of this process, and reads what others want of them: one
 * statement, however many there are. An answer whose thread was deleted is not among the result.
 */
export async function saveChunks(db: Db, answers: readonly LiveAnswer[]): Promise<Watched[]> {
  const chunks = answers.flatMap(({ id, events, saved }) => {
    const fresh = events.slice(saved);
    if (fresh.length === 0) return [];
    return [{ id, from: saved, to: saved + fresh.length - 1, events: fresh }];
  });
  const rows = await listRows<Watched>(
    db,
    sql`with chunk as (
          insert into assistant_chunks (message_id, from_seq, to_seq, events)
          select message.id, fresh."from", fresh."to", fresh.events
          from jsonb_to_recordset(${JSON.stringify(chunks)}::jsonb)
            as fresh(id uuid, "from" int, "to" int, events jsonb)
          join assistant_messages message on message.id = fresh.id and message.state = 'running'
          -- One that is being settled meanwhile deletes its chunks: none may come after.
          for share of message
          on conflict do nothing
        )
        select id, stop_asked as "stopAsked",
          coalesce(watched_until > now(), false) as "isWatched"
        from assistant_messages where id = any(${answers.map(({ id }) => id)}::uuid[])`,
  );
  const counts = new Map(chunks.map(({ id, to }) => [id, to + 1]));
  for (const answer of answers) answer.saved = counts.get(answer.id) ?? answer.saved;
  return rows;
}

export type Stored = {
  state: string;
  parts: MessagePart[];
  processId: string | null;
};

export function findStored(db: Db, messageId: string): Promise<Stored | undefined> {
  return findRow<Stored>(
    db,
    sql`select state, parts, process_id as "processId" from assistant_messages
        where id = ${messageId} and role = 'assistant'`,
  );
}

export type AnswerCost = {
  processId: string | null;
  userId: string;
  usage: { inputTokens: number; outputTokens: number; cachedTokens?: number } | null;
};

/**
 * What an answer used, and who makes it while it is made; for who counts it. Of one whose process was
 * lost it is what it had written down.
 */
export async function findAnswerCost(db: Db, answerId: string): Promise<AnswerCost | undefined> {
  const found = await findRow<AnswerCost & { letters: number }>(
    db,
    sql`select message.process_id as "processId", thread.owner_id as "userId", message.usage,
          coalesce((select sum(length(event ->> 'delta')) from assistant_chunks chunk,
            jsonb_array_elements(chunk.events) event where chunk.message_id = message.id), 0)::int
            as letters
        from assistant_messages message join assistant_threads thread
          on thread.id = message.thread_id
        where message.id = ${answerId}`,
  );
  if (!found) return undefined;
  const { letters, usage, ...about } = found;
  return { ...about, usage: usage ?? saidSoFar(letters) };
}

function saidSoFar(letters: number): AnswerCost['usage'] {
  if (letters === 0) return null;
  return { inputTokens: 0, outputTokens: Math.ceil(letters / LETTERS_A_TOKEN) };
}

/** For so long the process that makes it tells of every new chunk. */
export async function noteWatching(db: Db, messageId: string): Promise<void> {
  await changeRows(
    db,
    sql`update assistant_messages set watched_until = now() + interval '15 seconds'
        where id = ${messageId} and state = 'running'`,
  );
}

/** Answers of a thread whose process is gone end with what it had written. */
export async function settleOrphans(
  db: Database,
  findGone: (ids: string[]) => Promise<Set<string>>,
  threadId: string,
): Promise<void> {
  const running = await listRows<{ id: string; processId: string }>(
    db,
    sql`select id, process_id as "processId" from assistant_messages
        where thread_id = ${threadId} and state = 'running' and process_id is not null`,
  );
  if (running.length === 0) return;
  const gone = await findGone(running.map(({ processId }) => processId));
  for (const { id, processId } of running) {
    if (!gone.has(processId)) continue;
    await db.transaction(async (tx) => {
      const events: AnswerEvent[] = await listChunks(tx, id, -1);
      const parts = events.reduce<MessagePart[]>(foldEvent, []);
      const letters = parts.reduce(
        (sum, part) => sum + (part.type === 'text' ? part.text.length : 0),
        0,
      );
      const usage = saidSoFar(letters);
      await settleAnswer(tx, { answerId: id, threadId, parts, state: 'interrupted', usage });
    });
  }
}
