import type { Logger } from 'pino';
import { Failure } from '@causeway/contract/errors.ts';
import type { ServerEvent } from '@causeway/contract/events.ts';
import type { Actor } from '#platform/access/actor.ts';
import { type Database, type Db, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { listen } from './listener.ts';
import {
  type Audience,
  CHANNEL,
  type EndedSessions,
  type InstanceNote,
  type Message,
  notify,
} from './notify.ts';
import { createQueue, type Queue } from './queue.ts';
import { createRecent, type Told } from './recent.ts';

/**
 * Events to the browsers, over any number of instances: whoever changes something notifies through
 * Postgres in the same transaction, every instance hears it and passes it to the streams it holds.
 * Events are hints; a stream that may have missed some is told `ready` and reads again.
 */
export type Events = {
  publish(db: Db, audience: Audience, event: ServerEvent): Promise<void>;
  /** Ends the streams of a session, or all of a user's but one. */
  endStreams(db: Db, sessions: EndedSessions): Promise<void>;
  /** Tells every instance, this one too, that something it may remember has changed. */
  tellInstances(db: Db, note: InstanceNote): Promise<void>;
  hearInstances(listener: (note: InstanceNote) => void): void;
  /** With what happened since a time in ms, where that is still remembered. */
  subscribe(actor: Actor, signal: AbortSignal, since?: number): AsyncIterable<ServerEvent>;
  close(): Promise<void>;
  openStreams(): number;
};

type Stream = {
  actor: Actor;
  /** Not known at first: what comes until then is told from memory. */
  projectIds?: Set<string>;
  queue: Queue<ServerEvent>;
};

/** A stream is renewed now and then, so that an expired session does not keep one for ever. */
const STREAM_LIFETIME_MS = 3_600_000;
/** On one instance. */
const MOST_A_PERSON = 120;
const MOST_A_SESSION = 60;

export function createEvents(db: Database, logger: Logger): Events {
  const streams = new Set<Stream>();
  const hearers: ((note: InstanceNote) => void)[] = [];
  const recent = createRecent();

  const listener = listen({
    connectionString: db.connectionString,
    channel: CHANNEL,
    logger,
    onMessage: (payload) => receive(JSON.parse(payload) as Message),
    onReady: () => {
      recent.startOver();
      for (const stream of streams) stream.queue.push({ type: 'ready' });
    },
  });

  function receive(message: Message): void {
    if ('note' in message) {
      for (const hear of hearers) hear(message.note);
      return;
    }
    if ('ended' in message) {
      for (const { actor, queue } of streams) if (isEnded(actor, message.ended)) queue.end();
      return;
    }
    recent.add(message);
    for (const stream of streams) if (stream.projectIds) deliver(stream, message);
  }

  /** A user's projects changed: from here on, the stream follows the projects of now. */
  function deliver(stream: Stream, { audience, event }: Told): void {
    if (!isFor(stream, audience)) return;
    if (event.type !== 'projects.changed') {
      stream.queue.push(event);
      return;
    }
    listProjectIds(db, stream.actor.user.id)
      .then((ids) => {
        stream.projectIds = new Set(ids);
        stream.queue.push(event);
      })
      // The browser connects again and reads what it missed.
      .catch(() => stream.queue.end());
  }

  return {
    publish: (on, audience, event) => notify(on, { audience, event }),
    endStreams: (on, ended) => notify(on, { ended }),
    tellInstances: (on, note) => notify(on, { note }),
    hearInstances: (hear) => void hearers.push(hear),
    openStreams: () => streams.size,
    close: () => listener.close(),
    subscribe: (actor, signal, since) => {
      refuseTooMany(streams, actor);
      const stream: Stream = { actor, queue: createQueue(signal) };
      streams.add(stream);
      // Who leaves before the first event never gets to the end of the reading below.
      signal.addEventListener('abort', () => streams.delete(stream), { once: true });
      return follow(stream, since);
    },
  };

  async function* follow(stream: Stream, since?: number): AsyncGenerator<ServerEvent> {
    const began = Date.now();
    const renewal = setTimeout(() => stream.queue.end(), STREAM_LIFETIME_MS);
    try {
      stream.projectIds = new Set(await listProjectIds(db, stream.actor.user.id));
      const { told, isComplete } = recent.since(since ?? began);
      for (const message of told) deliver(stream, message);
      yield { type: 'ready', ...(since !== undefined && { isComplete }) };
      yield* stream.queue;
    } finally {
      clearTimeout(renewal);
      streams.delete(stream);
    }
  }
}

/**
 * A browser holds one stream a tab, and few would have as many tabs. Who comes beyond is refused and
 * asks again later: ending the oldest instead would let the tabs throw each other out for ever.
 */
function refuseTooMany(streams: Set<Stream>, { user, sessionId }: Actor): void {
  const ofPerson = [...streams].filter(({ actor }) => actor.user.id === user.id);
  const ofSession = ofPerson.filter(({ actor }) => actor.sessionId === sessionId);
  if (ofPerson.length < MOST_A_PERSON && ofSession.length < MOST_A_SESSION) return;
  throw new Failure('E_RATE_LIMITED', 'Too many windows listen for news.', { retryAfter: 60 });
}

async function listProjectIds(db: Db, userId: string): Promise<string[]> {
  const rows = await listRows<{ id: string }>(
    db,
    sql`select project_id as id from project_members where user_id = ${userId}`,
  );
  return rows.map((row) => row.id);
}

function isFor(stream: Stream, audience: Audience): boolean {
  if ('userId' in audience) return stream.actor.user.id === audience.userId;
  return stream.projectIds?.has(audience.projectId) ?? false;
}

function isEnded(actor: Actor, ended: EndedSessions): boolean {
  if ('sessionId' in ended) return actor.sessionId === ended.sessionId;
  return actor.user.id === ended.userId && actor.sessionId !== ended.exceptSessionId;
}
