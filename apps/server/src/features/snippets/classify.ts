import { Failure } from '@causeway/contract/errors.ts';
import type { Badge } from '@causeway/contract/snippets/snippet.ts';
import type { SqlParser } from '#platform/connectors/sql/parser.ts';

export type Classified = {
  badge: Badge | null;
  /** Positions count from 1, in the snippet as it was written. */
  problem: { message: string; position?: number } | null;
};

/** What a snippet would do: the strongest of its statements counts. */
export async function classify(parser: SqlParser, sql: string): Promise<Classified> {
  const { statements, changesSchema, writes, problem } = await parser.inspectSnippet(sql);
  if (problem) {
    const { message, place } = problem;
    const position = place === undefined ? {} : { position: place + 1 };
    return { badge: null, problem: { message, ...position } };
  }
  if (statements === 0) return { badge: null, problem: null };
  return { badge: changesSchema ? 'ddl' : writes ? 'write' : 'read', problem: null };
}

/** For who shares a snippet: throws what is wrong with it. */
export async function classifyForOthers(parser: SqlParser, sql: string): Promise<Badge> {
  const { badge, problem } = await classify(parser, sql);
  if (problem) {
    const { message, position } = problem;
    throw new Failure('E_SQL_SYNTAX', message, position === undefined ? {} : { position });
  }
  if (badge === null) throw new Failure('E_SQL_EMPTY');
  return badge;
}
