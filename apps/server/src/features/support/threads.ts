import type { AskedThread, SupportMessage, SupportThread } from '@causeway/contract/support.ts';
import { changeRows, type Db, findRow, listRows, readRow, type Tx } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

const columns = sql`thread.id, thread.subject, thread.state, thread.created_at as "createdAt",
  date_trunc('milliseconds', thread.last_at) as "lastAt", thread.last_by as "lastBy",
  thread.last_by = 'staff' and thread.last_at > thread.seen_at as "isUnread"`;

const asked = sql`${columns}, thread.page, thread.build, thread.request_id as "requestId",
  json_build_object('id', account.id, 'name', account.name, 'email', account.email,
    'avatar', account.avatar) as person`;
const askedBy = sql`support_threads thread join users account on account.id = thread.user_id`;

export function listThreads(db: Db, userId: string): Promise<SupportThread[]> {
  return listRows(
    db,
    sql`select ${columns} from support_threads thread where thread.user_id = ${userId}
        order by thread.last_at desc limit 200`,
  );
}

export function findThread(
  db: Db,
  userId: string,
  threadId: string,
): Promise<SupportThread | undefined> {
  return findRow(
    db,
    sql`select ${columns} from support_threads thread
        where thread.id = ${threadId} and thread.user_id = ${userId}`,
  );
}

type Page = { state: 'open' | 'closed'; lastAt: string | null; id: string | null; limit: number };

/** Open ones that wait for an answer come first, the longest waiting on top. */
export function listAsked(db: Db, { state, lastAt, id, limit }: Page): Promise<AskedThread[]> {
  return listRows(
    db,
    sql`select ${asked} from ${askedBy}
        where thread.state = ${state} and (${lastAt}::timestamptz is null
          or (date_trunc('milliseconds', thread.last_at), thread.id)
            < (${lastAt}::timestamptz, ${id}::uuid))
        order by date_trunc('milliseconds', thread.last_at) desc, thread.id desc limit ${limit}`,
  );
}

export function findAsked(db: Db, threadId: string): Promise<AskedThread | undefined> {
  return findRow(db, sql`select ${asked} from ${askedBy} where thread.id = ${threadId}`);
}

export function listMessages(db: Db, threadId: string): Promise<SupportMessage[]> {
  return listRows(
    db,
    sql`select message.id, message.text, message.created_at as "createdAt",
          message.by_staff as "byStaff",
          case when account.id is not null then
            json_build_object('name', account.name, 'avatar', account.avatar) end as author,
          coalesce((select json_agg(file.id order by file.created_at, file.id)
            from support_files file where file.message_id = message.id), '[]') as files
        from support_messages message left join users account on account.id = message.author_id
        where message.thread_id = ${threadId}
        order by message.created_at, message.id limit 1000`,
  );
}

export type NewThread = {
  userId: string;
  subject: string;
  page: string;
  build: string;
  requestId: string | null;
};

export async function insertThread(tx: Tx, thread: NewThread): Promise<string> {
  const { id } = await readRow<{ id: string }>(
    tx,
    sql`insert into support_threads (user_id, subject, page, build, request_id)
        values (${thread.userId}, ${thread.subject}, ${thread.page}, ${thread.build},
          ${thread.requestId}) returning id`,
  );
  return id;
}

export type NewMessage = {
  threadId: string;
  authorId: string;
  byStaff: boolean;
  text: string;
  files: readonly string[];
};

/** Only pictures that the author uploaded and sent with nothing else yet go along. */
export async function insertMessage(tx: Tx, message: NewMessage): Promise<void> {
  const { id } = await readRow<{ id: string }>(
    tx,
    sql`insert into support_messages (thread_id, author_id, by_staff, text)
        values (${message.threadId}, ${message.authorId}, ${message.byStaff}, ${message.text})
        returning id`,
  );
  await changeRows(
    tx,
    sql`update support_files set message_id = ${id}
        where id = any(${message.files}::uuid[]) and user_id = ${message.authorId}
          and message_id is null`,
  );
  const by = message.byStaff ? 'staff' : 'person';
  await changeRows(
    tx,
    sql`update support_threads set last_at = now(), last_by = ${by},
          state = case when ${by} = 'person' then 'open' else state end
        where id = ${message.threadId}`,
  );
}

export async function setState(tx: Tx, threadId: string, state: 'open' | 'closed'): Promise<void> {
  await changeRows(tx, sql`update support_threads set state = ${state} where id = ${threadId}`);
}

export async function markSeen(db: Db, userId: string, threadId: string): Promise<void> {
  await changeRows(
    db,
    sql`update support_threads set seen_at = now()
        where id = ${threadId} and user_id = ${userId}`,
  );
}

export async function insertFile(db: Db, userId: string, content: Buffer): Promise<string> {
  const { id } = await readRow<{ id: string }>(
    db,
    sql`insert into support_files (user_id, content) values (${userId}, ${content}) returning id`,
  );
  return id;
}

export async function findFile(
  db: Db,
  fileId: string,
  reader: { id: string; staff: boolean },
): Promise<Buffer | undefined> {
  const found = await findRow<{ content: Buffer }>(
    db,
    sql`select content from support_files
        where id = ${fileId} and (user_id = ${reader.id}
          or (${reader.staff}::boolean and message_id is not null))`,
  );
  return found?.content;
}

export async function listStaffIds(db: Db): Promise<string[]> {
  const rows = await listRows<{ id: string }>(
    db,
    sql`select id from users where staff and suspended_at is null order by id limit 200`,
  );
  return rows.map(({ id }) => id);
}
