import type { StatementCheck } from '@causeway/contract/sql/editor.ts';
import type { SqlStatement } from '@causeway/contract/sql/lexer.ts';
import { isErrorBody } from '#platform/api/client.ts';
import type { Problem } from './code/sql-view.tsx';
import type { StatementRun } from './run/run-store.ts';

type Looked = {
  check: StatementCheck | undefined;
  statement: SqlStatement | undefined;
  runs: readonly StatementRun[];
  sql: string;
};

/** What to underline: what a run met as long as its text still stands there, else what a look found. */
export function problemsOf({ check, statement, runs, sql }: Looked): Problem[] {
  const failed = runs.find(({ state }) => state === 'failed');
  const isUnchanged =
    failed && sql.slice(failed.statement.from, failed.statement.to) === failed.statement.text;
  const error = failed?.error;
  if (isUnchanged && isErrorBody(error)) {
    const position = error.details?.position;
    const place = typeof position === 'number' ? position : undefined;
    return [problemAt(failed.statement, place, error.message)];
  }
  const found = check?.problem;
  if (!statement || found?.position === undefined) return [];
  return [problemAt(statement, found.position, found.message)];
}

/** The word at a position, which counts from 1; the first line where none is known. */
function problemAt(
  { text, from }: SqlStatement,
  position: number | undefined,
  message: string,
): Problem {
  if (position === undefined) {
    const line = text.indexOf('\n');
    return { from, to: from + (line === -1 ? text.length : line), message };
  }
  const start = Math.min(position - 1, text.length);
  const word = /^("[^"]*"|[\p{L}\d_$.]+|[^\s]+)/u.exec(text.slice(start))?.[0].length ?? 0;
  // At the very end there is nothing to underline but what stands before it.
  if (word === 0) return { from: from + Math.max(0, start - 1), to: from + start, message };
  return { from: from + start, to: from + start + word, message };
}
