import { logIn, type ServerProcess } from '../apps/server/src/testing/server-process.ts';
import { startModelWire } from '../apps/server/src/testing/model-wire.ts';
import { measureLongThread } from './long-thread.ts';
import type { Row } from './run.ts';
import { openStage } from './stage.ts';

const QUESTIONS = 100;

/**
 * What we add before the first word of a model arrives: the same model on this machine, asked through
 * us by a browser's way, with question and answer on our disk first, and asked plainly.
 */
export async function bench(): Promise<Row[]> {
  const wire = await startModelWire();
  const stage = await openStage();
  try {
    const server = await stage.launch({
      AI_PROVIDER: 'openai-compatible',
      AI_BASE_URL: wire.url,
      AI_MODEL: 'wire',
      AI_API_KEY: 'bench',
      REQUESTS_PER_MINUTE: '100000000',
    });
    const token = await logIn(server);
    const projectId = await readProject(server, token);
    const ours: number[] = [];
    const plain: number[] = [];
    for (let asked = 0; asked < QUESTIONS * 1.25; asked += 1) {
      const throughUs = await timeThroughUs(server, token, projectId);
      const directly = await timeDirectly(wire.url);
      // The first quarter warms both sides up.
      if (asked < QUESTIONS / 4) continue;
      ours.push(throughUs);
      plain.push(directly);
    }
    return [
      {
        name: 'first word of a model, p50, ms beyond asking it plainly',
        ours: at(ours, 0.5) - at(plain, 0.5),
        raw: at(plain, 0.5),
        limit: 12,
      },
      {
        name: 'first word of a model, p95, ms beyond asking it plainly',
        ours: at(ours, 0.95) - at(plain, 0.95),
        raw: at(plain, 0.95),
        limit: 15,
      },
      ...(await measureLongThread({ stage, wire, origin: server.url, token, projectId })),
    ];
  } finally {
    await stage.close();
    await wire.stop();
  }
}

async function readProject(server: ServerProcess, token: string): Promise<string> {
  const { json } = await server.send('GET', '/projects', { token });
  const [project] = json as { id: string }[];
  if (!project) throw new Error('The demo account has no project');
  return project.id;
}

async function timeThroughUs(
  server: ServerProcess,
  token: string,
  projectId: string,
): Promise<number> {
  const path = `/api/assistant/v1/${projectId}/threads`;
  const made = await server.send('POST', path, { token, body: { connectorId: null } });
  if (made.status !== 200) throw new Error(`No thread: ${made.status} ${made.text}`);
  const { id } = JSON.parse(made.text) as { id: string };
  const body = {
    questionId: crypto.randomUUID(),
    text: 'hello',
    parentId: null,
    language: 'en',
    mentions: [],
  };
  const begin = performance.now();
  const response = await fetch(`${server.url}${path}/${id}/answers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return firstWord(response, 'text-delta', begin);
}

async function timeDirectly(url: string): Promise<number> {
  const begin = performance.now();
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'wire', messages: [], stream: true }),
  });
  return firstWord(response, '"done"', begin);
}

/** Reads to the end, so that nothing is left open for the next one. */
async function firstWord(response: Response, sign: string, begin: number): Promise<number> {
  let text = '';
  let took = Number.NaN;
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (Number.isNaN(took) && text.includes(sign)) took = performance.now() - begin;
  }
  if (Number.isNaN(took)) throw new Error(`No word: ${response.status} ${text.slice(0, 300)}`);
  return took;
}

function at(figures: number[], share: number): number {
  const sorted = figures.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}
