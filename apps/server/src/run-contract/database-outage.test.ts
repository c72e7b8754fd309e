import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listenTo } from '#testing/listen.ts';
import type { Answer } from '#testing/send.ts';
import {
  launchServer,
  logIn,
  makeDataDirectory,
  type ServerProcess,
  waitFor,
} from '#testing/server-process.ts';
import { startTcpProxy, type TcpProxy } from '#testing/tcp-proxy.ts';
import { createTestDatabase } from '#testing/test-database.ts';

/** The server reaches its database over a line that the test cuts or freezes. */
let line: TcpProxy;
let server: ServerProcess;
let token: string;
let staffToken: string;

const database = await createTestDatabase();
const folder = await makeDataDirectory();
beforeAll(async () => {
  const url = new URL(database.url);
  line = await startTcpProxy({ port: Number(url.port) });
  url.port = String(line.port);
  server = await launchServer({ DATABASE_URL: url.href, DATA_DIR: folder.path });
  token = await logIn(server);
  staffToken = await logIn(server, { email: 'staff@causeway.test', password: 'causeway-staff' });
});

afterAll(async () => {
  await server.stop();
  await line.close();
  await folder.remove();
  await database.drop();
});

const readUser = () => server.send('GET', '/user', { token });
const isReady = async () => (await server.send('GET', '/health/ready')).status === 200;

for (const fault of ['cut', 'freeze'] as const) {
  describe(`while the line to the database is ${fault === 'cut' ? 'cut' : 'frozen'}`, () => {
    test('SESS-3 the server is not ready, answers 503 to everybody within seconds, and is ready again by itself with nobody logged out', async () => {
      await Promise.all(Array.from({ length: 8 }, readUser));
      line[fault]();
      const [ready, live, ...answers] = await Promise.all([
        server.send('GET', '/health/ready'),
        server.send('GET', '/health/live'),
        ...Array.from({ length: 30 }, (_, count) => timed(count % 2 ? readUser() : write())),
      ]);
      expect(ready.status).toBe(503);
      expect(live.status).toBe(200);
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([503]));
      expect(new Set(answers.map((answer) => answer.code))).toEqual(new Set(['E_UNAVAILABLE']));
      // Before the limit of a statement, which would end them as well.
      expect(Math.max(...answers.map((answer) => answer.seconds))).toBeLessThan(20);

      line.restore();
      await waitFor('readiness', isReady);
      expect(await readUser()).toMatchObject({ status: 200 });
    });

    test('events are heard and mails are sent again once the line is back', async () => {
      const heard = await listenTo(server.url, token);
      await waitFor('the stream', async () => heard.events.includes('ready'));
      line[fault]();
      await waitFor('the outage', async () => !(await isReady()));
      line.restore();
      await waitFor('readiness', isReady);

      const email = `${fault}@example.test`;
      const body = { email, name: 'Somebody', password: 'long enough for all' };
      expect(await server.send('POST', '/api/auth/v1/register', { body })).toMatchObject({
        status: 200,
      });
      const mail = await waitFor('the mail', () => findMail(email));
      expect(mail.subject).toContain('Causeway code');

      // A cut line may have swallowed events, so whoever listens is told to read again.
      if (fault === 'cut') {
        await waitFor('a greeting', async () => heard.events.filter(isGreeting).length > 1);
      }
      await server.send('PATCH', '/user', { token, body: { name: `Demo ${fault}` } });
      await waitFor('the event', async () => heard.events.includes('user.changed'));
      heard.leave();
    });
  });
}

function write(): Promise<Answer> {
  return server.send('PATCH', '/user', { token, body: { settings: { theme: 'light' } } });
}

async function timed(asked: Promise<Answer>) {
  const start = performance.now();
  const answer = await asked;
  const { code } = answer.json as { code?: string };
  return { status: answer.status, code, seconds: (performance.now() - start) / 1_000 };
}

function isGreeting(type: string): boolean {
  return type === 'ready';
}

async function findMail(email: string): Promise<{ subject: string } | undefined> {
  const answer = await server.send('GET', '/api/staff/v1/mails', { token: staffToken });
  const page = answer.json as { items: { to: string; subject: string }[] };
  return page.items.find((mail) => mail.to === email);
}
