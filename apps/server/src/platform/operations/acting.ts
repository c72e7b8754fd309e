import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { Route, RouteAnswer, RouteInput } from '@causeway/contract/route.ts';
import { findActor, type Identity } from '#platform/access/find-actor.ts';
import { aboutOf } from './about.ts';
import type { Operations } from './operation.ts';
import type { RawInput } from './parse-input.ts';
import { perform, type PerformServices } from './perform.ts';

export type ActingOptions = {
  signal?: AbortSignal;
  /** A step that may be tried again carries the same key each time. */
  idempotencyKey?: string;
  /** Of the run or thread behind it: what it caused is found again by it. */
  requestId?: string;
};

/** The product's verbs for who acts inside the server: called as the web calls them. */
export type ActingClient = {
  call<R extends Route>(
    route: R,
    input: RouteInput<R>,
    options?: ActingOptions,
  ): Promise<RouteAnswer<R>>;
  /** The answer of a route that writes its JSON itself, passed on as it is. */
  bytes<R extends Route>(route: R, input: RouteInput<R>, options?: ActingOptions): Promise<Buffer>;
};

/** Who only needs what the answers say. */
export type Acting = Pick<ActingClient, 'call'>;

export type ActAs = (identity: Identity) => ActingClient;

/**
 * Workflows, the assistant and whoever else acts for a person come in here: the same operations, with
 * the same checks, limits and audit as over HTTP. Who they are is looked up for every call, so that
 * rights which were taken away are gone from the next call on.
 */
export function createActAs(services: PerformServices, operations: Operations): ActAs {
  async function act(identity: Identity, route: Route, raw: RawInput, options: ActingOptions) {
    const operation = operations.of(route);
    if (operation.stream || operation.takes || operation.raw === 'file') {
      throw new Error(`${operation.name} streams; it is called over HTTP`);
    }
    const answer = await perform(services, operation, {
      found: await findActor(services.db, identity, aboutOf(operation, raw)),
      origin: {
        id: options.requestId ?? crypto.randomUUID(),
        address: '',
        network: '',
        userAgent: undefined,
      },
      input: raw,
      signal: options.signal ?? new AbortController().signal,
      idempotencyKey: options.idempotencyKey,
      headers: {},
    });
    return { operation, answer };
  }

  return (identity) => ({
    call: async (route, input, options = {}) => {
      const { operation, answer } = await act(identity, route, input as RawInput, options);
      const read = operation.raw ? JSON.parse((await readBytes(answer)).toString()) : answer;
      return read as RouteAnswer<typeof route>;
    },
    bytes: async (route, input, options = {}) => {
      const { answer } = await act(identity, route, input as RawInput, options);
      return readBytes(answer);
    },
  });
}

/** Whatever they call ends with the signal, too. */
export function endingWith(signal: AbortSignal, actAs: ActAs): ActAs {
  const within = (options: ActingOptions = {}): ActingOptions => {
    const own = options.signal;
    return { ...options, signal: own ? AbortSignal.any([own, signal]) : signal };
  };
  return (identity) => {
    const client = actAs(identity);
    return {
      call: (route, input, options) => client.call(route, input, within(options)),
      bytes: (route, input, options) => client.bytes(route, input, within(options)),
    };
  };
}

/** Results that are passed through as text are read here instead of in a browser. */
async function readBytes(answer: unknown): Promise<Buffer> {
  if (answer instanceof Readable) return buffer(answer);
  return Buffer.isBuffer(answer) ? answer : Buffer.from(String(answer));
}
