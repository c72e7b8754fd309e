import type { Logger } from 'pino';
import { changeRows, type Db, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';

/**
 * The processes that share our database. Each is
 * - beating: it says every few seconds that it is there
 * - gone: it said goodbye, or has been silent for so long that it must be dead. One that was only
 *   cut off and comes back is beating again; what others took over meanwhile is not its any more
 */
export type Processes = {
  /** Of this one; whoever holds something writes it down with it. */
  id: string;
  /** Which of these are gone. */
  findGone(ids: string[]): Promise<Set<string>>;
  /** Runs with every beat: for what is told once for all that this process does. */
  onBeat(task: () => Promise<void>): void;
  /** From the first beat on it counts. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

const BEAT_MS = 1_000;
export const SILENCE_SECONDS = 15;

export function createProcesses(db: Db, logger: Logger): Processes {
  const id = crypto.randomUUID();
  const tasks: (() => Promise<void>)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let beating = Promise.resolve();
  let isStopped = false;

  /** One after the other: a slow database is not asked again before it has answered. */
  function plan(): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      beating = beatAndTell()
        .catch((error: unknown) => logger.warn({ err: error }, 'heartbeat missed'))
        .finally(plan);
    }, BEAT_MS);
    timer.unref();
  }

  async function beatAndTell(): Promise<void> {
    await beat(db, id);
    for (const task of tasks) await task();
  }

  return {
    id,
    findGone: (ids) => findGone(db, ids),
    onBeat: (task) => void tasks.push(task),
    start: async () => {
      await beat(db, id);
      plan();
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await beating;
      // A process that could not sign off falls silent, which says the same a little later.
      await changeRows(db, sql`delete from processes where id = ${id}`).catch(() => 0);
    },
  };
}

async function beat(db: Db, id: string): Promise<void> {
  await changeRows(
    db,
    sql`insert into processes (id) values (${id})
        on conflict (id) do update set beaten_at = now()`,
  );
}

async function findGone(db: Db, ids: string[]): Promise<Set<string>> {
  const beating = await listRows<{ id: string }>(
    db,
    sql`select id from processes where id = any(${ids}::uuid[])
          and beaten_at > now() - make_interval(secs => ${SILENCE_SECONDS})`,
  );
  const alive = new Set(beating.map((row) => row.id));
  return new Set(ids.filter((id) => !alive.has(id)));
}
