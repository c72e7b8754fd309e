import { Worker } from 'node:worker_threads';
import { Failure } from '@causeway/contract/errors.ts';
import { unitsOf } from './characters.ts';
import type { Inspection } from './inspect-statement.ts';
import type { ParserAnswer } from './parser-worker.ts';

/**
 * Postgres' parser in a thread of its own: a long statement keeps nobody waiting, one that breaks
 * or never ends takes only the thread with it. The thread starts with the first statement and goes
 * when nobody asked for a while. Short statements are remembered, since pages send the same again
 * and again.
 */
export type SqlParser = {
  /** Throws E_SQL_SYNTAX with the place (from 0) in the text. */
  inspect(sql: string): Promise<Inspection>;
  close(): Promise<void>;
};

const PATIENCE_MS = 5_000;
const IDLE_MS = 120_000;
const MOST_REMEMBERED = 1_000;
const LONGEST_REMEMBERED = 10_000;

type Waiting = { resolve(answer: ParserAnswer): void; reject(error: Error): void };

export function createSqlParser(): SqlParser {
  const remembered = new Map<string, Inspection>();
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let asked = 0;

  function start(): Worker {
    const started = new Worker(new URL('./parser-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 384 },
    });
    started.unref();
    started.on('message', (answer: ParserAnswer) => settle(answer));
    started.on('error', () => drop(started));
    started.on('exit', () => drop(started));
    return started;
  }

  function settle(answer: ParserAnswer): void {
    waiting.get(answer.id)?.resolve(answer);
    waiting.delete(answer.id);
    clearTimeout(idle);
    idle = setTimeout(() => void worker?.terminate(), IDLE_MS);
    idle.unref();
  }

  /** Whoever still waits asked for more than the thread could bear. */
  function drop(gone: Worker): void {
    if (worker === gone) worker = undefined;
    for (const { reject } of waiting.values()) reject(tooComplex());
    waiting.clear();
  }

  async function ask(sql: string): Promise<ParserAnswer> {
    worker ??= start();
    const current = worker;
    const id = (asked += 1);
    const timer = setTimeout(() => void current.terminate(), PATIENCE_MS);
    try {
      return await new Promise<ParserAnswer>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
        current.postMessage({ id, sql });
      });
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    inspect: async (sql) => {
      const known = remembered.get(sql);
      if (known) return known;
      const answer = await ask(sql);
      if ('problem' in answer) {
        const { message, place } = answer.problem;
        throw new Failure('E_SQL_SYNTAX', message, {
          sqlState: '42601',
          ...(place !== undefined && { place: unitsOf(sql, place) }),
        });
      }
      if (sql.length <= LONGEST_REMEMBERED) {
        if (remembered.size >= MOST_REMEMBERED) remembered.clear();
        remembered.set(sql, answer.inspection);
      }
      return answer.inspection;
    },
    close: async () => {
      clearTimeout(idle);
      await worker?.terminate();
    },
  };
}

function tooComplex(): Failure {
  return new Failure('E_SQL_SYNTAX', 'The statement is too complex to be read.');
}
