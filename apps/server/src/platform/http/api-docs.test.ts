import { afterAll, expect, test } from 'vitest';
import { startTestServer } from '#testing/test-server.ts';

const server = await startTestServer();
afterAll(() => server.stop());

test('the description of the API names every route, with its parameters, body and answer', async () => {
  const { json } = await server.send('GET', '/api/docs/openapi.json');
  const api = json as { paths: Record<string, Record<string, Record<string, unknown>>> };
  for (const route of server.app.operations.all()) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    const described = api.paths[path]?.[route.method.toLowerCase()];
    expect(described, route.name).toMatchObject({ operationId: route.name });
    expect(Boolean(described?.requestBody), route.name).toBe(Boolean(route.body));
  }
});

test('CALL-1 the description of the API says where a body may be left out', async () => {
  const { json } = await server.send('GET', '/api/docs/openapi.json');
  const { paths } = json as { paths: Record<string, Record<string, unknown>> };
  expect(paths['/api/s3/v1']?.['delete']).toMatchObject({ requestBody: { required: false } });
  expect(paths['/api/s3/v1']?.['put']).toMatchObject({ requestBody: { required: true } });
});

test('people read it as a page without any script', async () => {
  const { status, text } = await server.send('GET', '/api/docs');
  expect(status).toBe(200);
  expect(text).toContain('/auth/login');
  expect(text).not.toContain('<script');
});

test('what is not found under the API is an error in our form', async () => {
  const { status, json } = await server.send('GET', '/api/nothing/v1');
  expect(status).toBe(404);
  expect(json).toMatchObject({ code: 'E_NOT_FOUND', requestId: expect.any(String) });
});

test('no answer may be framed, sniffed or run foreign script', async () => {
  const { headers } = await server.send('GET', '/health/live');
  expect(headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('figures for the machine next door are not for those who come through a proxy', async () => {
  const near = await server.send('GET', '/metrics');
  expect(near.text).toContain('causeway_request_seconds');
  const far = await server.send('GET', '/metrics', { headers: { 'x-forwarded-for': '8.8.8.8' } });
  expect(far.status).toBe(404);
  const away = await server.app.inject({ url: '/metrics', remoteAddress: '203.0.113.9' });
  expect(away.statusCode).toBe(404);
});

test('figures are for who brings the token, from anywhere, and then for nobody without it', async () => {
  const token = 'a token for the figures';
  const guarded = await startTestServer({ METRICS_TOKEN: token });
  try {
    const read = (authorization?: string) =>
      guarded.app.inject({
        url: '/metrics',
        remoteAddress: '203.0.113.9',
        headers: { 'x-forwarded-for': '8.8.8.8', ...(authorization && { authorization }) },
      });
    expect((await read(`Bearer ${token}`)).body).toContain('causeway_request_seconds');
    expect((await read('Bearer another')).statusCode).toBe(404);
    expect((await read()).statusCode).toBe(404);
    expect((await guarded.send('GET', '/metrics')).status).toBe(404);
  } finally {
    await guarded.stop();
  }
});
