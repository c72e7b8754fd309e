import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import {
  launchServer,
  logIn,
  type ServerProcess,
  waitFor,
} from '../apps/server/src/testing/server-process.ts';
import { findBrowser } from './browser.ts';

/**
 * `npm run pictures` takes those of the README anew, of the built product with its whole sample; with
 * names behind `--` only these. Names in the sample are of many scripts, so fonts for them are wanted.
 */
const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));

type Stage = { project: string; shop: string; media: string; dashboard: string; thread: string };
type Picture = {
  name: string;
  address: (stage: Stage) => string;
  isDarkAndGerman?: true;
  /** Brings the page to what is to be seen. */
  pose(page: Page): Promise<unknown>;
};

const monthly = `select date_trunc('month', placed_at)::date as month, channel,
  count(*) as orders, sum(total) as revenue
from orders
where placed_at >= now() - interval '1 year'
group by 1, 2
order by 1, 4 desc`;

const pictures: Picture[] = [
  {
    name: 'explore',
    address: ({ project, shop }) => `/explore/orders?projectId=${project}&connectorId=${shop}`,
    pose: (page) => page.getByRole('gridcell', { name: 'CW-0000009' }).click(),
  },
  {
    name: 'sql-editor',
    address: ({ project, shop }) => `/sql/editor?projectId=${project}&connectorId=${shop}`,
    pose: async (page) => {
      await page.locator('.cm-content').click();
      await page.keyboard.insertText(monthly);
      await page.keyboard.press('Control+Enter');
      await page.getByRole('gridcell', { name: 'marketplace' }).first().waitFor();
    },
  },
  {
    name: 'dashboard',
    address: ({ project, shop, dashboard }) =>
      `/dashboards/${dashboard}?projectId=${project}&connectorId=${shop}`,
    pose: (page) => page.locator('canvas').nth(2).waitFor(),
  },
  {
    name: 'workflow',
    address: ({ project, shop }) =>
      `/automations/workflows?projectId=${project}&connectorId=${shop}`,
    pose: async (page) => {
      await page.getByRole('link', { name: /Daily figures/ }).click();
      await page.locator('.react-flow__node').nth(2).waitFor();
    },
  },
  {
    name: 'assistant',
    address: ({ project, shop, thread }) =>
      `/chat/${thread}?projectId=${project}&connectorId=${shop}`,
    pose: (page) => page.getByText('Read as:').last().waitFor(),
  },
  {
    name: 'intelligence',
    address: ({ project, shop }) => `/intelligence?projectId=${project}&connectorId=${shop}`,
    pose: async (page) => {
      const shop = page.getByRole('listitem', { name: 'Shop' });
      await shop.getByRole('button', { name: 'Scan now' }).click();
      await shop.getByText(/of \d+ tables looked at/).waitFor();
    },
  },
  {
    name: 'bucket-dark',
    address: ({ project, media }) =>
      `/explore/pictures/landscapes/?projectId=${project}&connectorId=${media}&mode=tiles`,
    isDarkAndGerman: true,
    pose: (page) => page.getByRole('option').locator('img').nth(8).waitFor(),
  },
  {
    name: 'diagram',
    address: ({ project, shop }) =>
      `/explore?projectId=${project}&connectorId=${shop}&mode=diagram`,
    pose: (page) => page.locator('.react-flow__node').nth(5).waitFor(),
  },
  {
    name: 'home',
    address: ({ project, shop }) => `/?projectId=${project}&connectorId=${shop}`,
    pose: (page) => page.getByText('Recent work').waitFor(),
  },
];

const dataDirectory = await mkdtemp(join(tmpdir(), 'causeway-pictures-'));
const server = await launchServer({ DATA_DIR: dataDirectory, SAMPLE_SCALE: '1' });
const browser = await chromium.launch({ ...findBrowser(), args: ['--no-sandbox'] });
try {
  const token = await logIn(server);
  const stage = await prepare(server, token);
  const names = process.argv.slice(2);
  const wanted = pictures.filter(({ name }) => names.length === 0 || names.includes(name));
  for (const picture of wanted) await take(picture, stage, token);
} finally {
  await browser.close();
  await server.stop();
  await rm(dataDirectory, { recursive: true, force: true });
}

async function prepare({ send }: ServerProcess, token: string): Promise<Stage> {
  const read = async <Answer>(path: string) => (await send('GET', path, { token })).json as Answer;
  const [project] = await read<{ id: string }[]>('/projects');
  const id = project!.id;
  await waitFor(
    'the sample',
    async () => (await read<{ state: string }>(`/api/sample/v1/${id}`)).state === 'ready',
    600_000,
  );
  const [shop, media] = await read<{ id: string }[]>(`/api/connectors/v1/${id}`);
  const [dashboard] = await read<{ id: string }[]>(`/api/dashboards/v1/${id}`);
  const thread = await waitFor('the conversation', async () => {
    const { threads } = await read<{ threads: { id: string }[] }>(
      `/api/assistant/v1/${id}/threads`,
    );
    return threads[0];
  });
  return {
    project: id,
    shop: shop!.id,
    media: media!.id,
    dashboard: dashboard!.id,
    thread: thread.id,
  };
}

async function take(picture: Picture, stage: Stage, token: string): Promise<void> {
  const { name, address, isDarkAndGerman, pose } = picture;
  const settings = isDarkAndGerman
    ? { uiLang: 'de', theme: 'dark' }
    : { uiLang: 'en', theme: 'light' };
  await server.send('PATCH', '/user', { token, body: { settings } });
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  await context.addCookies([{ name: 'token', value: token, url: server.url }]);
  const page = await context.newPage();
  page.setDefaultTimeout(300_000);
  await page.goto(address(stage));
  await pose(page);
  // What is still drawn when all is there: charts, thumbnails, what fades in.
  await page.waitForTimeout(4_000);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await context.close();
}
