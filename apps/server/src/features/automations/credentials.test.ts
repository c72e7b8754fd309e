import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHmac } from 'node:crypto';
import { Writable } from 'node:stream';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { credentialRoutes } from '@causeway/contract/automations/credentials.ts';
import { workflowRoutes } from '@causeway/contract/automations/workflows.ts';
import { createProject, createUser, type TestUser } from '#testing/factories.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import {
  chain,
  createWorkflowRequests,
  manual,
  type WorkflowRequests,
} from '#testing/workflow-requests.ts';
import { isMeantFor, useCredential } from './credentials.ts';

const CANARY = 'canary-3f9a-"quoted"-value';
let server: TestServer;
let flows: WorkflowRequests;
let owner: TestUser;
let projectId: string;
let elsewhere: Server;
let url: string;
const lines: string[] = [];
const received: { authorization: string; key: string }[] = [];

beforeAll(async () => {
  // Answers with what it was sent, as careless servers do.
  elsewhere = createServer((request, response) => {
    const authorization = request.headers.authorization ?? '';
    received.push({ authorization, key: String(request.headers['idempotency-key'] ?? '') });
    if (request.url === '/away') {
      response.writeHead(302, { location: 'http://127.0.0.1:18999/stolen' }).end();
      return;
    }
    const isBroken = request.url === '/broken';
    response.writeHead(isBroken ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ you: authorization, path: request.url }));
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const { port } = elsewhere.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
  const log = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  server = await startTestServer(
    { EGRESS_ALLOW_HTTP: `127.0.0.1:${port}` },
    pino({ level: 'trace' }, log),
  );
  owner = await createUser(server.services.db);
  projectId = (await createProject(server.services.db, { owner })).id;
  flows = createWorkflowRequests({ server, projectId, editor: owner });
});
afterAll(async () => {
  await server.stop();
  elsewhere.close();
});

function store(value: object, hosts: string[]) {
  const body = { name: 'Elsewhere', hosts, value } as never;
  return server.call(credentialRoutes.create, { params: { projectId }, body }, owner);
}

const call = (credentialId: string, path = '/', more: object = {}) =>
  chain(manual, { kind: 'http', id: 'call', url: `${url}${path}`, credentialId, ...more });

describe('a credential', () => {
  test('AUTO-6 is used where it is meant for, and its value is found nowhere afterwards', async () => {
    const { host } = new URL(url);
    const stored = await store({ kind: 'bearer', token: CANARY }, [host]);
    const calling = await flows.published(call(stored.id));
    const run = await flows.until(await flows.start(calling));
    expect(received.at(-1)?.authorization).toBe(`Bearer ${CANARY}`);
    expect(run.steps[0]?.output).toMatchObject({ status: 200, body: { you: 'Bearer ••••' } });
    const broken = await flows.published(call(stored.id, '/broken', { method: 'POST', body: {} }));
    const failed = await flows.until(await flows.start(broken));
    expect(failed.status).toBe('failed');
    const listed = await server.call(credentialRoutes.list, { params: { projectId } }, owner);
    expect(listed[0]).toMatchObject({ name: 'Elsewhere', usedBy: [{ isPublished: true }, {}] });
    const params = { projectId, workflowId: calling.id };
    const exported = await server.call(workflowRoutes.show, { params }, owner);
    const seen = JSON.stringify([run, failed, listed, exported]) + lines.join('') + (await dump());
    for (const spelling of [CANARY, 'canary-3f9a', encodeURIComponent(CANARY)]) {
      expect(seen.includes(spelling)).toBe(false);
    }
  });

  test('AUTO-6 is taken out of answers however their JSON writes it', async () => {
    const stored = await store({ kind: 'bearer', token: 'slash/3f9a/token' }, [new URL(url).host]);
    const { headers, hide } = await useCredential(server.services, projectId, {
      credentialId: stored.id,
      url,
    });
    expect(headers['authorization']).toBe('Bearer slash/3f9a/token');
    const kept = String.raw`{"you":"Bearer slash\/3f9a\/\u0074oken","path":"a\/b"}`;
    expect(JSON.parse(hide(kept))).toEqual({ you: 'Bearer ••••', path: 'a/b' });
    expect(hide(kept)).not.toContain('3f9a');
    expect(hide(String.raw`{"path": "a\/b"}`)).toBe(String.raw`{"path": "a\/b"}`);
  });

  test('AUTO-6 is not sent to a host it is not meant for', async () => {
    const stored = await store({ kind: 'bearer', token: CANARY }, ['api.example.test']);
    const before = received.length;
    const run = await flows.until(await flows.start(await flows.published(call(stored.id))));
    expect(run).toMatchObject({ status: 'failed', error: { code: 'E_CREDENTIAL_HOST' } });
    expect(received.length).toBe(before);
  });

  test.each([
    ['https://api.example.test/a', true],
    ['https://api.example.test:8443/a', true],
    ['https://eu.below.test/a', true],
    ['http://api.example.test/a', false],
    ['http://api.example.test:8080/a', false],
    ['http://eu.below.test/a', false],
    ['http://old.example.test/a', true],
    ['http://old.example.test:8080/a', false],
    ['https://old.example.test/a', false],
    ['http://within.test/a', true],
    ['ftp://api.example.test/a', false],
  ])(
    'AUTO-6 is sent over https unless its port is named or its host is private: %s',
    async (to, sent) => {
      const hosts = ['api.example.test', '*.below.test', 'old.example.test:80', 'within.test'];
      const isWithin = ({ hostname }: URL) => Promise.resolve(hostname === 'within.test');
      expect(await isMeantFor(hosts, to, isWithin)).toBe(sent);
    },
  );

  test('AUTO-6 reaches a private host that the operator opened over plain http, and no other', async () => {
    const { hostname } = new URL(url);
    const stored = await store({ kind: 'bearer', token: CANARY }, [hostname, '1.1.1.1']);
    const at = { params: { projectId, credentialId: stored.id } };
    const tested = await server.call(credentialRoutes.test, { ...at, body: { url } }, owner);
    expect(tested).toEqual({ status: 200, isAccepted: true });
    const open = { ...at, body: { url: 'http://1.1.1.1/' } };
    expect(await server.refuse(credentialRoutes.test, open, owner)).toMatchObject({
      code: 'E_CREDENTIAL_HOST',
      message: "'Elsewhere' may not be sent to http://1.1.1.1.",
    });
  });

  test('AUTO-6 a new host takes the value again, and one in use is not deleted', async () => {
    const { host } = new URL(url);
    const stored = await store({ kind: 'bearer', token: CANARY }, [host]);
    const at = { params: { projectId, credentialId: stored.id } };
    const widened = { ...at, body: { hosts: [host, 'evil.test'] } };
    expect((await server.refuse(credentialRoutes.update, widened, owner)).code).toBe(
      'E_SECRET_REQUIRED',
    );
    await flows.published(call(stored.id));
    expect((await server.refuse(credentialRoutes.remove, at, owner)).code).toBe(
      'E_CREDENTIAL_IN_USE',
    );
    const tested = await server.call(credentialRoutes.test, { ...at, body: { url } }, owner);
    expect(tested).toEqual({ status: 200, isAccepted: true });
  });
});

describe('a signed webhook', () => {
  const secret = 'a secret of sixteen or more';
  const now = Math.floor(Date.now() / 1_000);
  const sign = (seconds: number, body: string) => {
    const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
    return { 'x-signature': `t=${seconds},v1=${mac}` };
  };

  async function publish() {
    const stored = await store({ kind: 'secret', secret }, []);
    const auth = { kind: 'signature' as const, credentialId: stored.id };
    const body = '{{ trigger.body }}';
    return flows.published(
      chain({ kind: 'webhook', id: 'hook', auth }, { kind: 'respond', id: 'answer', body }),
    );
  }

  test('AUTO-2 takes signed calls only, and no old ones', async () => {
    const workflow = await publish();
    const body = { a: 1 };
    const text = JSON.stringify(body);
    expect((await flows.hook(workflow, body, sign(now, text))).status).toBe(200);
    for (const wrong of [{}, sign(now, '{}'), sign(now - 301, text)]) {
      const refused = await flows.hook(workflow, body, wrong);
      expect([refused.status, refused.json]).toMatchObject([401, { code: 'E_WEBHOOK_SIGNATURE' }]);
    }
  });

  test('AUTO-2 starts one run a signed message, whatever delivery id is sent beside it', async () => {
    const workflow = await publish();
    const none: Record<string, string> = {};
    const ids = [none, { 'x-delivery-id': 'two' }, { 'idempotency-key': 'three' }];
    for (const first of [{ 'x-delivery-id': 'one' }, none]) {
      const body = { first };
      const signed = sign(now, JSON.stringify(body));
      const { runId } = await flows.hook(workflow, body, { ...signed, ...first });
      for (const id of ids) {
        expect(await flows.hook(workflow, body, { ...signed, ...id })).toEqual({
          status: 200,
          json: body,
          runId,
        });
      }
    }
    expect(await flows.runs({ workflowId: workflow.id })).toHaveLength(2);
  });

  test('AUTO-2 starts one run for what comes many times at once under other delivery ids', async () => {
    const workflow = await publish();
    const body = { a: 1 };
    const signed = sign(now, JSON.stringify(body));
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        flows.hook(workflow, body, { ...signed, 'x-delivery-id': String(at) }),
      ),
    );
    const [run, ...more] = await flows.runs({ workflowId: workflow.id });
    expect(more).toEqual([]);
    expect(new Set(answers.map(({ runId }) => runId))).toEqual(new Set([run?.id]));
  });

  test('AUTO-2 knows a delivery that is signed anew, and that signature with it', async () => {
    const workflow = await publish();
    const body = { a: 1 };
    const [first, again] = [now - 1, now].map((at) => sign(at, JSON.stringify(body)));
    const { runId } = await flows.hook(workflow, body, { ...first, 'x-delivery-id': 'one' });
    for (const id of ['one', 'two']) {
      const answer = await flows.hook(workflow, body, { ...again, 'x-delivery-id': id });
      expect(answer).toEqual({ status: 200, json: body, runId });
    }
    const other = { a: 2 };
    const next = sign(now, JSON.stringify(other));
    const answer = await flows.hook(workflow, other, { ...next, 'x-delivery-id': 'two' });
    expect(answer).toMatchObject({ status: 200, json: other });
    expect(answer.runId).not.toBe(runId);
  });
});

describe('a call to elsewhere', () => {
  test.each([
    'http://169.254.169.254/latest/meta-data',
    'http://127.0.0.1:18999/',
    'http://[::1]:18999/',
    'file:///etc/passwd',
  ])('AUTO-3 to %s is refused', async (target) => {
    const workflow = await flows.published(
      chain(manual, { kind: 'http', id: 'call', url: target }),
    );
    const run = await flows.until(await flows.start(workflow));
    expect(run).toMatchObject({ status: 'failed', error: { code: 'E_EGRESS_BLOCKED' } });
  });

  test('AUTO-3 a redirect to where it may not go is refused', async () => {
    const workflow = await flows.published(
      chain(manual, { kind: 'http', id: 'call', url: `${url}/away` }),
    );
    const run = await flows.until(await flows.start(workflow));
    expect(run).toMatchObject({ status: 'failed', error: { code: 'E_EGRESS_BLOCKED' } });
  });

  test('AUTO-4 every attempt of a step carries the same key', async () => {
    const workflow = await flows.published(
      call('', '/broken', {
        credentialId: null,
        method: 'POST',
        retry: { times: 2, seconds: 0.1 },
      }),
    );
    const from = received.length;
    const run = await flows.until(await flows.start(workflow));
    const keys = received.slice(from).map(({ key }) => key);
    expect(keys).toEqual([`${run.id}:call`, `${run.id}:call`, `${run.id}:call`]);
    expect(run.steps[0]).toMatchObject({ attempt: 3, earlier: [{ attempt: 1 }, { attempt: 2 }] });
  });
});

/** Everything our database holds, as text. */
async function dump(): Promise<string> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('causeway', 'causeway_jobs')`,
  );
  let text = '';
  for (const { name } of rows) {
    const found = await client.query(`select t::text from ${name} t`);
    text += JSON.stringify(found.rows);
  }
  await client.end();
  return text;
}
