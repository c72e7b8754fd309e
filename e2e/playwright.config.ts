import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './browser.ts';
import { findFreePort } from '../apps/server/src/testing/free-port.ts';

// Every worker reads this file again, in an environment it has from the first who did: what is chosen
// once is written there.
process.env.E2E_PORT ??= String(await findFreePort());
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'causeway-e2e-'));
process.env.E2E_PROVIDER_PORT ??= String(await findFreePort());
const port = process.env.E2E_PORT;
const issuer = `http://127.0.0.1:${process.env.E2E_PROVIDER_PORT}`;
const root = fileURLToPath(new URL('..', import.meta.url));

/** Journeys through the built product, served as `npm start` serves it, in a real Chromium. */
export default defineConfig({
  testDir: '.',
  outputDir: join(root, 'test-results'),
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // That a machine is busy is no failure.
  timeout: 300_000,
  // One that passes only the second time has a fault, of its own or of the product.
  retries: 0,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    // Recording costs a third of the time; `--trace on` records the journeys one asks for.
    trace: 'off',
    launchOptions: {
      ...findBrowser(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: [
    {
      command: 'node_modules/node/bin/node e2e/provider.ts',
      cwd: root,
      url: `${issuer}/.well-known/openid-configuration`,
      env: {
        E2E_PROVIDER_PORT: process.env.E2E_PROVIDER_PORT,
        E2E_HOME: `http://127.0.0.1:${port}`,
      },
      stdout: 'ignore',
      stderr: 'ignore',
    },
    {
      command: 'node_modules/node/bin/node apps/server/src/main.ts',
      cwd: root,
      url: `http://127.0.0.1:${port}/health/ready`,
      env: {
        PORT: port,
        // Enough to look at; the full shop would keep the machine busy during the journeys.
        SAMPLE_SCALE: '0.01',
        DATA_DIR: process.env.E2E_DATA_DIR,
        // Most journeys are not about what a plan allows.
        DEFAULT_PLAN: 'business',
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: 'causeway',
        OIDC_CLIENT_SECRET: 'a secret of the provider',
        OIDC_NAME: 'Example ID',
      },
      timeout: 300_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    },
  ],
});
