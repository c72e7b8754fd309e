import { pipeline, Readable, Transform } from 'node:stream';
import { Failure } from '@causeway/contract/errors.ts';
import { buildQueryString } from '@smithy/core/protocols';
import type { NodeHttpHandler } from '@smithy/node-http-handler';
import { http } from '#platform/http/node-http.ts';
import { type AnswerHead, readAnswerHead } from './answer-head.ts';
import type { Line, Lines } from './lines.ts';
import { ObjectBody } from './object-body.ts';

type SdkRequest = Parameters<NodeHttpHandler['handle']>[0];
type SdkAnswer = Awaited<ReturnType<NodeHttpHandler['handle']>>;
type SdkOptions = NonNullable<Parameters<NodeHttpHandler['handle']>[1]>;

/** Given to the SDK's `send` by whoever opens an object. */
export type ObjectReadOptions = { abortSignal?: AbortSignal | undefined; opensObject: true };

/**
 * What carries the SDK's requests. Objects are opened over lines of our own, since Node's client
 * takes several times the work to pass a large body on: 64 kB at a time, each in new memory. What to
 * ask, the signature, repeating and reading errors stay with the SDK. An answer that is not a plain
 * body of known length is dropped, and the ordinary handler asks again: reading changes nothing.
 */
export function createObjectHandler(ordinary: NodeHttpHandler, lines: Lines) {
  return {
    metadata: ordinary.metadata,
    handle: async (request: SdkRequest, options: SdkOptions = {}): Promise<SdkAnswer> => {
      const { opensObject } = options as Partial<ObjectReadOptions>;
      const answer = opensObject ? await open(lines, request, signalOf(options)) : undefined;
      const given = answer ?? (await ordinary.handle(request, options));
      const isObject = opensObject && given.response.statusCode < 300;
      return isObject ? given : withEnd(given);
    },
    destroy: () => ordinary.destroy(),
    updateHttpClientConfig: (...given: Parameters<NodeHttpHandler['updateHttpClientConfig']>) =>
      ordinary.updateHttpClientConfig(...given),
    httpHandlerConfigs: () => ordinary.httpHandlerConfigs(),
  };
}

/** A page of a thousand keys, each as long as they get and written as entities, is a part of this. */
const LARGEST_ANSWER = 16 * 1024 ** 2;

/** What is no object the SDK reads as a whole: a bucket that never stops talking would fill our memory. */
function withEnd(answer: SdkAnswer): SdkAnswer {
  const { response } = answer;
  if (!(response.body instanceof Readable)) return answer;
  let bytes = 0;
  const counter = new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length;
      done(bytes > LARGEST_ANSWER ? tooMuch() : null, piece);
    },
  });
  // Who reads hears of an error from the counter.
  response.body = pipeline(response.body, counter, () => {});
  return answer;
}

function tooMuch(): Failure {
  return new Failure('E_UPSTREAM_FAILED', 'The bucket answered more than it was asked for.');
}

async function open(
  lines: Lines,
  request: SdkRequest,
  signal: AbortSignal | undefined,
): Promise<SdkAnswer | undefined> {
  signal?.throwIfAborted();
  const text = writeRequest(request);
  const secure = request.protocol === 'https:';
  const port = request.port ?? (secure ? 443 : 80);
  const line = await lines.open({ secure, host: bareHost(request.hostname), port }, signal);
  const answered = await ask(line, text, signal);
  if (!answered) return undefined;
  const { head, body } = answered;
  return { response: { statusCode: head.status, headers: head.headers, body } };
}

/** The answer, its body still to be read; undefined for one that is left to others. */
function ask(
  line: Line,
  request: string,
  signal: AbortSignal | undefined,
): Promise<{ head: AnswerHead; body: ObjectBody } | undefined> {
  return new Promise((resolve, reject) => {
    let read: Buffer = Buffer.alloc(0);
    let body: ObjectBody | undefined;
    const leave = () => {
      const reason = signal?.reason as Error;
      if (body) body.destroy(reason);
      else line.destroy();
      reject(reason);
    };
    const settled = () => signal?.removeEventListener('abort', leave);
    signal?.addEventListener('abort', leave, { once: true });
    line.listen({
      room: () => undefined,
      receive: (bytes) => {
        read = Buffer.concat([read, bytes]);
        const found = readAnswerHead(read);
        if (found === 'more') return true;
        if (found === 'unusual') {
          line.destroy();
          settled();
          resolve(undefined);
        } else {
          body = new ObjectBody(line, { ...found.head, first: read.subarray(found.bodyAt) });
          body.once('close', settled);
          resolve({ head: found.head, body });
        }
        return false;
      },
      lost: (error) => {
        settled();
        reject(error);
      },
    });
    line.send(request);
    line.resume();
  });
}

function writeRequest({ method, path, query, headers }: SdkRequest): string {
  const search = buildQueryString(query);
  const target = search ? `${path}?${search}` : path;
  if (!/^\/[\x21-\x7e]*$/.test(target))
    throw new TypeError('The address has unescaped characters.');
  const lines = Object.entries(headers).map(([name, value]) => {
    http.validateHeaderName(name);
    http.validateHeaderValue(name, value);
    return `${name}: ${value}\r\n`;
  });
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}connection: keep-alive\r\n\r\n`;
}

function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

function signalOf({ abortSignal }: SdkOptions): AbortSignal | undefined {
  return abortSignal instanceof AbortSignal ? abortSignal : undefined;
}
