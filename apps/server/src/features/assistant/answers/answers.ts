import type {
  AnswerEvent,
  AnswerState,
  UnnumberedEvent,
} from '@causeway/contract/assistant/parts.ts';
import type { Database } from '#platform/db/database.ts';
import type { Services } from '#platform/services.ts';
import { listChunks, settleAnswer } from '../messages.ts';
import { LiveAnswer } from './live-answer.ts';
import { findStored, noteWatching, saveChunks, settleOrphans } from './store.ts';

/** Why an answer ends before its model does. */
export type Cut = 'stopped' | 'interrupted';

export type Producing = {
  emit(event: UnnumberedEvent): void;
  signal: AbortSignal;
};

export type Produced = { state: AnswerState; usage?: unknown };

/**
 * The answers this process makes, and a way to watch those of every process. An answer belongs to
 * nobody's connection: leaving is not stopping. Whoever watches it here gets each event at once, others
 * through Postgres: one timer an instance writes the new events of all its answers.
 */
export type Answers = {
  produce(
    answer: { id: string; threadId: string },
    make: (producing: Producing) => Promise<Produced>,
  ): void;
  watch(messageId: string, after: number, signal: AbortSignal): AsyncIterable<AnswerEvent>;
  stop(messageId: string): void;
  /** Of a thread, those whose process is gone. */
  settleOrphans(threadId: string): Promise<void>;
  close(): Promise<void>;
  /** For who looks whether something is left behind. */
  count(): { answers: number; viewers: number; waiting: number };
};

const TICK_MS = 100;
/** Renews the wish to be told, and looks by itself in case news got lost. */
const LOOK_MS = 5_000;
/** An instance that stops lets answers end by themselves this long. */
const GRACE_MS = 5_000;

type Needs = Pick<Services, 'db' | 'events' | 'processes' | 'logger'>;

export function createAnswers({ db, events, processes, logger }: Needs): Answers {
  const live = new Map<string, LiveAnswer>();
  const making = new Set<Promise<void>>();
  const waiting = new Map<string, Set<() => void>>();
  let timer: NodeJS.Timeout | undefined;
  let saving = Promise.resolve();

  events.hearInstances((note) => {
    if (!('answers' in note)) return;
    for (const id of note.answers) for (const wake of waiting.get(id) ?? []) wake();
  });

  /** One after the other: a slow database is not asked again before it has answered. */
  function plan(): void {
    if (timer || live.size === 0) return;
    timer = setTimeout(() => {
      saving = save()
        .catch((error: unknown) => logger.warn({ err: error }, 'answers not saved'))
        .finally(() => {
          timer = undefined;
          plan();
        });
    }, TICK_MS);
  }

  async function save(): Promise<void> {
    const answers = [...live.values()];
    if (answers.length === 0) return;
    const rows = new Map((await saveChunks(db, answers)).map((row) => [row.id, row]));
    const watched: string[] = [];
    for (const answer of answers) {
      const row = rows.get(answer.id);
      if (!row || row.stopAsked) cut(answer, 'stopped');
      if (row?.isWatched) watched.push(answer.id);
    }
    if (watched.length > 0) await events.tellInstances(db, { answers: watched });
  }

  async function run(
    answer: LiveAnswer,
    make: (producing: Producing) => Promise<Produced>,
  ): Promise<void> {
    const { signal } = answer.abort;
    const produced = await make({ emit: (event) => answer.emit(event), signal }).catch(
      (error: unknown): Produced => {
        if (!signal.aborted) logger.error({ err: error }, 'answer failed');
        return { state: 'failed' };
      },
    );
    const state = signal.aborted ? (signal.reason as Cut) : produced.state;
    answer.flush();
    await settle(db, answer, { state, usage: produced.usage });
    answer.settle({ type: 'finish', state });
    live.delete(answer.id);
    await events.tellInstances(db, { answers: [answer.id] });
  }

  async function* follow(
    messageId: string,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<AnswerEvent> {
    let seen = after;
    while (!signal.aborted) {
      const woken = waitFor(messageId, signal);
      try {
        await noteWatching(db, messageId);
        const stored = await findStored(db, messageId);
        if (!stored) return;
        if (stored.state !== 'running') {
          yield { seq: seen + 1, type: 'message', parts: stored.parts };
          yield { seq: seen + 2, type: 'finish', state: stored.state as AnswerState };
          return;
        }
        for (const event of await listChunks(db, messageId, seen)) {
          seen = event.seq;
          yield event;
        }
        if (stored.processId && (await processes.findGone([stored.processId])).size > 0) return;
        await woken.promise;
      } finally {
        woken.forget();
      }
    }
  }

  function waitFor(messageId: string, signal: AbortSignal) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const wakes = waiting.get(messageId) ?? new Set();
    waiting.set(messageId, wakes.add(resolve));
    const look = setTimeout(resolve, LOOK_MS);
    signal.addEventListener('abort', () => resolve(), { once: true });
    const forget = () => {
      clearTimeout(look);
      wakes.delete(resolve);
      if (wakes.size === 0) waiting.delete(messageId);
    };
    return { promise, forget };
  }

  return {
    produce: ({ id, threadId }, make) => {
      const answer = new LiveAnswer(id, threadId);
      live.set(id, answer);
      const made = run(answer, make)
        .catch((error: unknown) => logger.error({ err: error }, 'answer not settled'))
        .finally(() => {
          live.delete(id);
          making.delete(made);
        });
      making.add(made);
      plan();
    },
    watch: (messageId, after, signal) => {
      return live.get(messageId)?.watch(after, signal) ?? follow(messageId, after, signal);
    },
    stop: (messageId) => {
      const answer = live.get(messageId);
      if (answer) cut(answer, 'stopped');
    },
    settleOrphans: (threadId) => settleOrphans(db, processes.findGone, threadId),
    close: async () => {
      await Promise.race([
        Promise.all(making),
        new Promise((end) => setTimeout(end, GRACE_MS).unref()),
      ]);
      for (const answer of live.values()) cut(answer, 'interrupted');
      await Promise.all(making);
      clearTimeout(timer);
      await saving;
    },
    count: () => ({
      answers: live.size,
      viewers: [...live.values()].reduce((sum, { viewers }) => sum + viewers, 0),
      waiting: waiting.size,
    }),
  };
}

function cut(answer: LiveAnswer, why: Cut): void {
  if (!answer.abort.signal.aborted) answer.abort.abort(why);
}

async function settle(
  db: Database,
  { id, threadId, parts }: LiveAnswer,
  { state, usage }: Produced,
): Promise<void> {
  await db.transaction((tx) =>
    settleAnswer(tx, { answerId: id, threadId, parts, state, usage: usage ?? null }),
  );
}
