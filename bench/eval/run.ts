import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type AnswerEvent,
  foldEvent,
  type MessagePart,
} from '@causeway/contract/assistant/parts.ts';
import { readEventStream } from '@causeway/contract/event-stream.ts';
import { findFreePort } from '../../apps/server/src/testing/free-port.ts';
import { isSameResult, type Rows } from './compare.ts';
import { type Question, questions } from './questions.ts';

/**
 * Asks the assistant sixty questions about the sample's shop in both languages and holds what it finds
 * against statements written by hand. With `EVAL_URL` a running product is asked, else one of its own is
 * started; `AI_*` settings decide which model answers.
 */
type Outcome = 'right' | 'refused' | 'wrong';
type Asked = { question: string; outcome: Outcome; why: string };

const least = 45;

async function main(): Promise<void> {
  const own = process.env['EVAL_URL'] === undefined ? await startOwn() : undefined;
  const url = process.env['EVAL_URL'] ?? own!.url;
  try {
    const product = await signIn(url);
    const results = new Map<string, Asked[]>();
    for (const language of ['en', 'de'] as const) {
      const asked: Asked[] = [];
      for (const question of questions) asked.push(await judge(product, question, language));
      results.set(language, asked);
    }
    report(results);
  } finally {
    await own?.stop();
  }
}

function report(results: Map<string, Asked[]>): void {
  const count = (asked: Asked[], outcome: Outcome) =>
    asked.filter((one) => one.outcome === outcome).length;
  for (const [language, asked] of results) {
    for (const { question, outcome, why } of asked) {
      if (outcome !== 'right') console.log(`${language} ${outcome}: ${question}\n   ${why}`);
    }
  }
  console.log('\n| language | right | refused | wrong | of |\n|---|---|---|---|---|');
  for (const [language, asked] of results) {
    console.log(
      `| ${language} | ${count(asked, 'right')} | ${count(asked, 'refused')} | ${count(asked, 'wrong')} | ${asked.length} |`,
    );
    if (count(asked, 'right') < least) process.exitCode = 1;
  }
}

type Product = {
  url: string;
  headers: Record<string, string>;
  projectId: string;
  connectorId: string;
};

async function judge(product: Product, question: Question, language: 'en' | 'de'): Promise<Asked> {
  const asked = question[language];
  const parts = await ask(product, asked, language);
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const step = parts.findLast((part) => part.type === 'step' && part.rows !== undefined);
  if ('says' in question) {
    const isRight = question.says.test(text) || question.says.test(JSON.stringify(parts));
    return { question: asked, outcome: isRight ? 'right' : 'wrong', why: text.slice(0, 200) };
  }
  const failed = parts.find((part) => part.type === 'step' && part.state === 'failed');
  if (step?.type !== 'step' || !step.rows) {
    const outcome = failed ? 'wrong' : 'refused';
    return {
      question: asked,
      outcome,
      why: `${text.slice(0, 160)} ${failed?.type === 'step' ? `${failed.error} ${failed.sql}` : ''}`,
    };
  }
  const { sql } = question;
  const wanted = await read(product, typeof sql === 'string' ? sql : sql[language]);
  const isRight = isSameResult(wanted, step.rows.rows, question.isOrdered ?? false);
  return {
    question: asked,
    outcome: isRight ? 'right' : 'wrong',
    why: step.sql?.replaceAll('\n', ' ') ?? '',
  };
}

async function ask(
  { url, headers, projectId, connectorId }: Product,
  text: string,
  language: 'en' | 'de',
): Promise<MessagePart[]> {
  const base = `${url}/api/assistant/v1/${projectId}/threads`;
  const thread = await post(base, { connectorId }, headers);
  const response = await fetch(`${base}/${(thread as { id: string }).id}/answers`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ questionId: crypto.randomUUID(), text, parentId: null, language }),
  });
  if (!response.body || response.status !== 200)
    throw new Error(`${response.status} ${await response.text()}`);
  let parts: MessagePart[] = [];
  for await (const data of readEventStream(response.body.pipeThrough(new TextDecoderStream()))) {
    parts = foldEvent(parts, JSON.parse(data) as AnswerEvent);
  }
  return parts;
}

async function read({ url, headers, connectorId }: Product, sql: string): Promise<Rows> {
  const answer = await post(
    `${url}/api/sql/v1/read`,
    { sql, connector: { id: connectorId } },
    headers,
  );
  return (answer as { rows: Rows }).rows;
}

async function post(url: string, body: unknown, headers: Record<string, string>): Promise<unknown> {
  const key = { 'idempotency-key': crypto.randomUUID() };
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, ...key },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function signIn(url: string): Promise<Product> {
  const json = { 'content-type': 'application/json' };
  const credentials = { email: 'demo@causeway.test', password: 'causeway-demo' };
  const { token } = (await post(`${url}/auth/login`, credentials, json)) as { token: string };
  const headers = { ...json, authorization: `Bearer ${token}` };
  type Project = { id: string; connectors: { id: string; implementation: string }[] };
  const [project] = (await (await fetch(`${url}/projects`, { headers })).json()) as Project[];
  const shop = project?.connectors.find(({ implementation }) => implementation === 'sql');
  if (!project || !shop) throw new Error('The sample workspace is not there');
  return { url, headers, projectId: project.id, connectorId: shop.id };
}

async function startOwn() {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const dataDir = mkdtempSync(join(tmpdir(), 'causeway-eval-'));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, SAMPLE_SCALE: '0.05' };
  const server = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    env,
    stdio: 'ignore',
  });
  const until = Date.now() + 120_000;
  while (
    !(await fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (Date.now() > until) throw new Error('The product did not start');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return {
    url,
    stop: async () => {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

await main();
