import { describe, expect, test } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { createProject, createUser } from '#testing/factories.ts';
import {
  create,
  outcomes,
  owner,
  projectId,
  server,
  sources,
  startConnectorSpace,
} from '#testing/connector-space.ts';
import { startTestServer } from '#testing/test-server.ts';

startConnectorSpace();

describe('testing a connection', () => {
  test('CONN-3 a good database passes every step and the result is kept', async () => {
    const { id: connectorId } = await create(sources.sqlConnector);
    const params = { projectId, connectorId };
    const check = await server.call(connectorRoutes.test, { params }, owner);
    expect(outcomes(check)).toBe('dns ok, tcp ok, tls skipped, login ok, list ok');
    const kept = await server.call(connectorRoutes.read, { params }, owner);
    expect(kept.lastCheck).toEqual(check);
  });

  test('CONN-3 a good bucket passes every step', async () => {
    const { id: connectorId } = await create(sources.s3Connector);
    const params = { projectId, connectorId };
    const check = await server.call(connectorRoutes.test, { params }, owner);
    expect(outcomes(check)).toBe('dns ok, tcp ok, tls skipped, login ok, list ok');
  });

  test.each([
    ['a name that does not exist', { host: 'nowhere.invalid' }, 'dns'],
    ['an address that is not allowed', { host: '10.0.0.7' }, 'dns'],
    ['a port nobody listens on', { port: 1 }, 'tcp'],
    ['TLS that is not offered', { tls: 'require' as const }, 'tls'],
    ['an unknown user', { user: 'nobody_knows' }, 'login'],
    ['an unknown database', { database: 'no_such_database' }, 'login'],
  ])('CONN-3 names the failing step for %s', async (_, change, step) => {
    const allowed = await startTestServer({ EGRESS_ALLOW_DATA: `${sources.allowed},127.0.0.1:1` });
    const person = await createUser(allowed.services.db);
    const project = await createProject(allowed.services.db, { owner: person });
    const body = {
      ...sources.sqlConnector,
      config: { ...sources.sqlConnector.config, ...change },
    };
    const params = { projectId: project.id };
    const check = await allowed.call(connectorRoutes.testNew, { params, body }, person);
    expect(check.ok).toBe(false);
    expect(check.steps.find(({ outcome }) => outcome === 'failed')).toMatchObject({
      step,
      message: expect.stringMatching(/./),
    });
    await allowed.stop();
  });

  test.each([
    ['wrong keys', { secrets: { accessKey: 'NOBODYKNOWSTHIS', secretKey: 'x' } }, 'login'],
    ['a bucket that is not there', { config: { bucket: 'absent' } }, 'list'],
  ])('CONN-3 names the failing step of a bucket for %s', async (_, change, step) => {
    const { config, secrets, ...rest } = sources.s3Connector;
    const body = {
      ...rest,
      config: { ...config, ...('config' in change ? change.config : {}) },
      secrets: { ...secrets, ...('secrets' in change ? change.secrets : {}) },
    };
    const check = await server.call(
      connectorRoutes.testNew,
      { params: { projectId }, body },
      owner,
    );
    expect(check.steps.find(({ outcome }) => outcome === 'failed')?.step).toBe(step);
  });

  test('a database that hears and never answers fails within seconds', async () => {
    sources.line.freeze();
    const body = sources.sqlConnector;
    const check = await server.call(
      connectorRoutes.testNew,
      { params: { projectId }, body },
      owner,
    );
    expect(outcomes(check)).toContain('tls failed');
  });

  test('CONN-3 nobody tries connections before their address is verified', async () => {
    const claim = await createUser(server.services.db, { verified: false });
    const project = await createProject(server.services.db, { owner: claim });
    const call = { params: { projectId: project.id }, body: sources.sqlConnector };
    const refused = await server.refuse(connectorRoutes.testNew, call, claim);
    expect(refused).toMatchObject({ status: 403, code: 'E_EMAIL_UNVERIFIED' });
  });

  test('CONN-3 passwords of a database are not guessed through us, by however many', async () => {
    const config = { ...sources.sqlConnector.config, user: 'guessed' };
    const statuses: number[] = [];
    for (let person = 0; person < 3; person += 1) {
      const guesser = await createUser(server.services.db);
      const project = await createProject(server.services.db, { owner: guesser });
      for (let guess = 0; guess < 5; guess += 1) {
        const path = connectorRoutes.testNew.path.replace(':projectId', project.id);
        const secrets = { password: `guess ${guess}` };
        const body = { ...sources.sqlConnector, config, secrets };
        const { token } = guesser;
        statuses.push((await server.send('POST', path, { token, body })).status);
      }
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.slice(10)).toEqual([429, 429, 429, 429, 429]);
    const other = { params: { projectId }, body: sources.sqlConnector };
    expect(await server.call(connectorRoutes.testNew, other, owner)).toMatchObject({ ok: true });
  });

  test('CONN-3 a database is the same one by whatever name it is called', async () => {
    const names = ['127.0.0.1', '127.1', '2130706433', '0x7f000001', '[::ffff:127.0.0.1]'];
    const statuses: number[] = [];
    for (const host of names) {
      const guesser = await createUser(server.services.db);
      const project = await createProject(server.services.db, { owner: guesser });
      const path = connectorRoutes.testNew.path.replace(':projectId', project.id);
      const config = { ...sources.sqlConnector.config, host, user: 'guessed_by_names' };
      for (let guess = 0; guess < 4; guess += 1) {
        const body = { ...sources.sqlConnector, config, secrets: { password: `guess ${guess}` } };
        statuses.push((await server.send('POST', path, { token: guesser.token, body })).status);
      }
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(new Set(statuses.slice(10))).toEqual(new Set([429]));
  });

  test('our own database is out of reach, whatever the operator allows', async () => {
    const own = new URL(server.databaseUrl);
    const open = await startTestServer({ EGRESS_ALLOW_DATA: '127.0.0.0/8:*' });
    const person = await createUser(open.services.db);
    const project = await createProject(open.services.db, { owner: person });
    const body = {
      ...sources.sqlConnector,
      config: { ...sources.sqlConnector.config, port: Number(own.port) },
    };
    const params = { projectId: project.id };
    const check = await open.call(connectorRoutes.testNew, { params, body }, person);
    expect(outcomes(check)).toContain('dns failed');
    await open.stop();
  });
});
