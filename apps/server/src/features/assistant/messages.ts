import { Failure } from '@causeway/contract/errors.ts';
import type { AnswerEvent, AnswerState, MessagePart } from '@causeway/contract/assistant/parts.ts';
import type { ChatMessage, Mention } from '@causeway/contract/assistant/threads.ts';
import { changeRows, type Db, findRow, listRows, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/** Of a thread; older ones are left out of what a browser is sent at once. */
const MOST_MESSAGES = 2_000;

const columns = sql`id, parent_id as "parentId", role, parts, state, model, mentions, feedback,
  created_at as "createdAt"`;

export function listMessages(db: Db, threadId: string): Promise<ChatMessage[]> {
  return listRows<ChatMessage>(
    db,
    sql`select * from (select ${columns} from assistant_messages where thread_id = ${threadId}
          order by created_at desc limit ${MOST_MESSAGES}) latest order by "createdAt"`,
  );
}

/** From the first question to this message: what a model is told of the thread. */
export function listBranch(db: Db, threadId: string, leafId: string): Promise<ChatMessage[]> {
  return listRows<ChatMessage>(
    db,
    sql`with recursive branch as (
          select message.*, 0 as depth from assistant_messages message
          where id = ${leafId} and thread_id = ${threadId}
          union all
          select parent.*, branch.depth + 1 from assistant_messages parent
          join branch on parent.id = branch.parent_id where branch.depth < 200
        )
        select ${columns} from branch order by depth desc`,
  );
}

export async function readMessage(
  db: Db,
  threadId: string,
  messageId: string,
): Promise<ChatMessage> {
  const message = await findRow<ChatMessage>(
    db,
    sql`select ${columns} from assistant_messages
        where id = ${messageId} and thread_id = ${threadId}`,
  );
  if (!message) throw new Failure('E_MESSAGE_NOT_FOUND');
  return message;
}

export type Question = {
  threadId: string;
  questionId: string;
  text: string;
  parentId: string | null;
  mentions: Mention[];
  language: 'en' | 'de';
  model: string;
  processId: string;
};

export type Begun = { answerId: string; isNew: boolean };

/**
 * Writes down a question and the answer that begins, together. The same question again finds its
 * answer; another one while the thread is being answered is refused.
 */
export async function beginAnswer(tx: Tx, question: Question): Promise<Begun> {
  const { threadId, questionId, text, parentId } = question;
  const title = text.slice(0, 80).split('\n')[0];
  // Two questions of one thread take turns here.
  await changeRows(tx, sql`select from assistant_threads where id = ${threadId} for update`);
  const known = await findRow<{ id: string }>(
    tx,
    sql`select answer.id from assistant_messages answer
        join assistant_messages asked on asked.id = answer.parent_id
        where asked.id = ${questionId} and asked.thread_id = ${threadId} limit 1`,
  );
  if (known) return { answerId: known.id, isNew: false };
  await refuseBusy(tx, threadId);
  if (parentId !== null) await readMessage(tx, threadId, parentId);
  const answerId = crypto.randomUUID();
  const parts: MessagePart[] = [{ type: 'text', text }];
  const inserted = await changeRows(
    tx,
    sql`insert into assistant_messages (id, thread_id, parent_id, role, parts, mentions, language)
        values (${questionId}, ${threadId}, ${parentId}, 'person', ${JSON.stringify(parts)},
          ${JSON.stringify(question.mentions)}, ${question.language}) on conflict do nothing`,
  );
  // The id is taken by a message of somebody else.
  if (inserted === 0) throw new Failure('E_VALIDATION');
  await insertAnswer(tx, { ...question, answerId, parentId: questionId });
  await changeRows(
    tx,
    sql`update assistant_threads set leaf_id = ${answerId}, updated_at = now(),
          title = case when title = '' then ${title} else title end
        where id = ${threadId}`,
  );
  return { answerId, isNew: true };
}

type NewAnswer = {
  threadId: string;
  answerId: string;
  parentId: string;
  language: 'en' | 'de';
  model: string;
  processId: string;
};

async function insertAnswer(tx: Tx, answer: NewAnswer): Promise<void> {
  await changeRows(
    tx,
    sql`insert into assistant_messages
          (id, thread_id, parent_id, role, state, model, language, process_id)
        values (${answer.answerId}, ${answer.threadId}, ${answer.parentId}, 'assistant', 'running',
          ${answer.model}, ${answer.language}, ${answer.processId})`,
  );
}

async function refuseBusy(tx: Tx, threadId: string): Promise<void> {
  const running = await findRow<{ id: string }>(
    tx,
    sql`select id from assistant_messages where thread_id = ${threadId} and state = 'running'`,
  );
  if (running) throw new Failure('E_THREAD_BUSY', undefined, { messageId: running.id });
}

export type Settled = {
  answerId: string;
  threadId: string;
  parts: MessagePart[];
  state: AnswerState;
  usage: unknown;
};

/** What is settled needs no chunks any more; only who makes an answer settles it. */
export async function settleAnswer(tx: Tx, settled: Settled): Promise<boolean> {
  const { answerId, threadId } = settled;
  const changed = await changeRows(
    tx,
    sql`update assistant_messages set parts = ${JSON.stringify(settled.parts)},
          state = ${settled.state}, usage = ${JSON.stringify(settled.usage ?? null)},
          settled_at = now(), process_id = null
        where id = ${answerId} and state = 'running'`,
  );
  await changeRows(tx, sql`delete from assistant_chunks where message_id = ${answerId}`);
  await changeRows(tx, sql`update assistant_threads set updated_at = now() where id = ${threadId}`);
  return changed > 0;
}

export async function putParts(db: Db, messageId: string, parts: MessagePart[]): Promise<void> {
  await changeRows(
    db,
    sql`update assistant_messages set parts = ${JSON.stringify(parts)},
          state = case when state = 'waiting' then 'done' else state end
        where id = ${messageId}`,
  );
}

export async function askToStop(db: Db, threadId: string, messageId: string): Promise<void> {
  await changeRows(
    db,
    sql`update assistant_messages set stop_asked = true
        where id = ${messageId} and thread_id = ${threadId} and state = 'running'`,
  );
}

export async function putFeedback(
  db: Db,
  message: { threadId: string; messageId: string; feedback: 'good' | 'bad' | null },
): Promise<void> {
  await changeRows(
    db,
    sql`update assistant_messages set feedback = ${message.feedback}
        where id = ${message.messageId} and thread_id = ${message.threadId}
          and role = 'assistant'`,
  );
}

/** What another instance has written of an answer so far, after an event. */
export async function listChunks(db: Db, messageId: string, after: number): Promise<AnswerEvent[]> {
  const rows = await listRows<{ events: AnswerEvent[] }>(
    db,
    sql`select events from assistant_chunks where message_id = ${messageId} and to_seq > ${after}
        order by from_seq`,
  );
  return rows.flatMap(({ events }) => events).filter(({ seq }) => seq > after);
}
