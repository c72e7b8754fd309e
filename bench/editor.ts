import { chromium } from '@playwright/test';
import pg from 'pg';
import type { SchemaNames } from '@causeway/contract/sql/editor.ts';
import { logIn, type ServerProcess } from '../apps/server/src/testing/server-process.ts';
import { createNamesIndex } from '../apps/web/src/features/sql/completion/names-index.ts';
import { findPlace } from '../apps/web/src/features/sql/completion/place.ts';
import { suggest } from '../apps/web/src/features/sql/completion/suggest.ts';
import { findBrowser } from '../e2e/browser.ts';
import type { Row } from './run.ts';
import { openStage } from './stage.ts';
import { median } from './timing.ts';
import { startUserDatabase, type UserDatabase } from './user-database.ts';

const CALLS = 400;
const TABLES = 20_000;
const COLUMNS = 20;
const RESULT_ROWS = 100_000;

/** What the SQL editor adds: to a statement, to a keystroke, and to a frame while a long result scrolls. */
export async function bench(): Promise<Row[]> {
  const database = await startUserDatabase([]);
  const stage = await openStage();
  try {
    const server = await stage.launch(database.settings);
    const token = await logIn(server);
    const connectorId = await database.connect(server, token);
    return [
      await measureRun(server, database, { token, connectorId }),
      ...measureCompletion(),
      ...(await measureScroll(server, { token, connectorId })),
    ];
  } finally {
    await stage.close();
    await database.stop();
  }
}

type Access = { token: string; connectorId: string };

async function measureRun(
  server: ServerProcess,
  database: UserDatabase,
  { token, connectorId }: Access,
): Promise<Row> {
  const raw = new pg.Client({ connectionString: database.url });
  await raw.connect();
  const ask = async () => {
    const body = { connector: { id: connectorId }, sql: 'select 1' };
    const key = crypto.randomUUID();
    const answer = await server.send('POST', '/api/sql/v1/run', { token, key, body });
    if (answer.status !== 200) throw new Error(answer.text);
  };
  const ours: number[] = [];
  const plain: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    ours.push(await time(ask));
    plain.push(await time(() => raw.query('select 1')));
  }
  await raw.end();
  return {
    name: "`select 1` by the editor's call, kept in the history, p50, ms beyond pg",
    ours: median(ours.slice(CALLS / 5)) - median(plain.slice(CALLS / 5)),
    raw: median(plain),
    limit: 2.2,
  };
}

/** Every keystroke of a statement over a schema of 20,000 tables with 20 columns each. */
function measureCompletion(): Row[] {
  const names: SchemaNames = {
    path: ['public', 'pg_catalog'],
    tables: Array.from({ length: TABLES }, (_, n) => [n + 1, 'public', tableName(n), 'r']),
    references: Array.from({ length: TABLES - 1 }, (_, n) => [n + 2, ['parent_id'], n + 1, ['id']]),
    functions: Array.from({ length: 2_000 }, (_, n) => [`function_${n}`, 'text', 'text']),
  };
  const start = performance.now();
  const index = createNamesIndex(names);
  index.addColumns(
    names.tables.map(([oid]) => [
      oid,
      Array.from({ length: COLUMNS }, (_, n) => [`column_${n}_of_${oid}`, 'text']),
    ]),
  );
  const built = performance.now() - start;
  const sql = `select t.column_1, order_ from ${tableName(7)} t join ${tableName(9)} o on t.id = o.pa where o.column_1`;
  const taken: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    for (let cursor = 1; cursor <= sql.length; cursor += 1) {
      const before = performance.now();
      const place = findPlace(sql, cursor);
      if (place) suggest(index, place);
      taken.push(performance.now() - before);
    }
  }
  const sorted = taken.toSorted((a, b) => a - b);
  return [
    {
      name: 'completion at 20,000 tables × 20 columns, p99 of keystrokes, ms',
      ours: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
      limit: 0.75,
    },
    { name: 'index of 20,000 tables × 20 columns, built once, ms', ours: built, limit: 840 },
  ];
}

function tableName(n: number): string {
  return `${['orders', 'events', 'customer_items', 'audit'][n % 4]}_${n}`;
}

/** The built web application scrolls through a hundred thousand rows; how long is the longest frame? */
async function measureScroll(
  server: ServerProcess,
  { token, connectorId }: Access,
): Promise<Row[]> {
  const browser = await chromium.launch({
    ...findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const { json } = await server.send('GET', '/projects', { token });
    const [project] = json as { id: string }[];
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies([{ name: 'token', value: token, url: server.url }]);
    const page = await context.newPage();
    const search = new URLSearchParams({
      projectId: project?.id ?? '',
      connectorId,
      sql: `select n, n * 2 as twice, md5(n::text) as text from generate_series(1, ${RESULT_ROWS}) n`,
    });
    await page.goto(`${server.url}/sql/editor?${search.toString()}`);
    await page.getByLabel('Most rows').selectOption(String(RESULT_ROWS));
    await page.locator('.cm-content').press('Control+Enter');
    const grid = page.getByRole('grid');
    await grid.waitFor({ timeout: 60_000 });
    await page.waitForTimeout(1_000);
    const frames = await grid.evaluate(scrollThrough);
    const held = await page.evaluate(
      () =>
        (performance as unknown as { memory?: { usedJSHeapSize: number } }).memory
          ?.usedJSHeapSize ?? 0,
    );
    return [
      {
        name: 'scrolling through 100,000 rows, longest frame, ms',
        ours: Math.max(...frames),
        limit: 50,
      },
      { name: 'heap of the page after it, MB', ours: held / 2 ** 20, limit: 24 },
    ];
  } finally {
    await browser.close();
  }
}

/** Runs in the page: a flick every frame, from the first row to the last. */
async function scrollThrough(grid: Element): Promise<number[]> {
  const frames: number[] = [];
  let last = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
  for (let step = 1; step <= 240; step += 1) {
    // Most of the way is read line by line, some of it jumped over.
    grid.scrollTop += step % 40 === 0 ? grid.scrollHeight / 6 : 260;
    const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
    frames.push(now - last);
    last = now;
  }
  return frames;
}

async function time(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}
