import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectorRoutes, type NewConnector } from '@causeway/contract/connectors/connectors.ts';
import { createProject, createUser, type TestUser } from '#testing/factories.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { startTestSources } from '#testing/test-sources.ts';

let server: TestServer;
let owner: TestUser;
let projectId: string;
const logged: string[] = [];

const sources = await startTestSources();
beforeAll(async () => {
  const memory = new Writable({
    write: (line: Buffer, _encoding, done) => {
      logged.push(line.toString());
      done();
    },
  });
  server = await startTestServer(
    { EGRESS_ALLOW_DATA: sources.allowed },
    pino({ level: 'trace' }, memory),
  );
  owner = await createUser(server.services.db);
  projectId = (await createProject(server.services.db, { owner })).id;
});
afterAll(async () => {
  await server.stop();
  await sources.stop();
});

async function create(body: NewConnector): Promise<string> {
  const made = await server.call(connectorRoutes.create, { params: { projectId }, body }, owner);
  return made.id;
}

const post = (path: string, body: object) =>
  server.send('POST', path, { token: owner.token, body });
const query = (connectorId: string, sql: string) =>
  post('/api/sql/v1', { sql, connector: { id: connectorId } });
const objects = (connectorId: string) =>
  server.send('GET', '/api/s3/v1', {
    token: owner.token,
    query: new URLSearchParams({ 'connector[id]': connectorId }).toString(),
  });

test('CONN-5 secrets of a connector are in no failing call and in no line of the log, however it fails', async () => {
  const { sqlConnector, s3Connector, line } = sources;
  const database = await create(sqlConnector);
  const locked = await create({ ...sqlConnector, secrets: { password: 'canary-wrong' } });
  const bucket = await create(s3Connector);
  const refused = await create({
    ...s3Connector,
    secrets: { accessKey: 'CANARYOTHER', secretKey: 'canary-other' },
  });
  const missing = await create({
    ...s3Connector,
    config: { ...s3Connector.config, bucket: 'nowhere' },
  });
  const failures = [
    await query(database, 'select from where'),
    await query(database, 'select * from nowhere'),
    await query(locked, 'select 1'),
    await objects(refused),
    await objects(missing),
  ];
  line.cut();
  failures.push(await query(database, 'select 1'));
  line.restore();
  expect(failures.filter(({ status }) => status < 400)).toEqual([]);
  const checks = await Promise.all(
    [database, locked, bucket, refused, missing].map((connectorId) =>
      server.send('POST', `/api/connectors/v1/${projectId}/${connectorId}/test`, {
        token: owner.token,
        body: {},
      }),
    ),
  );
  expect(new Set(checks.map(({ status }) => status))).toEqual(new Set([200]));
  const told = [...failures, ...checks].map(({ text }) => text);
  expect(told.join('\n')).not.toMatch(/canary/i);
  expect(logged.length).toBeGreaterThan(0);
  expect(logged.join('')).not.toMatch(/canary/i);
});

test('CONN-5 an export has the rows and nothing of the connector’s secrets', async () => {
  const database = await create(sources.sqlConnector);
  const made = await post('/api/exports/v1/stream', {
    connector: { id: database },
    source: { kind: 'query', sql: 'select 1 as one', name: 'one' },
    file: { format: 'json' },
  });
  expect(made.status).toBe(200);
  expect(made.text).toContain('"one"');
  const list = await server.send('GET', '/api/exports/v1/exports', {
    token: owner.token,
    query: new URLSearchParams({ 'connector[id]': database }).toString(),
  });
  expect(list.status).toBe(200);
  expect(`${made.text} ${list.text} ${logged.join('')}`).not.toMatch(/canary/i);
});
