import type { Writable } from 'node:stream';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import { CopyOut } from './copy-out.ts';

/** COPY … TO STDOUT as a stream, at the pace of whoever reads it. */
export function copyOut(client: pg.Client | pg.PoolClient, statement: string): CopyOut {
  return client.query(new CopyOut(statement));
}

/** COPY … FROM STDIN as a stream; destroying it makes Postgres roll the COPY back. */
export function copyIn(client: pg.Client | pg.PoolClient, statement: string): Writable {
  return client.query(from(statement));
}
