import { parentPort } from 'node:worker_threads';
import { loadModule, parseSync } from 'libpg-query';
import { type Inspection, inspectTree } from './inspect-statement.ts';

/** Reads SQL with Postgres' own parser, off the thread that answers requests. */
export type ParserAnswer =
  | { inspection: Inspection }
  | { problem: { message: string; place: number | undefined } };

const loaded = loadModule();

parentPort?.on('message', (sql: string) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  void loaded.then(() => parentPort?.postMessage(answer(sql)));
});

function answer(sql: string): ParserAnswer {
  try {
    return { inspection: inspectTree(parseSync(sql)) };
  } catch (error) {
    const { message, sqlDetails } = error as {
      message: string;
      sqlDetails?: { cursorPosition?: number };
    };
    return { problem: { message, place: sqlDetails?.cursorPosition } };
  }
}
