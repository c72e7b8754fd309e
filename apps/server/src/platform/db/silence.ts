import pg from 'pg';
import { isAnswering } from './is-answering.ts';

const PATIENCE_MS = 2_000;
const ASK_EVERY_MS = 500;
/** After an answer, what still takes long is simply long: asking again can wait. */
const TRUST_MS = 5_000;

/**
 * A database can fall silent without closing its connections, and whoever waits on one would wait
 * for long. So while a connection is out or being made for longer than usual, another one asks whether
 * anybody is there. If nobody is, those waiting are cut off and told, instead of filling the pool, and
 * nobody waits on another connection, new or idle, until somebody answers again.
 */
export function openWatchedPool(config: pg.PoolConfig): { pool: pg.Pool; stop(): void } {
  const outSince = new Map<pg.PoolClient, number>();
  const connectingSince = new Map<pg.Client, number>();
  let trustedUntil = 0;
  let isAsking = false;
  let isSilent = false;

  class WatchedClient extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
      if (isSilent) {
        const refusal = Object.assign(new Error('The database is silent'), {
          code: 'ECONNREFUSED',
        });
        return callback ? callback(refusal) : Promise.reject(refusal);
      }
      connectingSince.set(this, Date.now());
      if (!callback) return super.connect().finally(() => connectingSince.delete(this));
      super.connect((error: Error) => {
        connectingSince.delete(this);
        callback(error);
      });
    }
  }

  const pool = new pg.Pool({ ...config, Client: WatchedClient });
  pool.on('acquire', (client) => {
    outSince.set(client, Date.now());
    // One that lay idle is as silent as the others.
    if (isSilent) cut(client);
  });
  pool.on('release', (_error, client) => outSince.delete(client));

  async function check(): Promise<void> {
    const asked = Date.now();
    const isLate = (since: number) => asked - since > PATIENCE_MS;
    const waiting = [...outSince.values(), ...connectingSince.values()];
    const isDoubtful = isSilent || (asked >= trustedUntil && waiting.some(isLate));
    if (isAsking || !isDoubtful) return;
    isAsking = true;
    isSilent = !(await isAnswering(config.connectionString));
    isAsking = false;
    if (!isSilent) {
      trustedUntil = Date.now() + TRUST_MS;
      return;
    }
    // Whoever was out by then has waited as long as we have.
    for (const [client, since] of outSince) if (since <= asked) cut(client);
    for (const [client, since] of connectingSince) if (since <= asked) giveUp(client);
  }

  const timer = setInterval(() => void check(), ASK_EVERY_MS);
  timer.unref();
  return { pool, stop: () => clearInterval(timer) };
}

/** Ending a client with a statement under way closes its socket, which fails the statement. */
function cut(client: pg.PoolClient): void {
  (client as unknown as pg.Client).end().catch(() => {});
}

/** One that is not connected yet has nobody to say good-bye to. */
function giveUp(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
}
