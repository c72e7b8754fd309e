import { parentPort } from 'node:worker_threads';
import { loadModule, parseSync } from 'libpg-query';
import { type Inspection, inspectTree } from './inspect-statement.ts';

/** Reads SQL with Postgres' own parser, off the thread that answers requests. */
export type ParserAnswer = { id: number } & (
  | { inspection: Inspection }
  | { problem: { message: string; place: number | undefined } }
);

const loaded = loadModule();

parentPort?.on('message', ({ id, sql }: { id: number; sql: string }) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  void loaded.then(() => parentPort?.postMessage(answer(id, sql)));
});

function answer(id: number, sql: string): ParserAnswer {
  try {
    return { id, inspection: inspectTree(parseSync(sql)) };
  } catch (error) {
    const { message, sqlDetails } = error as {
      message: string;
      sqlDetails?: { cursorPosition?: number };
    };
    return { id, problem: { message, place: sqlDetails?.cursorPosition } };
  }
}
