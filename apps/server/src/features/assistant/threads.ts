import { Failure } from '@causeway/contract/errors.ts';
import type { DataLevel } from '@causeway/contract/assistant/parts.ts';
import type { ChatThread } from '@causeway/contract/assistant/threads.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { changeRows, type Db, findRow, listRows, readRow } from '#platform/db/database.ts';
import { prepared, type Sql, sql } from '#platform/db/sql.ts';

/** A thread as it is stored; `isMine` was asked for the caller. */
export type Thread = ChatThread & { ownerId: string; projectId: string };

const MOST_LISTED = 200;

function columns(actor: ProjectActor): Sql {
  return sql`thread.id, thread.project_id as "projectId", thread.owner_id as "ownerId", thread.title,
    thread.connector_id as "connectorId", thread.level, thread.is_shared as "isShared",
    thread.owner_id = ${actor.user.id} as "isMine", account.name as owner,
    thread.leaf_id as "leafId", thread.sources, thread.updated_at as "updatedAt",
    exists (select from assistant_messages message
      where message.thread_id = thread.id and message.state = 'running') as "isAnswering"`;
}

/** The caller's own, and those others share. */
function visible(actor: ProjectActor): Sql {
  return sql`thread.project_id = ${actor.project.id}
    and (thread.owner_id = ${actor.user.id} or thread.is_shared)`;
}

export function listThreads(db: Db, actor: ProjectActor, search: string): Promise<Thread[]> {
  const pattern = `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return listRows<Thread>(
    db,
    sql`select ${columns(actor)} from assistant_threads thread
        join users account on account.id = thread.owner_id
        where ${visible(actor)} and thread.leaf_id is not null
          and (${search} = '' or thread.title ilike ${pattern} or exists (
            select from assistant_messages message where message.thread_id = thread.id
              and message.role = 'person' and message.parts->0->>'text' ilike ${pattern}))
        order by thread.updated_at desc, thread.id limit ${MOST_LISTED}`,
  );
}

/** One that may be read. */
export async function readThread(db: Db, actor: ProjectActor, threadId: string): Promise<Thread> {
  const thread = await findRow<Thread>(
    db,
    prepared(sql`select ${columns(actor)} from assistant_threads thread
        join users account on account.id = thread.owner_id
        where thread.id = ${threadId} and ${visible(actor)}`),
  );
  if (!thread) throw new Failure('E_THREAD_NOT_FOUND');
  return thread;
}

/** One that may be written to: nobody writes in the name of somebody else. */
export async function readOwnThread(
  db: Db,
  actor: ProjectActor,
  threadId: string,
): Promise<Thread> {
  const thread = await readThread(db, actor, threadId);
  if (!thread.isMine) {
    throw new Failure('E_FORBIDDEN', 'Only who began a thread goes on with it.');
  }
  return thread;
}

export async function insertThread(
  db: Db,
  actor: ProjectActor,
  { connectorId, level }: { connectorId: string | null; level: DataLevel },
): Promise<string> {
  const { id } = await readRow<{ id: string }>(
    db,
    sql`insert into assistant_threads (project_id, owner_id, connector_id, level)
        values (${actor.project.id}, ${actor.user.id}, ${connectorId}, ${level}) returning id`,
  );
  return id;
}

export type ThreadChange = Partial<
  Pick<Thread, 'title' | 'isShared' | 'level' | 'connectorId'> & { leafId: string }
>;

export async function updateThread(db: Db, { id }: Thread, change: ThreadChange): Promise<void> {
  const chooses = change.connectorId !== undefined;
  await changeRows(
    db,
    sql`update assistant_threads set title = coalesce(${change.title}, title),
          is_shared = coalesce(${change.isShared}::boolean, is_shared),
          level = coalesce(${change.level}, level),
          connector_id = case when ${chooses} then ${change.connectorId ?? null}::uuid
            else connector_id end,
          leaf_id = coalesce((select message.id from assistant_messages message
            where message.thread_id = ${id} and message.id = ${change.leafId}::uuid), leaf_id)
        where id = ${id}`,
  );
}

export async function deleteThread(db: Db, { id }: Thread): Promise<void> {
  await changeRows(db, sql`delete from assistant_threads where id = ${id}`);
}

/** Once read, it stays so: what writes afterwards has to be approved. */
export async function addSources(db: Db, threadId: string, sources: string[]): Promise<void> {
  if (sources.length === 0) return;
  await changeRows(
    db,
    sql`update assistant_threads set sources = (
          select array_agg(distinct source) from unnest(sources || ${sources}::text[]) source
          limit 100)
        where id = ${threadId}`,
  );
}

export async function isConnectorOf(db: Db, projectId: string, id: string): Promise<boolean> {
  const found = await findRow(
    db,
    sql`select from connectors where id = ${id} and project_id = ${projectId}`,
  );
  return found !== undefined;
}
