import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Pool } from 'undici';
import { errorBody } from '@causeway/contract/errors.ts';
import { createProject, createSession, createUser, type TestUser } from '#testing/factories.ts';
import { createRandom, makeRequest, type RandomRequest } from '#testing/random-requests.ts';
import { startTestServer } from '#testing/test-server.ts';

const REQUESTS = 10_000;
const RAW_REQUESTS = 500;
const SEED = 4_711;

let person: TestUser;
let ids: string[];

const server = await startTestServer();
beforeAll(async () => {
  const { db } = server.services;
  person = await createUser(db);
  const staff = await createUser(db, { staff: true });
  const project = await createProject(db, { owner: person, viewer: staff });
  ids = [person.id, staff.id, project.id, crypto.randomUUID()];
});
afterAll(() => server.stop());

type Complaint = { problem: string; method: string; path: string; status: number; text: string };

test(`${REQUESTS} random requests get a proper answer each, and none is an error of the server`, async () => {
  const random = createRandom(SEED);
  const pool = new Pool(server.url, { connections: 12, pipelining: 1 });
  const statuses = new Map<number, number>();
  const complaints: Complaint[] = [];
  let left = REQUESTS;

  async function work(): Promise<void> {
    let tokens: string[] = [];
    while (left > 0) {
      left -= 1;
      // Requests end sessions and change passwords, so there are new ones now and then.
      if (left % 40 === 0 || tokens.length === 0) tokens = await makeTokens();
      const request = makeRequest(random, { routes: server.app.operations.all(), tokens, ids });
      const answer = await send(pool, request);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const problem = complain(request, answer);
      if (problem) {
        const { method, path } = request;
        complaints.push({ ...answer, problem, method, path: path.slice(0, 200) });
      }
    }
  }

  await Promise.all(Array.from({ length: 12 }, work));
  await pool.close();
  expect(complaints.slice(0, 10)).toEqual([]);
  // The requests reach beyond the first refusal.
  for (const status of [200, 400, 401, 403, 404, 413, 415, 422]) {
    expect([...statuses.keys()]).toContain(status);
  }
  expect((await server.send('GET', '/user', { token: await newToken() })).status).toBe(200);
});

test(`${RAW_REQUESTS} pieces of broken HTTP are refused in our form or cut off, and the server goes on`, async () => {
  const random = createRandom(SEED);
  const answers = await Promise.all(
    Array.from({ length: RAW_REQUESTS }, () => sendRaw(random.pick(brokenHttp))),
  );
  const complaints = answers.flatMap((text) => {
    if (text === '') return [];
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
    const body = text.slice(text.indexOf('\r\n\r\n') + 4);
    const isProper = status < 400 || (status < 500 && isErrorBody(parse(body)));
    return isProper ? [] : [text.slice(0, 300)];
  });
  expect([...new Set(complaints)]).toEqual([]);
  expect((await server.send('GET', '/health/live')).status).toBe(200);
});

async function newToken(): Promise<string> {
  return createSession(server.services.db, { userId: person.id });
}

async function makeTokens(): Promise<string[]> {
  return [await newToken(), await newToken(), 'x'.repeat(43)];
}

async function send(pool: Pool, { method, path, headers, body }: RandomRequest) {
  const answer = await pool.request({ method, path, headers, body });
  const type = String(answer.headers['content-type'] ?? '');
  if (type.startsWith('text/event-stream')) {
    answer.body.on('error', () => {}).destroy();
    return { status: answer.statusCode, text: '' };
  }
  return { status: answer.statusCode, text: await answer.body.text() };
}

function complain(request: RandomRequest, answer: { status: number; text: string }) {
  if (answer.status >= 500) return 'an error of the server';
  if (answer.status === 409) return 'a conflict the client would retry';
  if (answer.status < 400 || request.method === 'HEAD') return undefined;
  return isErrorBody(parse(answer.text)) ? undefined : 'not in our form';
}

function isErrorBody(body: unknown): boolean {
  return errorBody.safeParse(body).success;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const host = 'Host: localhost\r\n';
const brokenHttp = [
  'GET / HTTP/1.1\r\n\r\n',
  `GET /user HTTP/9.9\r\n${host}\r\n`,
  `GET /user HTTP/1.0\r\n\r\n`,
  'nonsense\r\n\r\n',
  '\0\0\0\0\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  `FROBNICATE / HTTP/1.1\r\n${host}\r\n`,
  `CONNECT localhost:22 HTTP/1.1\r\n${host}\r\n`,
  `OPTIONS * HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
  `GET http://elsewhere.test/user HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
  `GET /user HTTP/1.1\r\n${host}X-Long: ${'x'.repeat(200_000)}\r\n\r\n`,
  `GET /user HTTP/1.1\r\n${host}X: a\0b\r\n\r\n`,
  `GET /us er HTTP/1.1\r\n${host}\r\n`,
  `GET /user HTTP/1.1\r\n${host}Expect: the-impossible\r\nConnection: close\r\n\r\n`,
  `POST /auth/login HTTP/1.1\r\n${host}Content-Length: -5\r\n\r\n`,
  `POST /auth/login HTTP/1.1\r\n${host}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`,
  `POST /auth/login HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  `POST /auth/login HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nZZ\r\nhello\r\n`,
  `POST /auth/login HTTP/1.1\r\n${host}Transfer-Encoding: gzip\r\n\r\nhello`,
  `POST /auth/login HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"email":`,
  `GET /user HTTP/1.1\r\n${host}Upgrade: websocket\r\nConnection: Upgrade, close\r\n\r\n`,
  `GET /health/live HTTP/1.1\r\n${host}\r\nGET /health/live HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
  '',
];

/** Sends bytes as they are, and what comes back until the other side closes or stays silent. */
function sendRaw(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(server.url).port) });
    const finish = () => {
      socket.destroy();
      resolve(text);
    };
    socket.setTimeout(2_000, finish);
    socket.on('data', (piece) => {
      text += piece.toString('latin1');
    });
    socket.on('error', finish);
    socket.on('close', finish);
    socket.end(Buffer.from(bytes, 'latin1'));
  });
}
