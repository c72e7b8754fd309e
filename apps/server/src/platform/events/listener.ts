import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';

const HEARTBEAT_MS = 10_000;
const HEARTBEAT_PATIENCE_MS = 5_000;
const LONGEST_PAUSE_MS = 5_000;

/**
 * One connection that hears NOTIFY. It is checked by a heartbeat, since a connection can be dead
 * without saying so, and made anew when it is lost. `onReady` is called after every (re)connection:
 * what was notified meanwhile has been missed.
 */
export function listen(options: {
  connectionString: string;
  channel: string;
  onMessage(payload: string): void;
  onReady(): void;
  logger: Logger;
}): { close(): Promise<void> } {
  const closing = new AbortController();
  const loop = keepListening(options, closing.signal);
  return {
    close: async () => {
      closing.abort();
      await loop;
    },
  };
}

async function keepListening(
  options: Parameters<typeof listen>[0],
  closing: AbortSignal,
): Promise<void> {
  let pause = 100;
  while (!closing.aborted) {
    try {
      await listenOnce(options, closing, () => {
        pause = 100;
      });
    } catch (error) {
      if (closing.aborted) return;
      options.logger.warn({ err: error }, 'event listener lost its connection');
      await sleep(pause, undefined, { signal: closing }).catch(() => {});
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }
}

async function listenOnce(
  options: Parameters<typeof listen>[0],
  closing: AbortSignal,
  onConnected: () => void,
): Promise<void> {
  const client = new pg.Client({
    connectionString: options.connectionString,
    connectionTimeoutMillis: HEARTBEAT_PATIENCE_MS,
    query_timeout: HEARTBEAT_PATIENCE_MS,
    application_name: 'causeway events',
  });
  const lost = new Promise<never>((_, reject) => {
    client.on('error', reject);
    client.on('end', () => reject(new Error('The connection ended')));
  });
  lost.catch(() => {});
  try {
    await client.connect();
    client.on('notification', (message) => options.onMessage(message.payload ?? ''));
    await client.query(`listen ${options.channel}`);
    onConnected();
    options.onReady();
    while (!closing.aborted) {
      await Promise.race([lost, sleep(HEARTBEAT_MS, undefined, { signal: closing })]);
      await client.query('select 1');
    }
  } finally {
    await client.end().catch(() => {});
  }
}
