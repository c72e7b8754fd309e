import type { Writable } from 'node:stream';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import { CopyOut } from './copy-out.ts';

/** COPY … TO STDOUT as a stream, at the pace of whoever reads it. */
export function copyOut(client: pg.Client | pg.PoolClient, statement: string): CopyOut {
  return client.query(new CopyOut(statement));
}

/**
 * COPY … FROM STDIN as a stream; destroying it makes Postgres roll the COPY back. It takes as long as
 * what is copied takes to come, so the driver's own limit for an answer does not hold.
 */
export function copyIn(
  client: pg.Client | pg.PoolClient,
  statement: string,
): Writable & { rowCount: number } {
  return client.query(Object.assign(from(statement), { query_timeout: NEVER }));
}

/** The longest a timer can be told to wait. */
const NEVER = 2_147_483_647;
