import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Route, RouteParsed, Routes } from '@causeway/contract/route.ts';
import type { Actor, Nobody, ProjectActor } from '#platform/access/actor.ts';
import type { Act } from '#platform/audit/audit.ts';
import type { OpenedS3, OpenedSql, Sealed } from '#platform/connectors/opened.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import type { Sql } from '#platform/db/sql.ts';
import type { Message } from '#platform/events/notify.ts';
import type { FileAnswer } from '#platform/http/file-answer.ts';

/** What a handler is given: the parsed input, who acts, and the database it works on. */
export type Context<R extends Route> = RouteParsed<R> & {
  headers: IncomingHttpHeaders;
  /** Aborts when nobody waits for the answer any more; a stream's also when the server stops. */
  signal: AbortSignal;
  actor: ActorOf<R>;
} & WithConnector<R> &
  WithDb<R> &
  WithOnce<R>;

type ActorOf<R extends Route> = R['access'] extends 'public'
  ? Nobody
  : R['access'] extends { action: string }
    ? ProjectActor
    : Actor;

/**
 * The connector the call is about, opened. It is the stored one: what was sent along has been held
 * against it, no secret came in an address, and a read-only one is not handed to what writes.
 */
type WithConnector<R extends Route> = R['access'] extends { connector: infer Kind }
  ? { opened: Kind extends 'sql' ? OpenedSql : Kind extends 's3' ? OpenedS3 : Sealed }
  : unknown;

/**
 * A write runs in a transaction of its own unless its route says otherwise. `record` writes down
 * what was done, in that transaction or in the one it is given.
 */
type WithDb<R extends Route> = R['method'] extends 'GET'
  ? Outside
  : R extends { write: 'outside' | 'repeatable' | 'judged' | 'recorded' }
    ? Outside
    : { db: Tx; record(act: Act): Promise<void> };

type Outside = { db: Database; record(act: Act, tx: Tx): Promise<void> };

/** Lets an act happen once for the request's idempotency key; a repeated request gets its answer. */
export type Once = <Answer>(act: () => Promise<Answer>) => Promise<Answer>;

/**
 * Of an act that is recorded on our disk before it takes effect. Its key is claimed while the handler
 * makes ready, and nothing may reach the user's data before that is known.
 */
export type Claim = {
  /** Resolves when this request is the first with its key, or has none. */
  isOurs: Promise<void>;
  /** Done before the answer is sent, while the answer is being remembered. */
  beside(work: Promise<void>): void;
  /** Written with what is remembered of the answer. Who has no key writes it alone. */
  along?: (written: Along) => void;
};

/** What one statement does besides, and who hears of it. */
export type Along = { write: Sql; messages: readonly Message[] };

type WithOnce<R extends Route> = R extends { write: 'judged' }
  ? { once: Once }
  : R extends { write: 'recorded' }
    ? { claim: Claim }
    : unknown;

type Outcome<R extends Route> = R extends { stream: true }
  ? AsyncIterable<z.input<R['answer']>> | Promise<AsyncIterable<z.input<R['answer']>>>
  : R extends { raw: 'file' }
    ? Promise<FileAnswer>
    : R extends { raw: true | string }
      ? Promise<string | Buffer | Readable>
      : Promise<z.input<R['answer']>>;

export type Handlers<Rs extends Routes> = {
  [Name in keyof Rs]: (context: Context<Rs[Name]>) => Outcome<Rs[Name]>;
};
