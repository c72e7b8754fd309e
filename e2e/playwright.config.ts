import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

const port = Number(process.env.E2E_PORT ?? 4310);
const root = fileURLToPath(new URL('..', import.meta.url));

/** Journeys through the built product, served as `npm start` serves it, in Debian's Chromium. */
export default defineConfig({
  testDir: '.',
  outputDir: join(root, 'test-results'),
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 40_000,
  // One that passes only the second time is told as flaky, which is a fault to be found; but a machine
  // that stood still for a moment does not hold back everybody's work.
  retries: 1,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    // Recording costs a third of the time; `--trace on` records the journeys one asks for.
    trace: 'off',
    launchOptions: {
      executablePath: '/usr/bin/chromium-headless-shell',
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
  webServer: {
    command: 'node_modules/node/bin/node apps/server/src/main.ts',
    cwd: root,
    url: `http://127.0.0.1:${port}/health/ready`,
    env: {
      PORT: String(port),
      // Enough to look at; the full shop would keep the machine busy during the journeys.
      SAMPLE_SCALE: '0.01',
      DATA_DIR: process.env.E2E_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'causeway-e2e-')),
    },
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
});
