import { Failure } from '@causeway/contract/errors.ts';
import {
  type Bindings,
  type BoundStatement,
  withPlaces,
} from '@causeway/contract/sql/placeholders.ts';
import { createShares } from '#platform/limits/shares.ts';
import { createThread, ThreadEnded } from '#platform/threads/thread.ts';
import type { Inspection } from './inspect-statement.ts';
import type { MeasureSql } from './measure-sql.ts';
import type { ParserAnswer, ParserTask, ReadingTask } from './parser-worker.ts';
import { readings, type Readings, type SnippetInspection } from './read-sql.ts';
import type { References } from './references.ts';

/**
 * Postgres' parser, and whatever else reads SQL as people sent it, in threads of their own: a long
 * statement keeps nobody waiting, one that breaks or never ends takes only the thread with it. Long
 * statements have another thread than short ones, so that these never wait for them either. Short
 * ones are remembered, since pages send the same again and again.
 */
export type SqlParser = {
  /** Throws E_SQL_SYNTAX with the place (from 0) in the text. */
  inspect(sql: string): Promise<Inspection>;
  inspectSnippet(sql: string): Promise<SnippetInspection>;
  /** Of all statements of a text; undefined when it is no SQL. */
  references(sql: string): Promise<References | undefined>;
  /** One statement as it may be shown to others: its passwords are taken out of it. */
  withoutSecrets(sql: string): Promise<string>;
  /** One aggregate over rows of a table, and which of them count. */
  measure(expression: string, filter: string | null): Promise<MeasureSql>;
  /** Throws E_SQL_BINDINGS. */
  bind(sql: string, bindings?: Bindings): Promise<BoundStatement & { isBlank: boolean }>;
  read<K extends keyof Readings>(
    kind: K,
    given: Parameters<Readings[K]>[0],
  ): Promise<ReturnType<Readings[K]>>;
  close(): Promise<void>;
};

const limits = { patienceMs: 5_000, idleMs: 120_000, memoryMb: 384 };
const MOST_REMEMBERED = 1_000;
const LONGEST_REMEMBERED = 10_000;
/** What is read here and now takes no longer than a millisecond or two. */
const LONGEST_HERE = 10_000;

export function createSqlParser(): SqlParser {
  const program = new URL('./parser-worker.ts', import.meta.url);
  const short = createThread<ParserTask, unknown>(program, limits);
  const long = createThread<ParserTask, unknown>(program, limits);
  const turns = createShares({
    capacity: 1,
    perPerson: 1,
    patienceMs: 15_000,
    busy: () => new Failure('E_RATE_LIMITED', undefined, { retryAfter: 5 }),
    cancelled: () => new Failure('E_QUERY_CANCELLED'),
  });
  const remembered = new Map<string, Inspection>();

  async function ask<Answer>(task: ParserTask): Promise<Answer> {
    if (sizeOf(task) <= LONGEST_HERE) return (await short.ask(task).catch(refuse)) as Answer;
    // One after the other, and in turn: many long statements of one person delay only theirs.
    return (await turns.run(() => long.ask(task).catch(refuse))) as Answer;
  }

  const read: SqlParser['read'] = async <K extends keyof Readings>(
    kind: K,
    given: Parameters<Readings[K]>[0],
  ) => {
    const task = { kind, ...given } as ReadingTask;
    if (sizeOf(task) > LONGEST_HERE) return ask<ReturnType<Readings[K]>>(task);
    const readHere = readings[kind] as (given: unknown) => ReturnType<Readings[K]>;
    return readHere(given);
  };

  return {
    read,
    inspect: async (sql) => {
      refuseZeroBytes(sql);
      const known = remembered.get(sql);
      if (known) return known;
      const answer = await ask<ParserAnswer>({ kind: 'inspect', sql });
      if ('problem' in answer) {
        const { message, place } = answer.problem;
        const found = place !== undefined && { place };
        throw new Failure('E_SQL_SYNTAX', message, { sqlState: '42601', ...found });
      }
      if (sql.length <= LONGEST_REMEMBERED) {
        if (remembered.size >= MOST_REMEMBERED) remembered.clear();
        remembered.set(sql, answer.inspection);
      }
      return answer.inspection;
    },
    inspectSnippet: (sql) => ask<SnippetInspection>({ kind: 'inspectSnippet', sql }),
    references: async (sql) => {
      if (sql.includes('\0')) return undefined;
      try {
        return await ask<References | undefined>({ kind: 'references', sql });
      } catch (error) {
        if (error instanceof Failure && error.code === 'E_SQL_SYNTAX') return undefined;
        throw error;
      }
    },
    withoutSecrets: (sql) => ask<string>({ kind: 'withoutSecrets', sql }),
    measure: async (expression, filter) => {
      refuseZeroBytes(`${expression}${filter ?? ''}`);
      return ask<MeasureSql>({ kind: 'measure', sql: expression, filter });
    },
    bind: async (sql, bindings) => {
      refuseZeroBytes(sql);
      const bound = await read('bind', { sql, bindings });
      if ('bindingProblem' in bound) throw new Failure('E_SQL_BINDINGS', bound.bindingProblem);
      return { ...withPlaces(bound), isBlank: bound.isBlank };
    },
    close: async () => {
      await Promise.all([short.close(), long.close()]);
    },
  };
}

/** The parser would stop there, and judge what stands before. */
function refuseZeroBytes(sql: string): void {
  if (sql.includes('\0')) throw new Failure('E_INVALID_CHARACTER');
}

function sizeOf(task: ParserTask): number {
  if (task.kind !== 'secrets') return task.sql.length;
  const { sql, text } = task.snippet;
  return Object.values(text).reduce((sum, words) => sum + (words?.length ?? 0), sql.length);
}

function refuse(error: unknown): never {
  if (!(error instanceof ThreadEnded)) throw error;
  throw new Failure('E_SQL_SYNTAX', 'The statement is too complex to be read.');
}
