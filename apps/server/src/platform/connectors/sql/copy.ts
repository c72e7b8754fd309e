import type { Readable, Writable } from 'node:stream';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';

/** COPY … TO STDOUT as a stream, at the pace of whoever reads it. */
export function copyOut(client: pg.Client | pg.PoolClient, statement: string): Readable {
  return client.query(to(statement));
}

/** COPY … FROM STDIN as a stream; destroying it makes Postgres roll the COPY back. */
export function copyIn(client: pg.Client | pg.PoolClient, statement: string): Writable {
  return client.query(from(statement));
}
