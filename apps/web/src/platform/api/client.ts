import type { ErrorBody } from '@causeway/contract/errors.ts';
import {
  fillPath,
  type Route,
  type RouteAnswer,
  type RouteInput,
} from '@causeway/contract/route.ts';
import { stringifyQuery } from '@causeway/contract/query-string.ts';
import { forgetEarly, takeEarly } from './early-reads.ts';
import { sendCounted } from './send-counted.ts';
import { reach } from './unreachable.ts';

export const SHARED_READ_MS = 100;
export const RETRIED_STATUSES = [408, 409, 425, 429, 500, 502, 503, 504];

export type ClientOptions = {
  getToken: () => string | undefined;
  /** Of the page; what is mailed to somebody who has chosen none yet is in it. */
  getLanguage?: () => string;
  /** The server no longer knows the token that was sent, and it is still the one in use. */
  onDeadSession: () => void;
  /** Sees every failed answer before the caller does. */
  onFailure?: (error: unknown) => void;
  /** Told when a call begins that changes or sends something. */
  onWrite?: () => void;
  baseUrl?: string;
  retryDelayMs?: number;
};

export type CallOptions = {
  signal?: AbortSignal;
  /** For a write that is one user action but may be sent by several calls. */
  idempotencyKey?: string;
  /** The call outlives the page it was made on. Browsers take small ones only. */
  keepalive?: boolean;
  /** Told how much of the body has left. */
  onSent?: (bytes: number) => void;
};

type CallArguments<R extends Route> =
  unknown extends RouteInput<R>
    ? [input?: undefined, options?: CallOptions]
    : [input: RouteInput<R>, options?: CallOptions];

type Parts = {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
};

export type Client = ReturnType<typeof createClient>;

/**
 * The one way to the server. Reads are shared: identical GETs within 100 ms get one result, until
 * any write makes it stale. Writes that are not idempotent by method (POST, PATCH) carry a key and
 * are sent once more, with the same key, when the first answer says that may help.
 */
export function createClient(clientOptions: ClientOptions) {
  const { getToken, getLanguage, onDeadSession, onFailure, onWrite } = clientOptions;
  const { baseUrl = '', retryDelayMs = 300 } = clientOptions;
  const reads = new Map<string, SharedRead>();

  async function call<R extends Route>(
    route: R,
    ...[input, options = {}]: CallArguments<R>
  ): Promise<RouteAnswer<R>> {
    const parts = (input ?? {}) as Parts;
    if (route.method === 'GET') return (await read(route, parts, options)) as RouteAnswer<R>;
    if (route.effect !== 'reads') onWrite?.();
    forgetReads(route.path);
    try {
      return (await write(route, parts, options)) as RouteAnswer<R>;
    } finally {
      forgetReads(route.path);
    }
  }

  /** Sends a JSON body and yields the answer's text as it arrives. */
  async function* stream<R extends Route>(
    route: R,
    ...[input, options = {}]: CallArguments<R>
  ): AsyncGenerator<string> {
    if (route.method !== 'GET' && route.effect !== 'reads') onWrite?.();
    const parts = (input ?? {}) as Parts;
    const { request, token } = requestOf(route, parts, {
      accept: 'text/event-stream',
      'idempotency-key': options.idempotencyKey ?? crypto.randomUUID(),
    });
    const response = await send(urlOf(route, parts), {
      ...request,
      signal: options.signal ?? null,
    });
    if (!response.ok) throw await streamFailure(response, token);
    if (!response.body) throw new Error('No response body received from streaming endpoint');
    yield* textChunks(response.body);
  }

  function read(route: Route, parts: Parts, { signal }: CallOptions): Promise<unknown> {
    const url = urlOf(route, parts);
    const { request, token } = requestOf(route, parts);
    const key = `${token ?? ''} ${url}`;
    const shared = reads.get(key);
    if (shared?.isFresh) return shared.join(signal);

    const fresh = new SharedRead(async (abort) => {
      try {
        // Whatever became of what was asked ahead, it is asked again.
        const early = await takeEarly(url, token)?.catch(() => undefined);
        return await answerOf(early ?? (await send(url, { ...request, signal: abort })), token);
      } catch (error) {
        if (reads.get(key) === fresh) reads.delete(key);
        throw error;
      }
    });
    reads.set(key, fresh);
    return fresh.join(signal);
  }

  async function write(route: Route, parts: Parts, options: CallOptions): Promise<unknown> {
    const isRepeated = route.method === 'POST' || route.method === 'PATCH';
    const { request, token } = requestOf(
      route,
      parts,
      isRepeated ? { 'idempotency-key': options.idempotencyKey ?? crypto.randomUUID() } : {},
    );
    const url = urlOf(route, parts);
    const { signal = null, keepalive = false } = options;
    const init = { ...request, signal, keepalive };

    const { onSent } = options;
    let response = onSent ? await reach(sendCounted(url, init, onSent)) : await send(url, init);
    if (isRepeated && RETRIED_STATUSES.includes(response.status)) {
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
      response = await send(url, init);
    }
    return answerOf(response, token);
  }

  function urlOf(route: Route, { params, query }: Parts): string {
    const search = stringifyQuery(query ?? {});
    return baseUrl + fillPath(route.path, params) + (search ? `?${search}` : '');
  }

  function requestOf(route: Route, { body }: Parts, more: Record<string, string> = {}) {
    const token = getToken();
    const headers: Record<string, string> = { accept: 'application/json', ...more };
    const language = getLanguage?.();
    if (language) headers['accept-language'] = language;
    if (token) headers['authorization'] = `Bearer ${token}`;
    const request: RequestInit = { method: route.method, headers, credentials: 'omit' };
    if (body instanceof FormData || body instanceof Blob) {
      request.body = body;
    } else if (body !== undefined) {
      headers['content-type'] = 'application/json';
      request.body = JSON.stringify(body);
    }
    return { request, token };
  }

  async function answerOf(response: Response, token: string | undefined): Promise<unknown> {
    const data = await dataOf(response);
    if (response.ok) return data;
    throw failureOf(response, data, token);
  }

  /** The payload itself is what callers catch, with or without a code; an answer without one becomes an Error. */
  function failureOf(response: Response, data: unknown, token: string | undefined): unknown {
    const failure =
      typeof data === 'object' && data !== null
        ? data
        : new Error(`The server answered ${response.status} ${response.statusText}`.trim());
    const isDead = isErrorBody(failure) && failure.code === 'E_INVALID_API_TOKEN';
    if (isDead && token && token === getToken()) onDeadSession();
    onFailure?.(failure);
    return failure;
  }

  async function streamFailure(response: Response, token: string | undefined): Promise<Error> {
    const failure = failureOf(response, await dataOf(response), token);
    const { message: reason = `${response.status}` } = failure as { message?: string };
    return new Error(`Streaming request failed: ${reason}`, { cause: failure });
  }

  function forgetReads(written?: string): void {
    reads.clear();
    forgetEarly(written);
  }

  /** The file a route answers with. */
  async function file<R extends Route>(
    route: R,
    ...[input, options = {}]: CallArguments<R>
  ): Promise<Blob> {
    const parts = (input ?? {}) as Parts;
    const { request, token } = requestOf(route, parts);
    const init = { ...request, signal: options.signal ?? null };
    const response = await send(urlOf(route, parts), init);
    if (!response.ok) throw failureOf(response, await dataOf(response), token);
    return reach(response.blob());
  }

  return { call, stream, file, forgetReads };
}

/** One GET that several callers wait for; it is cancelled when all of them have given up. */
class SharedRead {
  readonly #startedAt = performance.now();
  readonly #controller = new AbortController();
  readonly #result: Promise<unknown>;
  #waiting = 0;

  constructor(fetchAnswer: (signal: AbortSignal) => Promise<unknown>) {
    this.#result = fetchAnswer(this.#controller.signal);
  }

  /** A cancelled read has no result to share, although it may not have failed yet. */
  get isFresh(): boolean {
    const age = performance.now() - this.#startedAt;
    return age < SHARED_READ_MS && !this.#controller.signal.aborted;
  }

  join(signal: AbortSignal | undefined): Promise<unknown> {
    this.#waiting += 1;
    if (!signal) return this.#result;
    const { promise: given, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#controller.abort();
      reject(signal.reason);
    });
    return Promise.race([this.#result, given]);
  }
}

function send(url: string, request: RequestInit): Promise<Response> {
  return reach(globalThis.fetch(url, request));
}

async function dataOf(response: Response): Promise<unknown> {
  const text = await reach(response.text());
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function* textChunks(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { value, done } = await reach(reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

export function isErrorBody(error: unknown): error is ErrorBody {
  return (
    typeof error === 'object' &&
    error !== null &&
    !(error instanceof Error) &&
    typeof (error as ErrorBody).code === 'string' &&
    typeof (error as ErrorBody).message === 'string'
  );
}
