import { expect, test } from 'vitest';
import { findFreePort } from '#testing/free-port.ts';
import { beginServer, failToStart, makeDataDirectory, waitFor } from '#testing/server-process.ts';
import { startTcpProxy } from '#testing/tcp-proxy.ts';
import { createTestDatabase } from '#testing/test-database.ts';

const settings = {
  ROLE: 'worker',
  NODE_ENV: 'production',
  SECRET_KEY: 'kZ8wq1v7Yt3pLmN4rB6cX9dF2gH5jKsA',
};

test('a worker tells those who run it how it is, of the database too, and answers nobody else', async () => {
  const database = await createTestDatabase();
  const url = new URL(database.url);
  const line = await startTcpProxy({ port: Number(url.port) });
  url.port = String(line.port);
  const folder = await makeDataDirectory();
  const port = String(await findFreePort());
  const worker = beginServer({
    ...settings,
    HEALTH_PORT: port,
    DATABASE_URL: url.href,
    DATA_DIR: folder.path,
  });
  try {
    const ask = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      return { status: answer.status, text: await answer.text() };
    };
    await waitFor('its health', async () => (await ask('/health/ready')).status === 200);
    expect((await ask('/health/live')).status).toBe(200);
    const { text } = await ask('/metrics');
    expect(text).toMatch(/^causeway_processes 1$/m);
    for (const path of ['/', '/user', '/api/auth/v1/methods', '/health/live/x']) {
      expect(await ask(path)).toEqual({ status: 404, text: '' });
    }

    line.freeze();
    expect((await ask('/health/ready')).status).toBe(503);
    expect((await ask('/health/live')).status).toBe(200);
    line.restore();
    await waitFor('the database', async () => (await ask('/health/ready')).status === 200);

    const taken = await failToStart({
      ...settings,
      HEALTH_PORT: port,
      DATABASE_URL: database.url,
      DATA_DIR: folder.path,
    });
    expect(taken.errors).toBe(
      `Causeway can't start. HEALTH_PORT: ${port} is in use on 127.0.0.1\n`,
    );
  } finally {
    worker.kill('SIGTERM');
    expect(await worker.ended).toMatchObject({ code: 0 });
    await line.close();
    await folder.remove();
    await database.drop();
  }
});
