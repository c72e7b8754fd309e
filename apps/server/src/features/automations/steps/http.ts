import type { NodeOf } from '@causeway/contract/automations/definition.ts';
import { parseJson } from '#platform/bytes/json-depth.ts';
import { asText, parsePath, readPath } from '@causeway/contract/automations/expressions.ts';
import { runMessage } from '@causeway/contract/automations/run-messages.ts';
import { Failure } from '@causeway/contract/errors.ts';
import type { GuardedFetch } from '#platform/egress/http.ts';
import type { Executor, Executors, StepContext } from '../engine/executor.ts';
import { readCapped } from './read-capped.ts';

/** A credential ready for one request: what it adds, and what must not be seen afterwards. */
export type Sealing = { headers: Record<string, string>; hide(text: string): string };

export type HttpNeeds = {
  fetch: GuardedFetch;
  /** Refuses hosts the credential is not meant for. */
  useCredential(projectId: string, credentialId: string, url: string): Promise<Sealing>;
};

const none: Sealing = { headers: {}, hide: (text) => text };

export function createHttpStep(needs: HttpNeeds): Pick<Executors, 'http'> {
  const step: Executor<'http'> = {
    effect: ({ method }) => (method === 'GET' || method === 'HEAD' ? 'reads' : 'sends'),
    execute: async (context) => {
      const { node, isDry } = context;
      const isReading = node.method === 'GET' || node.method === 'HEAD';
      if (isDry && !isReading) return { output: { dryRun: true, ...described(node) } };
      const first = await request(needs, context, addressOf(node));
      if (!node.paging) return { output: first };
      return { output: await readPages(needs, context, first) };
    },
  };
  return { http: step };
}

function described({ method, url, body }: NodeOf<'http'>) {
  return { method, url, body };
}

function addressOf({ url, query }: NodeOf<'http'>): string {
  if (!URL.canParse(url)) throw new Failure('E_EGRESS_BLOCKED', runMessage('noAddress', { url }));
  const address = new URL(url);
  for (const { name, value } of query) address.searchParams.append(name, asText(value));
  return address.href;
}

type HttpAnswer = { status: number; contentType: string; body: unknown };

async function request(
  needs: HttpNeeds,
  { node, run, signal, stepKey, spend }: StepContext<'http'>,
  url: string,
): Promise<HttpAnswer> {
  spend('calls', 1);
  const sealing = node.credentialId
    ? await needs.useCredential(run.projectId, node.credentialId, url)
    : none;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(node.timeoutSeconds * 1_000)]);
  try {
    const response = await needs.fetch(url, {
      method: node.method,
      headers: { ...headersOf(node, stepKey), ...sealing.headers },
      ...bodyOf(node),
      signal: limit,
    });
    const text = sealing.hide(await readCapped(response.body));
    const contentType = response.headers.get('content-type') ?? '';
    if (!response.ok) {
      throw new Failure('E_UPSTREAM_FAILED', answerMessage(response.status, text), {
        status: response.status,
      });
    }
    return { status: response.status, contentType, body: readBody(text, contentType) };
  } catch (error) {
    if (limit.aborted && !signal.aborted) {
      throw new Failure('E_UPSTREAM_UNREACHABLE', runMessage('answeredLate'));
    }
    throw error;
  }
}

function answerMessage(status: number, text: string): string {
  const said = text.slice(0, 200).trim();
  return said === ''
    ? runMessage('answered', { status })
    : runMessage('answeredSaying', { status, said });
}

function headersOf(node: NodeOf<'http'>, stepKey: string): Record<string, string> {
  const own = Object.fromEntries(
    node.headers.map(({ name, value }) => [name.toLowerCase(), asText(value)]),
  );
  const isReading = node.method === 'GET' || node.method === 'HEAD';
  return {
    accept: 'application/json, */*;q=0.5',
    'user-agent': 'Causeway',
    ...(!isReading && { 'idempotency-key': stepKey }),
    ...(!isReading && isJson(node.body) && { 'content-type': 'application/json' }),
    ...own,
  };
}

/** Also a text that an expression without quotes made JSON of: `{"amount": {{ trigger.amount }}}`. */
function isJson(body: unknown): boolean {
  if (typeof body !== 'string') return typeof body === 'object' && body !== null;
  if (!/^\s*[[{]/.test(body)) return false;
  try {
    parseJson(body);
    return true;
  } catch {
    // It only begins like it.
    return false;
  }
}

function bodyOf({ method, body }: NodeOf<'http'>): { body?: string } {
  if (method === 'GET' || method === 'HEAD' || body === undefined || body === null) return {};
  return { body: typeof body === 'string' ? body : JSON.stringify(body) };
}

function readBody(text: string, contentType: string): unknown {
  if (!/\bjson\b/i.test(contentType)) return text;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** Follows the address each page names for the next, and puts their items together. */
async function readPages(
  needs: HttpNeeds,
  context: StepContext<'http'>,
  first: HttpAnswer,
): Promise<unknown> {
  const { paging } = context.node;
  if (!paging) return first;
  const items: unknown[] = [];
  let page: HttpAnswer | undefined = first;
  let pages = 0;
  while (page) {
    pages += 1;
    const picked = pick(page.body, paging.items);
    const found: unknown[] = Array.isArray(picked) ? picked : [];
    // One by one: a hundred thousand at once are more than a call takes.
    for (const item of found) items.push(item);
    context.spend('rows', found.length);
    const next = pick(page.body, paging.next);
    const goesOn = typeof next === 'string' && next !== '' && pages < paging.pages;
    page = goesOn ? await request(needs, context, new URL(next, context.node.url).href) : undefined;
  }
  return { ...first, body: items, pages };
}

/** `data.items`; empty is the whole. */
function pick(body: unknown, path: string): unknown {
  if (path === '') return body;
  const parsed = parsePath(`item.${path}`);
  return parsed ? readPath({ item: body }, parsed) : null;
}
