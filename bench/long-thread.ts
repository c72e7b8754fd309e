/// <reference lib="dom" />
import { access } from 'node:fs/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { startModelWire } from '../apps/server/src/testing/model-wire.ts';
import { findBrowser } from '../e2e/browser.ts';
import { whileOurs } from './own-machine.ts';
import type { Row } from './run.ts';
import type { Stage } from './stage.ts';
import { wholeRefreshes } from './timing.ts';

const MESSAGES = 500;
const VISITS = 3;
const WARM_UP_FRAMES = 90;
const SCROLLED_FRAMES = 400;
/** As fast as a wheel that is turned in earnest. */
const PIXELS_A_FRAME = 120;
/** A model that is quick: a few letters every few milliseconds, for several seconds. */
const STREAMED_WORDS = 500;
const PACE_MS = 10;

type Wire = Awaited<ReturnType<typeof startModelWire>>;
type Place = { stage: Stage; wire: Wire; origin: string; token: string; projectId: string };

/**
 * A thread of 500 messages with text, statements, rows, tables and charts: how long frames take while
 * somebody scrolls through it, and while an answer arrives at its end.
 */
export async function measureLongThread(place: Place): Promise<Row[]> {
  await access(new URL('../apps/web/dist/index.html', import.meta.url)).catch(() => {
    throw new Error('The web application is not built: npm run build');
  });
  const browser = await chromium.launch({
    ...findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const scrolled: number[] = [];
    const streamed: number[] = [];
    for (let visit = 0; visit < VISITS; visit += 1) {
      const threadId = await fillThread(place);
      const seen = await whileOurs(() => visitThread(browser, place, threadId));
      scrolled.push(...seen.scrolled);
      streamed.push(...seen.streamed);
    }
    return [
      {
        name: `longest frame while scrolling ${MESSAGES} messages, ms`,
        ours: Math.max(...scrolled),
        limit: 50,
      },
      {
        name: 'longest frame while an answer arrives below them, ms',
        ours: Math.max(...streamed),
        limit: 50,
      },
    ];
  } finally {
    await browser.close();
  }
}

/** Written as the product writes it, one after the other. */
async function fillThread({ stage, projectId }: Place): Promise<string> {
  const id = crypto.randomUUID();
  await stage.query(`insert into causeway.assistant_threads (id, project_id, owner_id, title, level)
    select '${id}', '${projectId}', user_id, 'A long talk', 'full' from causeway.project_members
    where project_id = '${projectId}' and role = 'owner' limit 1`);
  const ids = Array.from({ length: MESSAGES }, () => crypto.randomUUID());
  const rows = ids.map((messageId, index) => {
    const isQuestion = index % 2 === 0;
    const parts = JSON.stringify(isQuestion ? question(index) : answer(index)).replaceAll(
      "'",
      "''",
    );
    const parent = index === 0 ? 'null' : `'${ids[index - 1]}'`;
    const at = `now() - interval '1 day' + interval '${index} seconds'`;
    return `('${messageId}', '${id}', ${parent}, '${isQuestion ? 'person' : 'assistant'}', '${parts}', ${at})`;
  });
  await stage.query(`insert into causeway.assistant_messages
    (id, thread_id, parent_id, role, parts, created_at) values ${rows.join(', ')}`);
  const leaf = ids.at(-1);
  await stage.query(`update causeway.assistant_threads set leaf_id = '${leaf}' where id = '${id}'`);
  return id;
}

const question = (index: number) => [
  { type: 'text', text: `Question ${index}: how did revenue by country change in week ${index}?` },
];

const fields = [
  { name: 'country', type: 'text' },
  { name: 'revenue', type: 'numeric' },
];

function answer(index: number): object[] {
  const rows = Array.from({ length: 20 }, (_, row) => [`Country ${row}`, `${row * index}.50`]);
  const sql = `select country, sum(total) as revenue\nfrom orders\nwhere week = ${index}\ngroup by 1`;
  const drawn = [
    { kind: 'table', title: `Revenue ${index}`, fields, rows },
    { kind: 'chart', title: `Revenue ${index}`, form: 'bar', along: 'country', fields, rows },
    { kind: 'sql', title: `Revenue ${index}`, sql },
  ][index % 3];
  return [
    {
      type: 'step',
      id: `step ${index}`,
      tool: 'run_sql',
      state: 'done',
      about: 'orders',
      sql,
      rows: { fields, rows, hasMore: false },
      milliseconds: 12,
    },
    {
      type: 'text',
      text: `Revenue **rose** by ${index} %.\n\n- in *Austria* most\n- in \`DE\` least\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n\`\`\`sql\n${sql}\n\`\`\`\n\n${'A longer sentence that fills some lines of the answer. '.repeat(1 + (index % 7))}`,
    },
    // Most answers are words, every fourth has something to look at.
    ...(index % 8 === 1 ? [{ type: 'artifact', id: `shown ${index}`, artifact: drawn }] : []),
  ];
}

async function visitThread(
  browser: Browser,
  { wire, origin, token, projectId }: Place,
  threadId: string,
): Promise<{ scrolled: number[]; streamed: number[] }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name: 'token', value: token, url: origin }]);
  const page = await context.newPage();
  await page.goto(`${origin}/chat/${threadId}?projectId=${projectId}`);
  await page.getByText(`Question ${MESSAGES - 2}:`).waitFor();
  await scroll(page, WARM_UP_FRAMES);
  const scrolled = await scroll(page, SCROLLED_FRAMES);
  const says = Array.from(
    { length: STREAMED_WORDS },
    (_, n) => `word ${n}${n % 25 ? ' ' : '\n\n'}`,
  );
  wire.play([{ says, paceMs: PACE_MS }]);
  await page.getByRole('textbox').last().fill('Tell me more');
  await page.keyboard.press('Enter');
  await page.getByText('word 1 ').waitFor();
  const streamed = await countFrames(page, `word ${STREAMED_WORDS - 1}`);
  await context.close();
  return { scrolled: scrolled.map(wholeRefreshes), streamed: streamed.map(wholeRefreshes) };
}

/** Scrolls up from the end a little in every frame; says how long each frame took. */
function scroll(page: Page, count: number): Promise<number[]> {
  return page.getByRole('log').evaluate(
    (log, { frames, step }) =>
      new Promise<number[]>((resolve) => {
        // As a wheel does it: who scrolls is not taken back to the end.
        log.dispatchEvent(new Event('wheel'));
        const took: number[] = [];
        let before = performance.now();
        const draw = (now: number) => {
          took.push(now - before);
          before = now;
          log.scrollTop -= step;
          if (took.length > frames) resolve(took.slice(1));
          else requestAnimationFrame(draw);
        };
        requestAnimationFrame(draw);
      }),
    { frames: count, step: PIXELS_A_FRAME },
  );
}

/** Frames until a text stands there. */
function countFrames(page: Page, until: string): Promise<number[]> {
  return page.getByRole('log').evaluate(
    (log, text) =>
      new Promise<number[]>((resolve) => {
        const took: number[] = [];
        let before = performance.now();
        const draw = (now: number) => {
          took.push(now - before);
          before = now;
          // Looking costs, too: now and then is enough.
          const isOver = took.length % 30 === 0 && log.textContent.includes(text);
          if (isOver) resolve(took.slice(1));
          else requestAnimationFrame(draw);
        };
        requestAnimationFrame(draw);
      }),
    until,
  );
}
