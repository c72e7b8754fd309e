import type { Dispatcher, RequestInit, Response } from 'undici';
import { Failure } from '@causeway/contract/errors.ts';
import type { Egress } from './egress.ts';

const MOST_REDIRECTS = 3;

export type GuardedFetch = (url: string, init?: RequestInit) => Promise<Response>;

type Undici = typeof import('undici');

/** Few servers ask other addresses at all, and it takes more memory than most of what we load. */
export const loadUndici = (): Promise<Undici> => import('undici');

/**
 * fetch for addresses that users choose. Each connection is checked where it is made, also those
 * that a redirect leads to; a redirect to another origin loses the credentials.
 */
export function createGuardedFetch(egress: Egress): GuardedFetch {
  let dispatcher: Dispatcher | undefined;

  return async (url, init = {}) => {
    const undici = await loadUndici();
    dispatcher ??= createDispatcher(undici, egress);
    let target = parseHttpUrl(url);
    let request: RequestInit = { ...init, dispatcher, redirect: 'manual' };
    for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
      const response = await undici.fetch(target, request).catch(explain);
      const location = response.headers.get('location');
      if (response.status < 300 || response.status >= 400 || !location) return response;
      await response.body?.cancel();
      const next = parseHttpUrl(new URL(location, target).href);
      const isSameOrigin = next.origin === target.origin;
      request = followingRequest(undici, request, response.status, isSameOrigin);
      target = next;
    }
    throw new Failure('E_EGRESS_BLOCKED', `More than ${MOST_REDIRECTS} redirects.`);
  };
}

function createDispatcher({ Agent, buildConnector }: Undici, egress: Egress): Dispatcher {
  const connect = buildConnector({ timeout: 5_000 });
  return new Agent({
    connect: (options, callback) => {
      const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
      const servername = options.servername ?? options.hostname;
      void egress
        .resolve('http', { host: options.hostname, port })
        .then((checked) => connect({ ...options, hostname: checked.address, servername }, callback))
        // oxlint-disable-next-line promise/no-callback-in-promise -- undici's connector takes a callback
        .catch((error: Error) => callback(error, null));
    },
  });
}

function parseHttpUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new Failure('E_EGRESS_BLOCKED', 'Only http and https addresses are allowed.');
  }
  return url;
}

/** What another origin may see too; any other header may be a credential. */
const harmless = new Set(['accept', 'accept-language', 'content-type', 'user-agent']);

function followingRequest(
  { Headers }: Undici,
  request: RequestInit,
  status: number,
  sameOrigin: boolean,
): RequestInit {
  const headers = new Headers(request.headers);
  if (!sameOrigin) {
    const names = Array.from(headers.keys());
    for (const name of names) if (!harmless.has(name)) headers.delete(name);
  }
  const becomesGet =
    status === 303 || ((status === 301 || status === 302) && request.method === 'POST');
  if (!becomesGet) return { ...request, headers };
  for (const name of ['content-type', 'content-length']) headers.delete(name);
  return { ...request, headers, method: 'GET', body: null };
}

/** Our own refusal comes wrapped in fetch's error; anything else is the other side's. */
function explain(error: unknown): never {
  const { cause } = error as { cause?: unknown };
  if (cause instanceof Failure) throw cause;
  if ((error as Error).name === 'AbortError') throw error;
  throw new Failure('E_UPSTREAM_UNREACHABLE', 'The address does not answer.');
}
