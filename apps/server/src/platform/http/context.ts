import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Route, RouteParsed, Routes } from '@causeway/contract/route.ts';
import type { AuthorizedProject, Caller } from '#platform/access/caller.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import type { FileAnswer } from './file-answer.ts';
import type { RequestFacts } from './request-facts.ts';

/** What a handler is given: the parsed input, who calls, and the database it works on. */
export type Context<R extends Route> = RouteParsed<R> & {
  request: RequestFacts;
  headers: IncomingHttpHeaders;
  /** Aborts when the caller goes away; a stream's also when the server stops. */
  signal: AbortSignal;
} & WithCaller<R> &
  WithProject<R> &
  WithDb<R> &
  WithOnce<R>;

type WithCaller<R extends Route> = R['access'] extends 'public' ? unknown : { caller: Caller };

type WithProject<R extends Route> = R['access'] extends { action: string }
  ? { project: AuthorizedProject }
  : unknown;

/** A write runs in a transaction of its own unless its route says otherwise. */
type WithDb<R extends Route> = R['method'] extends 'GET'
  ? { db: Database }
  : R extends { write: 'outside' | 'repeatable' | 'judged' }
    ? { db: Database }
    : { db: Tx };

/** Lets an act happen once for the request's idempotency key; a repeated request gets its answer. */
export type Once = <Answer>(act: () => Promise<Answer>) => Promise<Answer>;

type WithOnce<R extends Route> = R extends { write: 'judged' } ? { once: Once } : unknown;

type Outcome<R extends Route> = R extends { stream: true }
  ? AsyncIterable<z.input<R['answer']>>
  : R extends { raw: 'file' }
    ? Promise<FileAnswer>
    : R extends { raw: true | string }
      ? Promise<string | Buffer | Readable>
      : Promise<z.input<R['answer']>>;

export type Handlers<Rs extends Routes> = {
  [Name in keyof Rs]: (context: Context<Rs[Name]>) => Outcome<Rs[Name]>;
};
