import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { APIRequestContext, Page } from '@playwright/test';
import { test as base, demo, expect, logIn } from './fixtures.ts';
import { findFreePort } from '../apps/server/src/testing/free-port.ts';

export type OwnServer = {
  url: string;
  /** Runs a statement in the sample's database. */
  run: (sql: string) => Promise<unknown[][]>;
  /** A page signed in as its owner. */
  open: (page: Page) => Promise<void>;
};

/** A product of the journey's own, where it may fill the database with whatever it likes. */
export const test = base.extend<object, { own: OwnServer }>({
  own: [
    async ({ playwright }, use) => {
      const port = await findFreePort();
      const url = `http://127.0.0.1:${port}`;
      const dataDir = mkdtempSync(join(tmpdir(), 'causeway-e2e-own-'));
      const root = fileURLToPath(new URL('..', import.meta.url));
      const node = join(root, 'node_modules', 'node', 'bin', 'node');
      const server = spawn(node, ['apps/server/src/main.ts'], {
        cwd: root,
        // Empty: filling the sample takes longer than the journey.
        env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, SAMPLE_SCALE: '0' },
        stdio: 'ignore',
      });
      const request = await playwright.request.newContext({ baseURL: url });
      await expect(async () => {
        expect((await request.get('/health/ready')).status()).toBe(200);
      }).toPass();
      await use(await describe(url, request));
      await request.dispose();
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

async function describe(url: string, request: APIRequestContext): Promise<OwnServer> {
  const { token } = await logIn(request, demo);
  const headers = { authorization: `Bearer ${token}` };
  const [project] = await (await request.get('/projects', { headers })).json();
  const [shop] = project.connectors;
  return {
    url,
    run: async (sql) => {
      const answer = await request.post('/api/sql/v1', {
        headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
        data: { sql, connector: { id: shop.id } },
        timeout: 300_000,
      });
      expect(answer.status(), await answer.text()).toBe(200);
      return (await answer.json()).rows;
    },
    open: async (page) => {
      await page.context().addCookies([{ name: 'token', value: token, url }]);
      await page.goto(`${url}/explore?projectId=${project.id}&connectorId=${shop.id}`);
    },
  };
}
