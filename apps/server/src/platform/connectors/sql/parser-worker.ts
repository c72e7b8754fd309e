import { setFlagsFromString } from 'node:v8';
import { loadModule, parseSync } from 'libpg-query';
import { serveTasks } from '#platform/threads/thread-program.ts';
import { unitsOf } from './characters.ts';
import { firstOf, type Inspection, inspectTree } from './inspect-statement.ts';
import { readMeasureSql } from './measure-sql.ts';
import { inspectSnippet, readings, type Readings, readReferences } from './read-sql.ts';
import { withoutSecrets } from './secrets-within.ts';

/** Reads SQL, with Postgres' own parser where needed, off the thread that answers requests. */
export type ParserTask =
  | { kind: 'inspect'; sql: string }
  | { kind: 'inspectSnippet'; sql: string }
  | { kind: 'references'; sql: string }
  | { kind: 'withoutSecrets'; sql: string }
  | { kind: 'measure'; sql: string; filter: string | null }
  | ReadingTask;

export type ReadingTask = {
  [K in keyof Readings]: { kind: K } & Parameters<Readings[K]>[0];
}[keyof Readings];

export type ParserAnswer =
  | { inspection: Inspection }
  | { problem: { message: string; place: number | undefined } };

// The grammar is one enormous function: compiled a second time, to make it quicker, it took 900 MB
// for half a second and was no quicker for it.
setFlagsFromString('--no-wasm-tier-up');
setFlagsFromString('--no-wasm-dynamic-tiering');
await loadModule();

serveTasks(answer);

function answer(task: ParserTask): unknown {
  if (task.kind === 'inspect') return parse(task.sql);
  if (task.kind === 'inspectSnippet') return inspectSnippet(task.sql, parse);
  if (task.kind === 'measure') {
    return readMeasureSql({ expression: task.sql, filter: task.filter });
  }
  if (task.kind === 'references') return readReferences(task.sql, parseTree);
  if (task.kind === 'withoutSecrets') {
    return withoutSecrets(task.sql, ...firstOf(parseSync(task.sql)));
  }
  return (readings[task.kind] as (given: unknown) => unknown)(task);
}

function parseTree(sql: string): unknown {
  try {
    return parseSync(sql);
  } catch (error) {
    if (!(error as { sqlDetails?: unknown }).sqlDetails) throw error;
    return undefined;
  }
}

function parse(sql: string): ParserAnswer {
  try {
    return { inspection: inspectTree(parseSync(sql)) };
  } catch (error) {
    const { message, sqlDetails } = error as {
      message: string;
      sqlDetails?: { cursorPosition?: number };
    };
    // Not the parser's word on the statement: its memory is in an unknown state, the thread ends.
    if (!sqlDetails) throw error;
    const place = sqlDetails.cursorPosition;
    return { problem: { message, place: place === undefined ? place : unitsOf(sql, place) } };
  }
}
