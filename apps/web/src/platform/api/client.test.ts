// @vitest-environment node
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { route } from '@causeway/contract/route.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createClient, type Client } from './client.ts';
import { Unreachable } from './unreachable.ts';

const answer = z.object({ n: z.number() });
const list = route({
  method: 'GET',
  path: '/things/:id',
  summary: '',
  access: 'account',
  params: z.object({ id: z.string() }),
  query: z.object({ filter: z.record(z.string(), z.string()).optional() }),
  answer,
});
const write = (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE') =>
  route({
    method,
    path: '/things',
    summary: '',
    access: 'account',
    body: z.object({ name: z.string() }),
    answer,
  });
const events = route({
  method: 'POST',
  path: '/events',
  summary: '',
  access: 'account',
  body: z.object({ ask: z.string() }),
  answer: z.string(),
  stream: true,
});

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };
type Respond = (request: Seen, response: ServerResponse, count: number) => void;

const seen: Seen[] = [];
const onDeadSession = vi.fn<() => void>();
const onFailure = vi.fn<(error: unknown) => void>();
let token: string | undefined;
let language: string;
let respond: Respond;
let client: Client;
let close: () => void;

beforeEach(async () => {
  seen.length = 0;
  token = 'tok';
  language = '';
  respond = (_request, response, count) => json(response, 200, { n: count });
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      seen.push({ method, url, headers, body });
      respond(seen.at(-1) as Seen, response, seen.length);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  close = () => server.closeAllConnections();
  const { port } = server.address() as AddressInfo;
  client = createClient({
    getToken: () => token,
    getLanguage: () => language,
    onDeadSession,
    onFailure,
    baseUrl: `http://127.0.0.1:${port}`,
    retryDelayMs: 1,
  });
  return () => server.close();
});

afterEach(() => {
  close();
  vi.clearAllMocks();
});

test('CALL-1 a call carries the bearer token, the filled path and bracket-style parameters', async () => {
  await client.call(list, { params: { id: 'a/b' }, query: { filter: { x: '1 2' } } });
  expect(seen[0]).toMatchObject({ method: 'GET', url: '/things/a%2Fb?filter[x]=1%202' });
  expect(seen[0]?.headers.authorization).toBe('Bearer tok');

  token = undefined;
  await client.call(list, { params: { id: 'c' }, query: {} });
  expect(seen[1]?.headers.authorization).toBeUndefined();
});

test('CALL-1 a call says in which language its page is', async () => {
  language = 'de';
  await client.call(write('POST'), { body: { name: 'x' } });
  expect(seen[0]?.headers['accept-language']).toBe('de');
});

test('CALL-1 all five methods are sent, writes with a JSON body', async () => {
  for (const method of ['POST', 'PATCH', 'PUT', 'DELETE'] as const) {
    await client.call(write(method), { body: { name: 'ä' } });
    expect(seen.at(-1)).toMatchObject({ method, url: '/things', body: '{"name":"ä"}' });
    expect(seen.at(-1)?.headers['content-type']).toBe('application/json');
  }
});

test('CALL-2 identical GETs within 100 ms share one result, different ones do not', async () => {
  const input = { params: { id: '1' }, query: {} };
  const [one, other] = await Promise.all([client.call(list, input), client.call(list, input)]);
  expect(one).toEqual({ n: 1 });
  expect(other).toEqual({ n: 1 });
  expect(await client.call(list, { params: { id: '2' }, query: {} })).toEqual({ n: 2 });
});

test('CALL-2 an answer is shared with who asks up to 100 ms later, and with nobody after that', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(5_000);
  const input = { params: { id: '1' }, query: {} };
  expect(await client.call(list, input)).toEqual({ n: 1 });
  now.mockReturnValue(5_099);
  expect(await client.call(list, input)).toEqual({ n: 1 });
  now.mockReturnValue(5_100);
  expect(await client.call(list, input)).toEqual({ n: 2 });
  expect(seen).toHaveLength(2);
  now.mockRestore();
});

test('CALL-2 a failed read is not shared with who asks later', async () => {
  respond = (_request, response, count) =>
    count === 1 ? failure(response, 503) : json(response, 200, { n: count });
  const input = { params: { id: '1' }, query: {} };
  await expect(client.call(list, input)).rejects.toMatchObject({ code: 'E_UNAVAILABLE' });
  expect(await client.call(list, input)).toEqual({ n: 2 });
});

test('CALL-2 a write, another token or a reset make a shared result stale', async () => {
  const input = { params: { id: '1' }, query: {} };
  await client.call(list, input);
  await client.call(write('POST'), { body: { name: 'x' } });
  expect(await client.call(list, input)).toEqual({ n: 3 });
  token = 'other';
  expect(await client.call(list, input)).toEqual({ n: 4 });
  client.forgetReads();
  expect(await client.call(list, input)).toEqual({ n: 5 });
});

test('CALL-2 a caller who gives up does not take the shared result from the others', async () => {
  const gaveUp = Promise.withResolvers<void>();
  respond = (_request, response, count) =>
    void gaveUp.promise.then(() => json(response, 200, { n: count }));
  const input = { params: { id: '1' }, query: {} };
  const giveUp = new AbortController();
  const given = client.call(list, input, { signal: giveUp.signal });
  const kept = client.call(list, input);
  giveUp.abort();
  await expect(given).rejects.toThrow('aborted');
  gaveUp.resolve();
  expect(await kept).toEqual({ n: 1 });
});

test('CALL-2 a read that everybody gave up is not what the next one gets', async () => {
  const first = new AbortController();
  const given = client.call(list, { params: { id: '1' }, query: {} }, { signal: first.signal });
  first.abort();
  const next = client.call(list, { params: { id: '1' }, query: {} });
  await expect(given).rejects.toThrow('aborted');
  await expect(next).resolves.toHaveProperty('n');
});

test.each([408, 409, 425, 429, 500, 502, 503, 504])(
  'CALL-3 POST and PATCH are sent once more after %i, with the same idempotency key',
  async (status) => {
    for (const method of ['POST', 'PATCH'] as const) {
      seen.length = 0;
      respond = (_request, response, count) =>
        count === 1 ? failure(response, status) : json(response, 200, { n: count });
      expect(await client.call(write(method), { body: { name: 'x' } })).toEqual({ n: 2 });
      const keys = seen.map(({ headers }) => headers['idempotency-key']);
      expect(keys[0]).toBeTruthy();
      expect(keys).toEqual([keys[0], keys[0]]);
    }
  },
);

test('CALL-3 a second failure is final', async () => {
  respond = (_request, response) => failure(response, 503);
  await expect(client.call(write('POST'), { body: { name: 'x' } })).rejects.toMatchObject({
    code: 'E_UNAVAILABLE',
  });
  expect(seen).toHaveLength(2);
});

test.each([408, 409, 425, 429, 500, 502, 503, 504])(
  'CALL-3 GET, PUT and DELETE are not sent again after %i',
  async (status) => {
    respond = (_request, response) => failure(response, status);
    await expect(client.call(list, { params: { id: '1' }, query: {} })).rejects.toBeTruthy();
    await expect(client.call(write('PUT'), { body: { name: 'x' } })).rejects.toBeTruthy();
    await expect(client.call(write('DELETE'), { body: { name: 'x' } })).rejects.toBeTruthy();
    expect(seen.map(({ method }) => method)).toEqual(['GET', 'PUT', 'DELETE']);
  },
);

test.each([400, 401, 402, 403, 404, 405, 410, 412, 413, 422, 423, 501, 505])(
  'CALL-3 POST and PATCH are not sent again after %i',
  async (status) => {
    respond = (_request, response) => failure(response, status);
    for (const method of ['POST', 'PATCH'] as const) {
      await expect(client.call(write(method), { body: { name: 'x' } })).rejects.toBeTruthy();
    }
    expect(seen.map(({ method }) => method)).toEqual(['POST', 'PATCH']);
  },
);

test('CALL-3 each write has a key of its own, or the one the caller gives', async () => {
  await client.call(write('POST'), { body: { name: 'x' } });
  await client.call(write('POST'), { body: { name: 'x' } });
  await client.call(write('POST'), { body: { name: 'x' } }, { idempotencyKey: 'mine' });
  const keys = seen.map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).not.toBe(keys[1]);
  expect(keys[2]).toBe('mine');
});

test('CALL-4 what is thrown is the data payload of the error, whatever the method', async () => {
  const payload = { code: 'E_VALIDATION', message: 'Name it.', requestId: 'r', details: { a: 1 } };
  respond = (_request, response) => json(response, 422, payload);
  for (const method of ['POST', 'PATCH', 'PUT', 'DELETE'] as const) {
    await expect(client.call(write(method), { body: { name: '' } })).rejects.toStrictEqual(payload);
  }
  const reading = client.call(list, { params: { id: '1' }, query: {} });
  await expect(reading).rejects.toStrictEqual(payload);
  expect(onFailure).toHaveBeenCalledTimes(5);
  expect(onFailure).toHaveBeenCalledWith(payload);
});

test('CALL-4 a payload without a code is thrown as it is', async () => {
  const payload = { statusCode: 502, error: 'Bad Gateway' };
  respond = (_request, response) => json(response, 404, payload);
  await expect(client.call(write('POST'), { body: { name: 'x' } })).rejects.toStrictEqual(payload);
});

test('CALL-4 an answer without a payload is thrown as an error with its status', async () => {
  respond = (_request, response) => response.writeHead(502).end('<html>');
  await expect(client.call(write('PUT'), { body: { name: '' } })).rejects.toThrow(
    'The server answered 502 Bad Gateway',
  );
});

test('CALL-4 a stream is a POST that yields text chunks as they arrive, also when one ends within a letter', async () => {
  const [whole, half] = [Buffer.from('data: a'), Buffer.from('ü')];
  let goOn: () => void = () => {};
  respond = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(Buffer.concat([whole, half.subarray(0, 1)]));
    goOn = () => response.end(Buffer.concat([half.subarray(1), Buffer.from('\n\n')]));
  };
  const chunks: string[] = [];
  for await (const chunk of client.stream(events, { body: { ask: 'ä' } })) {
    chunks.push(chunk);
    goOn();
  }
  expect(chunks).toEqual(['data: a', 'ü\n\n']);
  expect(seen[0]).toMatchObject({ method: 'POST', body: '{"ask":"ä"}' });
  expect(seen[0]?.headers).toMatchObject({
    accept: 'text/event-stream',
    'content-type': 'application/json',
  });
});

test('CALL-4 a stream that is cut off fails instead of ending', async () => {
  let cut: () => void = () => {};
  respond = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: one\n\n');
    cut = () => response.destroy();
  };
  const chunks: string[] = [];
  const reading = async () => {
    for await (const chunk of client.stream(events, { body: { ask: 'x' } })) {
      chunks.push(chunk);
      cut();
    }
  };
  await expect(reading()).rejects.toThrow(/terminated|closed|reset/);
  expect(chunks).toEqual(['data: one\n\n']);
});

test('CALL-4 a stream that fails or has no body says so', async () => {
  const read = async () => {
    for await (const chunk of client.stream(events, { body: { ask: 'x' } })) expect(chunk).toBe('');
  };
  respond = (_request, response) => failure(response, 403);
  await expect(read()).rejects.toThrow('Streaming request failed: refused');
  respond = (_request, response) => response.writeHead(204).end();
  await expect(read()).rejects.toThrow('No response body received from streaming endpoint');
});

test('CALL-4 whoever could not reach the server is told so, whatever was called, and cancelling is no such thing', async () => {
  const input = { params: { id: '1' }, query: {} };
  respond = (_request, response) => response.destroy();
  await expect(client.call(list, input)).rejects.toBeInstanceOf(Unreachable);
  await expect(client.call(write('PUT'), { body: { name: 'x' } })).rejects.toBeInstanceOf(
    Unreachable,
  );
  await expect(client.file(list, input)).rejects.toBeInstanceOf(Unreachable);
  // The answer begins, and the connection is lost.
  respond = (_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{', () => response.destroy());
  };
  await expect(client.call(list, input)).rejects.toBeInstanceOf(Unreachable);
  await expect(client.file(list, input)).rejects.toBeInstanceOf(Unreachable);
  const read = async () => {
    for await (const chunk of client.stream(events, { body: { ask: 'x' } }))
      expect(chunk).toBe('{');
  };
  await expect(read()).rejects.toBeInstanceOf(Unreachable);
  const signal = AbortSignal.abort();
  await expect(client.file(list, input, { signal })).rejects.not.toBeInstanceOf(Unreachable);
});

test('CALL-5 a dead token is reported once per call, and only while it is still in use', async () => {
  const dead = { code: 'E_INVALID_API_TOKEN', message: 'ended', requestId: 'r' };
  respond = (_request, response) => json(response, 401, dead);
  await expect(client.call(list, { params: { id: '1' }, query: {} })).rejects.toEqual(dead);
  expect(onDeadSession).toHaveBeenCalledTimes(1);

  respond = (_request, response) => {
    token = 'newer';
    json(response, 401, dead);
  };
  await expect(client.call(list, { params: { id: '2' }, query: {} })).rejects.toEqual(dead);
  expect(onDeadSession).toHaveBeenCalledTimes(1);
});

test('TEAM-6 a bad API key is told, and ends no session', async () => {
  const bad = { code: 'E_API_KEY_INVALID', message: 'not valid', requestId: 'r' };
  respond = (_request, response) => json(response, 401, bad);
  await expect(client.call(list, { params: { id: '1' }, query: {} })).rejects.toEqual(bad);
  expect(onDeadSession).not.toHaveBeenCalled();
});

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function failure(response: ServerResponse, status: number): void {
  const code = status === 503 ? 'E_UNAVAILABLE' : 'E_FORBIDDEN';
  json(response, status, { code, message: 'refused', requestId: 'r' });
}
