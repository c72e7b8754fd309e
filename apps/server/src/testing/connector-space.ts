import { afterAll, beforeAll, beforeEach } from 'vitest';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { createProject, createUser, type TestUser } from './factories.ts';
import { startTestServer, type TestServer } from './test-server.ts';
import { startTestSources, type TestSources } from './test-sources.ts';

/** A database and a bucket to connect to, a server that may, and for each test a project of its own. */
export let server: TestServer;
export let sources: TestSources;
export let owner: TestUser;
export let viewer: TestUser;
export let projectId: string;

/** Called by each file that uses it: modules are loaded once for many files. */
export function startConnectorSpace(): void {
  beforeAll(async () => {
    sources = await startTestSources();
    server = await startTestServer({ EGRESS_ALLOW_DATA: sources.allowed });
  });
  afterAll(async () => {
    await server.stop();
    await sources.stop();
  });
  beforeEach(async () => {
    const { db } = server.services;
    [owner, viewer] = [await createUser(db), await createUser(db)];
    projectId = (await createProject(db, { owner, viewer })).id;
    sources.line.restore();
  });
}

export function create(body: TestSources['sqlConnector'] | TestSources['s3Connector']) {
  return server.call(connectorRoutes.create, { params: { projectId }, body }, owner);
}

export function outcomes(check: { steps: { step: string; outcome: string }[] }): string {
  return check.steps.map(({ step, outcome }) => `${step} ${outcome}`).join(', ');
}
