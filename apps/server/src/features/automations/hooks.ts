import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { CredentialValue } from '@causeway/contract/automations/credentials.ts';
import type { Trigger } from '@causeway/contract/automations/definition.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { parseJson } from '#platform/bytes/json-depth.ts';
import type { FileAnswer } from '#platform/http/file-answer.ts';
import type { RunAnswer } from './engine/entries.ts';

type Webhook = Extract<Trigger, { kind: 'webhook' }>;

const SIGNATURE_SECONDS = 300;
const signed = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;
/** What would let somebody in, or says nothing, is not kept with a run. */
const unkept = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
  'x-signature',
  'connection',
]);

/** Whether the call may start the workflow; the address alone is enough unless more was set. */
export function checkCaller(
  { auth }: Webhook,
  credential: CredentialValue | undefined,
  { headers, text, now }: { headers: IncomingHttpHeaders; text: string; now: number },
): void {
  if (auth.kind === 'none') return;
  if (auth.kind === 'header' && credential?.kind === 'header') {
    const given = headers[credential.name.toLowerCase()];
    if (typeof given === 'string' && isSame(given, credential.value)) return;
  }
  if (auth.kind === 'signature' && credential?.kind === 'secret') {
    const [seconds, signature] = readSignature(headers);
    const expected = createHmac('sha256', credential.secret).update(`${seconds}.${text}`);
    const isFresh = Math.abs(now / 1_000 - Number(seconds)) <= SIGNATURE_SECONDS;
    if (isFresh && isSame(signature, expected.digest('hex'))) return;
  }
  throw new Failure('E_WEBHOOK_SIGNATURE');
}

function readSignature(headers: IncomingHttpHeaders): [seconds: string, signature: string] {
  const [, seconds = '', signature = ''] = signed.exec(String(headers['x-signature'] ?? '')) ?? [];
  return [seconds, signature];
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** What expressions read as `trigger`. */
export function payloadOf(
  method: string,
  { headers, query, text }: { headers: IncomingHttpHeaders; query: unknown; text: string },
  hidden: string | undefined,
) {
  const kept: IncomingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!unkept.has(name) && name !== hidden) kept[name] = value;
  }
  return { method, query, headers: kept, body: bodyOf(text, headers) };
}

function bodyOf(text: string, headers: IncomingHttpHeaders): unknown {
  if (text === '') return null;
  if (!/\bjson\b/i.test(headers['content-type'] ?? '')) return text;
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('E_MALFORMED', 'The body is not JSON.');
  }
}

/**
 * By them a repeated delivery finds the run of the first. The delivery id is not signed: whoever has
 * read a signed message could send it on under ids of their own, so its signature counts as well.
 */
export function keysOf(
  { auth }: Webhook,
  headers: IncomingHttpHeaders,
): { key: string | null; signedKey: string | null } {
  const key = deliveryKey(headers);
  if (auth.kind !== 'signature') return { key, signedKey: null };
  const [, signature] = readSignature(headers);
  const signedKey = `m:${signature}`;
  return key === null ? { key: signedKey, signedKey: null } : { key, signedKey };
}

function deliveryKey(headers: IncomingHttpHeaders): string | null {
  const given =
    headers['idempotency-key'] ?? headers['x-delivery-id'] ?? headers['x-github-delivery'];
  if (typeof given !== 'string') return null;
  if (!/^[\x21-\x7e]{1,200}$/.test(given)) {
    throw new Failure('E_VALIDATION', 'A delivery id has at most 200 visible characters.');
  }
  return `d:${given}`;
}

/**
 * JSON or plain text and nothing else, and never run by a browser: the address is ours, so a page
 * that a workflow made up would be one of ours.
 */
export function toFileAnswer({ status, body }: RunAnswer, runId: string): FileAnswer {
  const isText = typeof body === 'string';
  return {
    status,
    headers: {
      'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-run-id': runId,
    },
    // A text leaves together with its head; bytes would be a second piece to write.
    body: isText ? body : JSON.stringify(body ?? null),
  };
}
