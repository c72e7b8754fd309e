import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectorRoutes, type NewConnector } from '@causeway/contract/connectors/connectors.ts';
import { createProject, createUser, type TestUser } from '#testing/factories.ts';
import { outcomes } from '#testing/connector-space.ts';
import { type SshServer, startSshServer } from '#testing/ssh-server.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { startTestSources } from '#testing/test-sources.ts';

let server: TestServer;
let bastion: SshServer;
let owner: TestUser;
let projectId: string;
const logged: string[] = [];

const sources = await startTestSources();
beforeAll(async () => {
  bastion = await startSshServer();
  const memory = new Writable({
    write: (line: Buffer, _encoding, done) => {
      logged.push(line.toString());
      done();
    },
  });
  server = await startTestServer(
    { EGRESS_ALLOW_DATA: `${sources.allowed},127.0.0.1:${bastion.port},127.0.0.1:1` },
    pino({ level: 'trace' }, memory),
  );
  owner = await createUser(server.services.db);
  projectId = (await createProject(server.services.db, { owner })).id;
});
afterAll(async () => {
  await server.stop();
  await bastion.stop();
  await sources.stop();
});

type Ssh = NonNullable<(NewConnector & { implementation: 'sql' })['config']['ssh']>;

/** The shop's database as somebody has it who reaches it over the SSH server only. */
function behind(change: { ssh?: Partial<Ssh>; config?: object; secrets?: object } = {}) {
  const { config, secrets, ...rest } = sources.sqlConnector;
  const ssh = { host: '127.0.0.1', port: bastion.port, user: bastion.user, ...change.ssh };
  return {
    ...rest,
    config: { ...config, ...change.config, ssh },
    secrets: { ...secrets, sshKey: bastion.privateKey, ...change.secrets },
  };
}

const query = (connectorId: string, sql: string) =>
  server.send('POST', '/api/sql/v1', {
    token: owner.token,
    body: { sql, connector: { id: connectorId } },
  });

async function create(body = behind()): Promise<{ projectId: string; connectorId: string }> {
  const made = await server.call(connectorRoutes.create, { params: { projectId }, body }, owner);
  return { projectId, connectorId: made.id };
}

const testOf = (params: { projectId: string; connectorId: string }) =>
  server.call(connectorRoutes.test, { params }, owner);

test('CONN-3 a database behind an SSH server is reached over it, by whatever opens a connection', async () => {
  const params = await create();
  const { connectorId } = params;
  const before = await query(connectorId, 'select 1 as one');
  expect(before).toMatchObject({ status: 424, json: { code: 'E_SSH_HOST_KEY' } });

  const check = await testOf(params);
  expect(outcomes(check)).toBe(
    'ssh-dns ok, ssh-tcp ok, ssh-login ok, forward ok, tls skipped, login ok, list ok',
  );
  const stored = await server.call(connectorRoutes.read, { params }, owner);
  const hostKey = expect.stringMatching(/^SHA256:/);
  expect(stored.config).toMatchObject({ ssh: { hostKey } });
  expect(stored.lastCheck).toEqual(check);
  expect(stored.secretFields).toEqual({ password: true, sshKey: true });

  bastion.asked.length = 0;
  const answers = await Promise.all([
    query(connectorId, 'select 1 as one'),
    query(connectorId, 'select 2 as two'),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const safety = await server.call(connectorRoutes.safety, { params }, owner);
  expect(safety.role).toBe(sources.sqlConnector.config.user);
  const made = await server.send('POST', '/api/exports/v1/stream', {
    token: owner.token,
    body: {
      connector: { id: connectorId },
      source: { kind: 'query', sql: 'select 7 as seven', name: 'seven' },
      file: { format: 'json' },
    },
  });
  expect(made.text).toContain('"seven"');
  // Reached over the server and in no other way, all by one login.
  expect(new Set(bastion.asked)).toEqual(new Set([`127.0.0.1:${sources.line.port}`]));
  await expect.poll(() => bastion.connections(), { timeout: 15_000 }).toBe(1);
});

test('CONN-3 a result larger than the windows of SSH comes whole', async () => {
  const params = await create(
    behind({ secrets: { sshKey: undefined, sshPassword: bastion.password } }),
  );
  await testOf(params);
  const sql = `select n, repeat('x', 1000) as filler from generate_series(1, 4000) n`;
  const answer = await query(params.connectorId, sql);
  const { rows } = answer.json as { rows: [number, string][] };
  expect(rows).toHaveLength(4000);
  expect(rows.at(-1)).toEqual([4000, 'x'.repeat(1000)]);
});

test('CONN-3 an SSH server that was started anew is signed in to again', async () => {
  const params = await create();
  await testOf(params);
  expect((await query(params.connectorId, 'select 1')).status).toBe(200);
  bastion.cut();
  const again = () => query(params.connectorId, 'select 1');
  await expect.poll(again, { timeout: 15_000 }).toMatchObject({ status: 200 });
});

test('CONN-3 a changed key of the SSH server is refused before anything is sent to it', async () => {
  const hostKey = `SHA256:${'A'.repeat(43)}`;
  const params = await create(behind({ ssh: { hostKey } }));
  const logins = bastion.logins();
  const refused = await query(params.connectorId, 'select 1');
  expect(refused).toMatchObject({
    status: 424,
    json: { code: 'E_SSH_HOST_KEY', message: expect.stringContaining(hostKey) },
  });
  const check = await testOf(params);
  const failed = check.steps.find(({ outcome }) => outcome === 'failed');
  expect(failed).toMatchObject({
    step: 'ssh-login',
    note: { code: 'host-key-changed', values: { noted: hostKey } },
  });
  expect(bastion.logins()).toBe(logins);
  const kept = await server.call(connectorRoutes.read, { params }, owner);
  expect(kept.config).toMatchObject({ ssh: { hostKey } });
});

test.each([
  ['a name that does not exist', { ssh: { host: 'nowhere.invalid' } }, 'ssh-dns'],
  ['an address that is not allowed', { ssh: { host: '10.0.0.7' } }, 'ssh-dns'],
  ['a port nobody listens on', { ssh: { port: 1 } }, 'ssh-tcp'],
  ['another login', { ssh: { user: 'nobody' } }, 'ssh-login'],
  ['a wrong password', { secrets: { sshKey: undefined, sshPassword: 'canary-no' } }, 'ssh-login'],
  ['a database that is not there', { config: { port: 1 } }, 'forward'],
  ['a wrong password of the database', { secrets: { password: 'canary-no' } }, 'login'],
])('CONN-3 a test tells at which hop it failed: %s', async (_, change, step) => {
  const body = behind(change);
  const check = await server.call(connectorRoutes.testNew, { params: { projectId }, body }, owner);
  expect(check.steps.find(({ outcome }) => outcome === 'failed')).toMatchObject({
    step,
    message: expect.stringMatching(/./),
  });
});

test('CONN-3 over an SSH server on this very machine nobody gets where they may not from here', async () => {
  const own = Number(new URL(server.databaseUrl).port);
  const bodies = [behind({ config: { port: own } }), behind({ config: { host: '127.0.0.2' } })];
  for (const body of bodies) {
    const params = { projectId };
    const check = await server.call(connectorRoutes.testNew, { params, body }, owner);
    const failed = check.steps.find(({ outcome }) => outcome === 'failed');
    expect(failed).toMatchObject({ step: 'forward', errorCode: 'E_EGRESS_BLOCKED' });
  }
});

test('CONN-5 what signs in to an SSH server is sealed, stays with its server, and is told to nobody', async () => {
  const params = await create();
  const stored = await server.call(connectorRoutes.read, { params }, owner);
  const { ssh } = stored.config as { ssh: Ssh };
  const moved = { params, body: { config: { ssh: { ...ssh, host: 'localhost' } } } };
  const refused = await server.refuse(connectorRoutes.update, moved, owner);
  expect(refused).toMatchObject({ status: 422, code: 'E_SECRET_REQUIRED' });

  const replaced = await server.call(
    connectorRoutes.replaceSecrets,
    { params, body: { sshPassword: bastion.password } },
    owner,
  );
  expect(replaced.secretFields).toEqual({ password: true, sshPassword: true });
  expect((await testOf(params)).ok).toBe(true);

  const none = { ...behind(), secrets: sources.sqlConnector.secrets };
  const call = { params: { projectId }, body: none };
  expect(await server.refuse(connectorRoutes.create, call, owner)).toMatchObject({
    code: 'E_VALIDATION',
  });
  const audit = await server.services.db.query({
    text: 'select details::text as details from audit_log',
    values: [],
  });
  const told = `${JSON.stringify([stored, replaced, refused])} ${JSON.stringify(audit.rows)}`;
  const secrets = new RegExp(`canary|PRIVATE KEY|${bastion.privateKey.split('\n')[1]}`, 'i');
  expect(`${told} ${logged.join('')}`).not.toMatch(secrets);
});
