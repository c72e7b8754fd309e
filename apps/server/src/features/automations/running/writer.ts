import type { Logger } from 'pino';
import { type Database, listRows, type Statement } from '#platform/db/database.ts';
import type { RunAnswer } from '../engine/entries.ts';
import { nextTurn } from '../engine/turns.ts';
import { writeBatch } from './write-batch.ts';
import { isQuick, type QuickOutcome, writeQuick } from './write-quick.ts';

/**
 * Records of runs are written together: one statement a flush, begun the moment the one before has
 * ended; what comes meanwhile is the next batch. No timer, since waiting only makes callers wait; but
 * each takes along what arrives in the same turn of the event loop: a statement of one costs a third
 * of a statement of sixteen.
 *
 * A record accepts a run, adds to its journal, ends it, parks it, or several of these at once. It is
 * - written: safe from here on
 * - duplicate: another run has one of its keys; nothing of it was written
 * - stale: what it ran is not what is published now; nothing of it was written
 * - held: whom it would act for is gone; it was kept as held instead
 * - lost: this process was given up, or the run taken from it; nothing of it was written
 */
export type RunRecordItem = {
  id: string;
  projectId: string;
  workflowId: string;
  version: number;
  /** First record of the run; checked against what is published where a caller started it. */
  accept: Accept | undefined;
  fence: number;
  entries: string | undefined;
  seq: number;
  end: End | undefined;
  /** Leaves the process: until a moment, until somebody moves it (null), or for the next (`queued`). */
  park: { status: 'waiting' | 'queued'; dueAt: number | null } | undefined;
};

export type Accept = {
  key: string | null;
  /** Only beside a key. */
  signedKey: string | null;
  triggerKind: string;
  triggerId: string;
  trigger: string;
  depth: number;
  parentRunId: string | null;
  parentStep: string | null;
  rerunOf: string | null;
  keyId: string | null;
  concurrencyKey: string | null;
  /** Whether the version has to be the one that is published, and enabled. */
  isChecked: boolean;
};

export type End = {
  status: 'done' | 'failed' | 'cancelled';
  ms: number;
  error: { message: string; code: string | null; step: string | null } | undefined;
  answer: RunAnswer | undefined;
  /** Of a run that was over at once. */
  steps: string | undefined;
  triggerKind: string;
  triggerId: string;
  trigger: string;
  parentRunId: string | null;
  parentStep: string | null;
  rerunOf: string | null;
  keyId: string | null;
};

export type Written =
  | { outcome: 'written' }
  | { outcome: 'duplicate'; runId: string }
  | { outcome: 'stale' }
  | { outcome: 'held' }
  | { outcome: 'lost' };

export type Writer = {
  write(item: RunRecordItem): Promise<Written>;
  /** When nothing is under way any more. */
  idle(): Promise<void>;
};

type Waiting = {
  item: RunRecordItem;
  resolve(written: Written): void;
  reject(error: unknown): void;
};

type Outcome = { outcome: string; runId: string | null };
/** A statement for several records, and how what it answers is read. */
type Way = {
  write(me: string, items: RunRecordItem[]): Statement;
  read(rows: unknown[], items: RunRecordItem[]): (item: RunRecordItem) => Outcome | undefined;
};

/** Answers a row for each. */
const general: Way = {
  write: writeBatch,
  read: (rows) => {
    const byId = new Map((rows as (Outcome & { id: string })[]).map((row) => [row.id, row]));
    return ({ id }) => byId.get(id);
  },
};

/** Answers one row for all of them: that they were written, but for those it names. */
const quick: Way = {
  write: (me, items) => writeQuick(me, items as Parameters<typeof writeQuick>[1]),
  read: ([row], items) => {
    const { judged, others } = row as QuickOutcome;
    if (judged !== items.length) return () => undefined;
    return ({ id }) => ({ outcome: others?.[id] ?? 'written', runId: null });
  },
};

const MOST_ITEMS = 200;
const MOST_CHARACTERS = 1_000_000;

export function createWriter(
  db: Database,
  logger: Logger,
  processId: () => string | undefined,
): Writer {
  let queue: Waiting[] = [];
  let flushing: Promise<void> | undefined;

  /** Runs that were over at once go the short way; all others, and what it leaves, the general one. */
  async function flushAll(): Promise<void> {
    while (queue.length > 0) {
      await nextTurn();
      const batch = takeBatch();
      const { over = [], others = [] } = Object.groupBy(batch, ({ item }) =>
        isQuick(item) ? 'over' : 'others',
      );
      const left = await flush(over, quick);
      await flush([...others, ...left], general);
    }
    flushing = undefined;
  }

  function takeBatch(): Waiting[] {
    let size = 0;
    let count = 0;
    for (const { item } of queue) {
      size += sizeOf(item);
      if (count > 0 && (size > MOST_CHARACTERS || count >= MOST_ITEMS)) break;
      count += 1;
    }
    const batch = queue.slice(0, count);
    queue = queue.slice(count);
    return batch;
  }

  /** One that can't be written takes only itself along: the batch is halved until it stands alone. */
  async function flush(batch: Waiting[], way: Way): Promise<Waiting[]> {
    if (batch.length === 0) return [];
    const me = processId();
    if (me === undefined) {
      for (const { resolve } of batch) resolve({ outcome: 'lost' });
      return [];
    }
    const items = batch.map(({ item }) => item);
    let rows: unknown[];
    try {
      rows = await listRows(db, way.write(me, items));
    } catch (error) {
      if (batch.length === 1) {
        logger.warn({ err: error }, 'a run could not be written down');
        batch[0]?.reject(error);
        return [];
      }
      const half = batch.length >> 1;
      const first = await flush(batch.slice(0, half), way);
      return [...first, ...(await flush(batch.slice(half), way))];
    }
    const outcomeOf = way.read(rows, items);
    return batch.filter(({ item, resolve }) => {
      const row = outcomeOf(item);
      if (row?.outcome === 'other') return true;
      resolve(readOutcome(row));
      return false;
    });
  }

  return {
    write: (item) =>
      new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject });
        flushing ??= flushAll();
      }),
    idle: async () => {
      while (flushing) await flushing;
    },
  };
}

function sizeOf({ entries, end, accept }: RunRecordItem): number {
  return (
    (entries?.length ?? 0) +
    (end?.steps?.length ?? 0) +
    (accept ?? end ?? { trigger: '' }).trigger.length
  );
}

function readOutcome(row: Outcome | undefined): Written {
  if (!row) return { outcome: 'lost' };
  if (row.outcome === 'duplicate') return { outcome: 'duplicate', runId: row.runId ?? '' };
  return { outcome: row.outcome as 'written' | 'stale' | 'held' | 'lost' };
}
