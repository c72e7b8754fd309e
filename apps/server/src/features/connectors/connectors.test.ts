import { describe, expect, test } from 'vitest';
import { type Connector, connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { userRoutes } from '@causeway/contract/users.ts';
import { changeRows, listRows } from '#platform/db/database.ts';
import { sql } from '#platform/db/sql.ts';
import { createProject, createUser } from '#testing/factories.ts';
import {
  create,
  outcomes,
  owner,
  projectId,
  server,
  sources,
  viewer,
  startConnectorSpace,
} from '#testing/connector-space.ts';

startConnectorSpace();

describe('keeping a connector', () => {
  test('CONN-3 a database is added, listed, renamed, made read-only and deleted', async () => {
    const added = await create(sources.sqlConnector);
    expect(added).toMatchObject({
      name: 'Shop',
      implementation: 'sql',
      config: sources.sqlConnector.config,
      settings: { hidden: [], aliases: {}, readOnly: false },
      lastCheck: null,
    });
    const params = { projectId, connectorId: added.id };
    const changed = await server.call(
      connectorRoutes.update,
      { params, body: { name: 'Store', settings: { readOnly: true, hidden: ['tmp'] } } },
      owner,
    );
    expect(changed).toMatchObject({
      name: 'Store',
      settings: { readOnly: true, hidden: ['tmp'], aliases: {} },
    });
    expect(await server.call(connectorRoutes.list, { params: { projectId } }, viewer)).toEqual([
      changed,
    ]);
    await server.call(connectorRoutes.remove, { params }, owner);
    const gone = await server.refuse(connectorRoutes.read, { params }, owner);
    expect(gone).toMatchObject({ status: 404, code: 'E_CONNECTOR_NOT_FOUND' });
  });

  test('CONN-3 the sample data that all projects share stays read-only in each of them', async () => {
    const { id } = await create(sources.sqlConnector);
    const params = { projectId, connectorId: id };
    const readable = { params, body: { settings: { readOnly: true } } };
    await server.call(connectorRoutes.update, readable, owner);
    const { db } = server.services;
    await changeRows(db, sql`update connectors set sample = 'database' where id = ${id}`);
    const writable = { params, body: { settings: { readOnly: false } } };
    const refused = await server.refuse(connectorRoutes.update, writable, owner);
    expect(refused).toMatchObject({ code: 'E_CONNECTOR_READ_ONLY' });
    const hidden = { params, body: { settings: { hidden: ['tmp'] } } };
    expect(await server.call(connectorRoutes.update, hidden, owner)).toMatchObject({
      settings: { readOnly: true, hidden: ['tmp'] },
    });
  });

  test('CONN-2 an empty, absent or null implementation is s3, any other is not supported', async () => {
    for (const implementation of ['', null, undefined]) {
      const added = await server.send('POST', `/api/connectors/v1/${projectId}`, {
        token: owner.token,
        body: { ...sources.s3Connector, implementation },
      });
      expect(added.json).toMatchObject({ implementation: 's3' });
    }
    for (const implementation of ['mysql', 'gcs', 7]) {
      const answer = await server.send('POST', `/api/connectors/v1/${projectId}`, {
        token: owner.token,
        body: { ...sources.s3Connector, implementation },
      });
      expect(answer.status).toBe(422);
      expect(answer.json).toMatchObject({
        code: 'E_CONNECTOR_NOT_SUPPORTED',
        message: 'connector not supported',
      });
    }
  });

  test.each([{ region: 'a b' }, { region: 'a', endpoint: 'https://a:99999' }])(
    'CONN-2 a bucket at what is no address is refused: %o',
    async (place) => {
      const { secrets } = sources.s3Connector;
      const config = { bucket: 'photos', ...place };
      const answer = await server.send('POST', `/api/connectors/v1/${projectId}/test`, {
        token: owner.token,
        body: { name: 'x', implementation: 's3', config, secrets },
      });
      expect(answer.status).toBe(422);
    },
  );

  test('CONN-2 fields that do not belong to the kind are refused by name', async () => {
    const answer = await server.send('POST', `/api/connectors/v1/${projectId}`, {
      token: owner.token,
      body: {
        ...sources.sqlConnector,
        config: { ...sources.sqlConnector.config, connectionString: 'postgres://x', host: '/tmp' },
      },
    });
    expect(answer.status).toBe(422);
    expect(answer.json).toMatchObject({ code: 'E_VALIDATION' });
    expect(answer.text).toContain('body.config.host');
    expect(answer.text).toContain('connectionString');
  });

  test('a connector of another project does not exist', async () => {
    const added = await create(sources.sqlConnector);
    const stranger = await createUser(server.services.db);
    const theirs = await createProject(server.services.db, { owner: stranger });
    const params = { projectId: theirs.id, connectorId: added.id };
    const refused = await server.refuse(connectorRoutes.read, { params }, stranger);
    expect(refused).toMatchObject({ status: 404, code: 'E_CONNECTOR_NOT_FOUND' });
  });

  test('CONN-3 deleting tells first who works with it and which pins lead to it', async () => {
    const { id: connectorId } = await create(sources.sqlConnector);
    const pin = { url: `/explore/orders?connectorId=${connectorId}`, name: 'Orders' };
    const selection = { projectId, connectorIds: { [projectId]: connectorId } };
    await server.call(
      userRoutes.update,
      { body: { settings: { pins: [pin] }, selection } },
      viewer,
    );
    const params = { projectId, connectorId };
    expect(await server.call(connectorRoutes.dependents, { params }, owner)).toEqual([
      { kind: 'pin', ...pin },
      { kind: 'member', name: viewer.name, url: null },
    ]);
  });
});

describe('secrets of a connector', () => {
  test('CONN-5 are found nowhere: not in answers, in the database, in the audit log or in errors', async () => {
    const added = await create(sources.sqlConnector);
    const bucket = await create(sources.s3Connector);
    for (const { id: connectorId } of [added, bucket]) {
      const params = { projectId, connectorId };
      await server.call(connectorRoutes.test, { params }, owner);
    }
    const texts = await Promise.all([
      server.send('GET', '/projects', owner),
      server.send('GET', `/api/connectors/v1/${projectId}`, owner),
      server.send('GET', `/api/audit/v1/${projectId}`, owner),
    ]);
    const tables = await listRows<{ dump: string }>(
      server.services.db,
      sql`select row_to_json(connectors)::text as dump from connectors
          union all select row_to_json(audit_log)::text from audit_log
          union all select row_to_json(idempotency_keys)::text from idempotency_keys`,
    );
    const everything = [...texts.map(({ text }) => text), ...tables.map(({ dump }) => dump)];
    expect(everything.join('\n')).not.toMatch(/canary/i);
    expect(added.secretFields).toEqual({ password: true });
    expect(bucket.secretFields).toEqual({ accessKey: true, secretKey: true });
  });

  test('CONN-5 a new destination needs the secret again, so that nobody is sent an old one', async () => {
    const { id: connectorId } = await create(sources.sqlConnector);
    const params = { projectId, connectorId };
    for (const config of [
      { host: 'thief.example' },
      { port: 9 },
      { user: 'x' },
      { database: 'y' },
    ]) {
      const refused = await server.refuse(
        connectorRoutes.update,
        { params, body: { config } },
        owner,
      );
      expect(refused).toMatchObject({ status: 422, code: 'E_SECRET_REQUIRED' });
    }
    const body = { config: { host: 'elsewhere.example' }, secrets: { password: 'another' } };
    const moved = await server.call(connectorRoutes.update, { params, body }, owner);
    expect(moved.config).toMatchObject({ host: 'elsewhere.example' });
  });

  test('CONN-2 CONN-5 a password or keys inside the configuration are taken, sealed and never told', async () => {
    for (const { secrets, ...rest } of [sources.sqlConnector, sources.s3Connector]) {
      const added = await server.send('POST', `/api/connectors/v1/${projectId}`, {
        token: owner.token,
        body: { ...rest, config: { ...rest.config, ...secrets } },
      });
      expect(added.status).toBe(200);
      const { id: connectorId, config, secretFields } = added.json as Connector;
      for (const name of Object.keys(secrets)) expect(config).not.toHaveProperty(name);
      expect(Object.keys(secretFields)).toEqual(Object.keys(secrets));
      const params = { projectId, connectorId };
      expect((await server.call(connectorRoutes.test, { params }, owner)).ok).toBe(true);
    }
    const { id: connectorId } = await create(sources.sqlConnector);
    const params = { projectId, connectorId };
    const body = { config: { host: 'elsewhere.example', password: 'another' } };
    const moved = await server.call(connectorRoutes.update, { params, body }, owner);
    expect(moved.config).toMatchObject({ host: 'elsewhere.example' });
    expect(JSON.stringify(moved)).not.toContain('another');
  });

  test('CONN-2 CONN-3 a database may have no password, a certificate and an environment', async () => {
    const ca = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';
    const added = await server.call(
      connectorRoutes.create,
      {
        params: { projectId },
        body: {
          ...sources.sqlConnector,
          config: { ...sources.sqlConnector.config, ca },
          secrets: { password: '' },
          settings: { environment: 'production' },
        },
      },
      owner,
    );
    const params = { projectId, connectorId: added.id };
    expect(added).toMatchObject({ config: { ca }, settings: { environment: 'production' } });
    const change = (body: object) => server.refuse(connectorRoutes.update, { params, body }, owner);
    expect(await change({ config: { ca: null } })).toMatchObject({ code: 'E_SECRET_REQUIRED' });
    const bad = { config: { ca: 'no certificate' }, secrets: { password: '' } };
    expect(await change(bad)).toMatchObject({ code: 'E_VALIDATION' });
    const body = { settings: { environment: null } };
    const changed = await server.call(connectorRoutes.update, { params, body }, owner);
    expect(changed.settings).not.toHaveProperty('environment');
  });

  test('CONN-3 a secret is replaced without being shown', async () => {
    const { id: connectorId } = await create({
      ...sources.sqlConnector,
      secrets: { password: 'wrong' },
    });
    const params = { projectId, connectorId };
    const before = await server.call(connectorRoutes.test, { params }, owner);
    expect(outcomes(before)).toBe('dns ok, tcp ok, tls skipped, login failed, list skipped');
    await server.call(
      connectorRoutes.replaceSecrets,
      { params, body: { password: 'canary-password' } },
      owner,
    );
    expect((await server.call(connectorRoutes.test, { params }, owner)).ok).toBe(true);
  });
});

describe('what is behind a connector', () => {
  test('SHELL-1 CONN-3 tables are listed by name, without hidden ones, under their aliases', async () => {
    const { id: connectorId } = await create(sources.sqlConnector);
    const params = { projectId, connectorId };
    const { databases, secrets } = server.services;
    const { openSqlTarget, readConnector } = await import('#platform/connectors/stored.ts');
    const stored = await readConnector(
      server.services.db,
      { id: projectId, role: 'owner' } as never,
      connectorId,
    );
    await databases.read(
      openSqlTarget(secrets, stored),
      'create table if not exists orders (id int); ',
    );
    await databases.read(openSqlTarget(secrets, stored), 'create table if not exists tmp (id int)');
    await databases.read(
      openSqlTarget(secrets, stored),
      'create table if not exists log_1 (id int)',
    );
    const body = { settings: { hidden: ['tmp', 'log_*'], aliases: { orders: 'Bestellungen' } } };
    await server.call(connectorRoutes.update, { params, body }, owner);
    const input = { params, query: {} };
    const listed = await server.call(connectorRoutes.resources, input, viewer);
    expect(listed).toMatchObject({ kind: 'tables', more: false });
    expect(listed.schemas).toContainEqual({ name: 'public', tables: 1 });
    expect(listed.items.filter(({ schema }) => schema === 'public')).toEqual([
      { schema: 'public', name: 'orders', label: 'Bestellungen', kind: 'table' },
    ]);
  });

  test('SQL-2 tables of every schema are found, the fullest schema first', async () => {
    const { databases, secrets } = server.services;
    const { openSqlTarget, readConnector } = await import('#platform/connectors/stored.ts');
    const { id: connectorId } = await create(sources.sqlConnector);
    const params = { projectId, connectorId };
    const project = { id: projectId, role: 'owner' } as never;
    const stored = await readConnector(server.services.db, project, connectorId);
    const target = openSqlTarget(secrets, stored);
    await databases.read(target, 'create schema sales');
    for (const name of ['deals', 'leads', 'quotes', 'visits']) {
      await databases.read(target, `create table sales.${name} (id int)`);
    }
    await databases.read(target, 'create view sales.won as select * from sales.deals');
    const list = (query: object) =>
      server.call(connectorRoutes.resources, { params, query }, owner);
    const { schemas, items } = await list({});
    expect(schemas).toContainEqual({ name: 'sales', tables: 5 });
    const most = Math.max(...schemas.map(({ tables }) => tables));
    expect(schemas[0]?.tables).toBe(most);
    expect(items[0]?.schema).toBe(schemas[0]?.name);
    expect(items.find(({ name }) => name === 'won')?.kind).toBe('view');
    expect((await list({ search: 'SALES.QUO' })).items.map(({ name }) => name)).toEqual(['quotes']);
    expect((await list({ schema: 'sales' })).items).toHaveLength(5);
    const check = await server.call(connectorRoutes.test, { params }, owner);
    expect(check.steps.at(-1)?.message).toContain('sales (5)');
    const safety = await server.call(connectorRoutes.safety, { params }, owner);
    expect(safety.readOnlyRoleScript).toContain('grant select on all tables in schema "sales"');
    await databases.read(target, 'drop schema sales cascade');
  });

  test('a database that is away is 424, which logs nobody out and is not retried', async () => {
    const { id: connectorId } = await create(sources.sqlConnector);
    sources.line.cut();
    const params = { projectId, connectorId };
    const refused = await server.refuse(connectorRoutes.resources, { params, query: {} }, owner);
    expect(refused).toMatchObject({ status: 424, code: 'E_UPSTREAM_UNREACHABLE' });
  });

  test('a refused database password is not a dead session', async () => {
    const { id: connectorId } = await create({
      ...sources.sqlConnector,
      secrets: { password: 'wrong' },
    });
    const params = { projectId, connectorId };
    const refused = await server.refuse(connectorRoutes.resources, { params, query: {} }, owner);
    expect(refused).toMatchObject({ status: 424, code: 'E_UPSTREAM_AUTH' });
  });

  test('CONN-3 a superuser role is called dangerous, and a smaller one is offered as a script', async () => {
    const { id: connectorId } = await create(sources.sqlConnector);
    const params = { projectId, connectorId };
    const report = await server.call(connectorRoutes.safety, { params }, viewer);
    expect(report.role).toBe(sources.sqlConnector.config.user);
    expect(report.findings).toContainEqual({ severity: 'danger', code: 'superuser', detail: '' });
    expect(report.readOnlyRoleScript).toContain('grant select on all tables');
  });
});
