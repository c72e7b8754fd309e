import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Database, Db } from '#platform/db/database.ts';
import { currentParty, onBehalfOf } from '#platform/limits/party.ts';

/**
 * Work that outlives a request. A job is enqueued in the transaction that calls for it, so it
 * exists exactly when its cause does; a worker on any instance is woken by NOTIFY and takes it. A
 * worker that dies stops its heartbeat and the job is taken again: a handler must stand being
 * repeated.
 */
export type Job<Schema extends z.ZodType = z.ZodType> = {
  name: string;
  data: Schema;
  run(data: z.output<Schema>, signal: AbortSignal): Promise<void>;
  retries?: number;
  /** How many run at once on one instance, and how many of those for one person. */
  concurrency?: number;
  perPerson?: number;
  /** A cron line, in UTC, for work that comes back by itself. */
  schedule?: string;
};

export type Jobs = {
  define<Schema extends z.ZodType>(job: Job<Schema>): void;
  enqueue<Schema extends z.ZodType>(
    db: Db,
    job: Pick<Job<Schema>, 'name' | 'data'>,
    data: z.input<Schema>,
  ): Promise<void>;
  start(options: { work: boolean }): Promise<void>;
  stop(): Promise<void>;
};

export const JOB_SCHEMA = 'causeway_jobs';
const HEARTBEAT_SECONDS = 30;
/** As long as the queue allows: the heartbeat tells the dead from the slow, and work may take hours. */
const LONGEST_SECONDS = 24 * 3_600;
/** The queue hands this to its pool: a statement without an answer must not hold a worker for ever. */
const silenceLimit = { query_timeout: 20_000 };

export function createJobs(
  database: Database,
  logger: Logger,
  /** Without it, what has a schedule is done only when somebody asks for it. */
  { keepsTime = true } = {},
): Jobs {
  const jobs = new Map<string, Job>();
  const boss = new PgBoss({
    connectionString: database.connectionString,
    schema: JOB_SCHEMA,
    application_name: 'causeway jobs',
    // They ask for work and say what became of it; the work itself has others.
    max: 2,
    useListenNotify: true,
    schedule: keepsTime,
    ...silenceLimit,
  });
  boss.on('error', (error) => logger.warn({ err: error }, 'job queue'));
  boss.on('warning', (warning) => logger.debug({ warning }, 'job queue'));

  return {
    define: (job) => {
      jobs.set(job.name, job);
    },
    enqueue: async (db, job, data) => {
      const parsed = job.data.parse(data) as object;
      const group = { id: currentParty().person };
      await boss.send(job.name, parsed, { db: asBossDatabase(db), group });
    },
    start: async ({ work }) => {
      await boss.start();
      for (const job of jobs.values()) await prepareQueue(boss, job);
      if (work) for (const job of jobs.values()) await startWorker(boss, job, logger);
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

async function prepareQueue(boss: PgBoss, job: Job): Promise<void> {
  const options = {
    retryLimit: job.retries ?? 5,
    retryBackoff: true,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: LONGEST_SECONDS,
    notify: true,
  };
  await boss.createQueue(job.name, options);
  await boss.updateQueue(job.name, options);
  if (job.schedule) await boss.schedule(job.name, job.schedule, {}, { tz: 'UTC' });
}

async function startWorker(boss: PgBoss, job: Job, logger: Logger): Promise<void> {
  const options = {
    localConcurrency: job.concurrency ?? 1,
    ...(job.perPerson !== undefined && { localGroupConcurrency: job.perPerson }),
    // New jobs are notified at once; this is for retries, whose time comes without a notice.
    notifyPollingIntervalSeconds: 5,
  };
  await boss.work(job.name, options, async ([taken]) => {
    if (!taken) return;
    try {
      const party = { person: taken.groupId ?? 'causeway' };
      await onBehalfOf(party, () => job.run(job.data.parse(taken.data), taken.signal));
    } catch (error) {
      logger.warn({ err: error, job: job.name, jobId: taken.id }, 'job failed');
      throw error;
    }
  });
}

/** Lets the queue write through a connection of ours, so that a job joins our transaction. */
function asBossDatabase(db: Db) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => {
      return { rows: (await db.query({ text, values })).rows as never[] };
    },
  };
}
