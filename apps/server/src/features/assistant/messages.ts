import { Failure } from '@causeway/contract/errors.ts';
import type {
  AnswerEvent,
  AnswerState,
  DataLevel,
  MessagePart,
} from '@causeway/contract/assistant/parts.ts';
import type { ChatMessage, Mention } from '@causeway/contract/assistant/threads.ts';
import {
  changeRows,
  type Database,
  type Db,
  findRow,
  listRows,
  readRow,
  type Tx,
} from '#platform/db/database.ts';
import { prepared, sql } from '#platform/db/sql.ts';
import type { EarlierMessage } from './earlier-answers.ts';
import type { Thread } from './threads.ts';
import { keptBy } from './tools/withheld.ts';

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
export function listBranch(
  db: Db,
  { id: threadId, connectorId }: Pick<Thread, 'id' | 'connectorId'>,
  leafId: string,
): Promise<EarlierMessage[]> {
  return listRows<EarlierMessage>(
    db,
    sql`with recursive branch as (
          select message.*, 0 as depth from assistant_messages message
          where id = ${leafId} and thread_id = ${threadId}
          union all
          select parent.*, branch.depth + 1 from assistant_messages parent
          join branch on parent.id = branch.parent_id where branch.depth < 200
        )
        select ${columns}, json_build_object('level', level, 'kept', kept, 'keptNow',
            case when asked is null or place."isThere" then place."keptNow" else 'unknown' end)
            as "madeWith"
        from branch cross join lateral (
          select asked, connectors.id is not null as "isThere", ${keptBy()} as "keptNow"
          from coalesce(branch.connector_id, ${connectorId}::uuid) asked
          left join connectors on connectors.id = asked) place
        order by depth desc`,
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
  /** How much of the data the answer is made with (earlier-answers.ts). */
  madeWith: { level: DataLevel; connectorId: string | null; kept: string | null };
  processId: string;
};

export type Begun<Set> = { answerId: string; isNew: true; set: Set } | NotBegun;
type NotBegun = { answerId: string; isNew: false };

/** What is set aside for an answer, in the transaction that begins it. */
type SetAside<Set> = (tx: Tx, answerId: string) => Promise<Set>;

/**
 * Writes down a question and the answer that begins, together, with what is set aside for it. The same
 * question again finds its answer; another one while the thread is being answered is refused.
 */
export async function beginAnswer<Set>(
  db: Database,
  question: Question,
  setAside: SetAside<Set>,
): Promise<Begun<Set>> {
  const answerId = crypto.randomUUID();
  // Mostly nothing stands in the way, and somebody waits for the first word.
  const begun = await db
    .transaction(async (tx) => {
      if (!(await insertBoth(tx, question, answerId))) throw new NotAtOnce();
      return { answerId, isNew: true as const, set: await setAside(tx, answerId) };
    })
    .catch((error: unknown) => {
      if (error instanceof NotAtOnce) return undefined;
      throw error;
    });
  if (begun) return begun;
  return db.transaction(async (tx) => {
    const known = await findBegun(tx, question);
    if (known) return { answerId: known, isNew: false };
    // The id may be taken by a message of somebody else.
    if (!(await insertBoth(tx, question, answerId))) throw new Failure('E_VALIDATION');
    return { answerId, isNew: true, set: await setAside(tx, answerId) };
  });
}

/** Something is in the way: what was written so far goes back, and it is looked at. */
class NotAtOnce extends Error {}

async function findBegun(tx: Tx, question: Question): Promise<string | undefined> {
  const { threadId, questionId, parentId } = question;
  // Two questions of one thread take turns here.
  await changeRows(tx, sql`select from assistant_threads where id = ${threadId} for update`);
  // Only what is asked after waiting for that lock sees what the one before wrote.
  const found = await readRow<Found>(
    tx,
    sql`select
          (select answer.id from assistant_messages answer
            join assistant_messages asked on asked.id = answer.parent_id
            where asked.id = ${questionId} and asked.thread_id = ${threadId} limit 1) as "answerId",
          (select id from assistant_messages where thread_id = ${threadId} and state = 'running'
            limit 1) as "runningId",
          ${parentId}::uuid is null or exists (select from assistant_messages
            where id = ${parentId} and thread_id = ${threadId}) as "hasParent"`,
  );
  if (found.answerId !== null) return found.answerId;
  if (found.runningId !== null) {
    throw new Failure('E_THREAD_BUSY', undefined, { messageId: found.runningId });
  }
  if (!found.hasParent) throw new Failure('E_MESSAGE_NOT_FOUND');
  return undefined;
}

type Found = { answerId: string | null; runningId: string | null; hasParent: boolean };

/** Question, answer and the end of the branch in one statement: somebody waits for the first word. */
async function insertBoth(tx: Tx, question: Question, answerId: string): Promise<boolean> {
  const { threadId, questionId, text, parentId, language } = question;
  const { level, connectorId, kept } = question.madeWith;
  const title = text.slice(0, 80).split('\n')[0];
  const parts: MessagePart[] = [{ type: 'text', text }];
  const inserted = await changeRows(
    tx,
    prepared(sql`with asked as (
          insert into assistant_messages (id, thread_id, parent_id, role, parts, mentions, language)
          select ${questionId}::uuid, ${threadId}::uuid, ${parentId}::uuid, 'person',
            ${JSON.stringify(parts)}::jsonb, ${JSON.stringify(question.mentions)}::jsonb,
            ${language}::text
          where ${parentId}::uuid is null or exists (select from assistant_messages
            where id = ${parentId}::uuid and thread_id = ${threadId}::uuid)
          on conflict do nothing returning id
        ), answer as (
          insert into assistant_messages
            (id, thread_id, parent_id, role, state, model, language, process_id,
              level, connector_id, kept)
          select ${answerId}::uuid, ${threadId}::uuid, asked.id, 'assistant', 'running',
            ${question.model}::text, ${language}::text, ${question.processId}::uuid,
            ${level}::text, ${connectorId}::uuid, ${kept}::text from asked
          on conflict do nothing returning id
        )
        update assistant_threads set leaf_id = answer.id, updated_at = now(),
          title = case when title = '' then ${title} else title end
        from answer where assistant_threads.id = ${threadId}`),
  );
  return inserted > 0;
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
