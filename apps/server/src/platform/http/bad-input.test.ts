import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { connectorRoutes } from '@causeway/contract/connectors/connectors.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { projectRoutes } from '@causeway/contract/projects.ts';
import { createProject, createUser } from '#testing/factories.ts';
import { startTestServer } from '#testing/test-server.ts';
import { parseInput } from '#platform/operations/parse-input.ts';

let projectId: string;
const server = await startTestServer();
const owner = await createUser(server.services.db);
beforeAll(async () => {
  ({ id: projectId } = await createProject(server.services.db, { owner }));
});
afterAll(() => server.stop());

/** Looks like a text that is long enough, until somebody compares its length. */
const posing = { length: { toString: 'x', valueOf: 'x' }, size: { toString: 'x' } };

test('a value no schema can even compare is not valid, and no fault of ours', async () => {
  const body = { email: 'somebody@example.test', password: posing };
  const answer = await server.send('POST', '/auth/login', { body });
  expect(answer).toMatchObject({ status: 422, json: { code: 'E_VALIDATION' } });
});

test('no field of any call can be made a fault of ours by what is sent in it', () => {
  const thrown: string[] = [];
  for (const route of server.app.operations.all()) {
    for (const part of ['params', 'query', 'body'] as const) {
      const schema = route[part];
      if (!schema || route.takes) continue;
      for (const place of [[], ...placesIn(schema)]) {
        const input = { params: {}, query: {}, [part]: put(place, posing) };
        try {
          parseInput(route, input, {});
        } catch (error) {
          if (!(error instanceof Failure)) thrown.push(`${route.name} ${part}.${place.join('.')}`);
        }
      }
    }
  }
  expect(thrown).toEqual([]);
});

/** The ways to every field a schema names, through objects, lists and their variants. */
function* placesIn(schema: z.core.$ZodType, depth = 0): Generator<(string | 0)[]> {
  const def = (schema as z.ZodType).def as unknown as Record<string, unknown>;
  if (depth > 3) return;
  for (const [name, part] of Object.entries((def.shape ?? {}) as Record<string, z.core.$ZodType>)) {
    yield [name];
    for (const rest of placesIn(part, depth + 1)) yield [name, ...rest];
  }
  for (const option of (def.options ?? []) as z.core.$ZodType[]) yield* placesIn(option, depth);
  if (def.element) {
    yield [0];
    for (const rest of placesIn(def.element as z.core.$ZodType, depth + 1)) yield [0, ...rest];
  }
  if (def.innerType) yield* placesIn(def.innerType as z.core.$ZodType, depth);
  if (def.in) yield* placesIn(def.in as z.core.$ZodType, depth);
}

function put([first, ...rest]: (string | 0)[], value: unknown): unknown {
  if (first === undefined) return value;
  return first === 0 ? [put(rest, value)] : { [first]: put(rest, value) };
}

test('what a changed connector brings is refused by field, whatever it is', async () => {
  const path = connectorRoutes.update.path
    .replace(':projectId', projectId)
    .replace(':connectorId', await addBucket());
  const body = { config: { region: posing } };
  const answer = await server.send('PATCH', path, { token: owner.token, body });
  expect(answer).toMatchObject({ status: 422, json: { code: 'E_VALIDATION' } });
});

const bucketConnector = {
  name: 'Media',
  implementation: 's3' as const,
  config: { bucket: 'media', endpoint: 'https://s3.example.test', region: 'eu', prefix: 'shared/' },
  secrets: { accessKey: 'a', secretKey: 'b' },
};

async function addBucket(): Promise<string> {
  const body = bucketConnector;
  return (await server.call(connectorRoutes.create, { params: { projectId }, body }, owner)).id;
}

test.each([
  ['another folder', { prefix: '' }],
  ['another region', { region: 'us' }],
])(
  'CONN-5 stored keys are not pointed at %s without being entered again',
  async (_what, config) => {
    const connectorId = await addBucket();
    const params = { projectId, connectorId };
    expect(
      await server.refuse(connectorRoutes.update, { params, body: { config } }, owner),
    ).toMatchObject({ status: 422, code: 'E_SECRET_REQUIRED' });
    const { secrets } = bucketConnector;
    const changed = await server.call(
      connectorRoutes.update,
      { params, body: { config, secrets } },
      owner,
    );
    expect(changed.config).toMatchObject(config);
  },
);

test('a call for no project at all is told to choose one', async () => {
  const path = projectRoutes.update.path.replace(':projectId', 'null');
  const asked = await server.send('PATCH', path, { token: owner.token, body: { name: 'x' } });
  expect(asked).toMatchObject({ status: 400, json: { code: 'E_PROJECT_REQUIRED' } });
  const bySomebody = await server.send('PATCH', path, { body: { name: 'x' } });
  expect(bySomebody).toMatchObject({ status: 401 });
});

test('a secret that was damaged is told in words that say what to do', async () => {
  const { db } = server.services;
  const connectorId = await addBucket();
  for (const damaged of ['v1.x', 'nothing at all', 'v1.00000000.AAAA']) {
    await db.query({
      text: 'update connectors set secrets = $1, updated_at = clock_timestamp() where id = $2',
      values: [damaged, connectorId],
    });
    const query = `connector[id]=${connectorId}`;
    const answer = await server.send('GET', '/api/s3/v1', { token: owner.token, query });
    expect(answer).toMatchObject({ status: 422, json: { code: 'E_SECRET_UNREADABLE' } });
    expect(answer.text).toContain('Enter it again');
  }
});

test('who asks for the head only gets the headers of the whole answer', async () => {
  const ask = (method: string, path: string) => fetch(server.url + path, { method });
  for (const path of ['/health/live', '/api/openapi.json', '/user', '/nowhere/at/all']) {
    const [head, whole] = [await ask('HEAD', path), await ask('GET', path)];
    expect(await head.text(), path).toBe('');
    expect(head.status, path).toBe(whole.status);
    const [headers, all] = [head, whole].map((one) => Object.fromEntries(one.headers));
    for (const name of ['content-type', 'content-length']) {
      expect(headers?.[name], `${name} of ${path}`).toBe(all?.[name]);
    }
  }
});

test('JSON is not taken for a form', async () => {
  const connectorId = await addBucket();
  const body = { file: { name: 'x', type: 'text/plain', content: ['x'] } };
  const answer = await server.send('POST', '/api/s3/v1/upload', {
    token: owner.token,
    query: `connector[id]=${connectorId}`,
    body,
  });
  expect(answer).toMatchObject({ status: 415, json: { code: 'E_UNSUPPORTED_MEDIA_TYPE' } });
});
