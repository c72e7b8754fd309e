import { access } from 'node:fs/promises';
import { type Browser, chromium } from '@playwright/test';
import { logIn, type ServerProcess } from '../apps/server/src/testing/server-process.ts';
import { findBrowser } from '../e2e/browser.ts';
import { openStage, readProject } from './stage.ts';
import { startUserDatabase, type UserDatabase } from './user-database.ts';

export type BrowserStage = {
  browser: Browser;
  database: UserDatabase;
  server: ServerProcess;
  token: string;
  projectId: string;
  connectorId: string;
};

/** The built product, a database of somebody's behind a connector, and a browser, while one measures. */
export async function onBrowserStage<Result>(
  tables: string[],
  measure: (stage: BrowserStage) => Promise<Result>,
): Promise<Result> {
  await access(new URL('../apps/web/dist/index.html', import.meta.url)).catch(() => {
    throw new Error('The web application is not built: npm run build');
  });
  const database = await startUserDatabase(tables);
  const stage = await openStage();
  const browser = await launchBrowser();
  try {
    const server = await stage.launch(database.settings);
    const token = await logIn(server);
    const connectorId = await database.connect(server, token);
    return await measure({
      browser,
      database,
      server,
      token,
      projectId: await readProject(server, token),
      connectorId,
    });
  } finally {
    await browser.close();
    await stage.close();
    await database.stop();
  }
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}
