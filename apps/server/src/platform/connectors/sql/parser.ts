import { Failure } from '@causeway/contract/errors.ts';
import { createThread, ThreadEnded } from '#platform/threads/thread.ts';
import { unitsOf } from './characters.ts';
import type { Inspection } from './inspect-statement.ts';
import type { ParserAnswer } from './parser-worker.ts';

/**
 * Postgres' parser in a thread of its own: a long statement keeps nobody waiting, one that breaks
 * or never ends takes only the thread with it. Short statements are remembered, since pages send
 * the same again and again.
 */
export type SqlParser = {
  /** Throws E_SQL_SYNTAX with the place (from 0) in the text. */
  inspect(sql: string): Promise<Inspection>;
  close(): Promise<void>;
};

const limits = { patienceMs: 5_000, idleMs: 120_000, memoryMb: 384 };
const MOST_REMEMBERED = 1_000;
const LONGEST_REMEMBERED = 10_000;

export function createSqlParser(): SqlParser {
  const program = new URL('./parser-worker.ts', import.meta.url);
  const thread = createThread<string, ParserAnswer>(program, limits);
  const remembered = new Map<string, Inspection>();

  return {
    inspect: async (sql) => {
      const known = remembered.get(sql);
      if (known) return known;
      const answer = await thread.ask(sql).catch(refuse);
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
    close: thread.close,
  };
}

function refuse(error: unknown): never {
  if (!(error instanceof ThreadEnded)) throw error;
  throw new Failure('E_SQL_SYNTAX', 'The statement is too complex to be read.');
}
