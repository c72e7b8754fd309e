import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

type Call = { tool: string; input: unknown };

/** What the model does with the next request. */
export type WireStep = {
  says?: string[];
  calls?: Call[];
  status?: number;
  headers?: Record<string, string>;
  /** After its words: the line breaks, nothing more comes, or a line that has no end. */
  ends?: 'cut' | 'stalled' | 'endless';
  /** So long between two of its words; otherwise they come at once. */
  paceMs?: number;
};

export type WireRequest = {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: { messages: unknown[]; tools?: unknown[] };
};

/**
 * A model as the two wire formats describe it, on this machine: it answers each request by the next
 * step of its script, and keeps what it was sent.
 */
export async function startModelWire() {
  const requests: WireRequest[] = [];
  let script: WireStep[] = [];
  const stalled = new Set<ServerResponse>();
  let poured = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const body = JSON.parse(await text(request)) as WireRequest['body'];
      requests.push({ path: request.url ?? '', headers: request.headers, body });
      const step = script.shift() ?? { says: ['done'] };
      if (step.status !== undefined) {
        response.writeHead(step.status, { 'content-type': 'application/json', ...step.headers });
        response.end(JSON.stringify({ error: { message: 'secret-of-the-provider', type: 'x' } }));
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const isAnthropic = (request.url ?? '').endsWith('/messages');
      const { open, close } = isAnthropic ? anthropic(step) : openAi(step);
      if (step.paceMs === undefined) response.write(open);
      else {
        for (const event of open.split(/(?<=\n\n)/)) {
          response.write(event);
          await sleep(step.paceMs);
        }
      }
      if (step.ends === 'cut') {
        // What was written has to be on its way before the line breaks.
        setImmediate(() => response.destroy());
      } else if (step.ends === 'stalled') stalled.add(response);
      else if (step.ends === 'endless') poured = await pour(response);
      else response.end(close);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    /** Bytes of the last answer without an end, as far as somebody took them. */
    poured: () => poured,
    play: (steps: WireStep[]) => {
      requests.length = 0;
      script = [...steps];
    },
    stop: async () => {
      for (const response of stalled) response.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const MOST_POURED = 256 * 1024 ** 2;

/** Nothing of it makes sense before its line ends, and it does not; a test has to, though. */
async function pour(response: ServerResponse): Promise<number> {
  const piece = Buffer.alloc(65_536, 'x');
  let bytes = 0;
  const gone = once(response, 'close');
  response.write('data: ');
  while (!response.destroyed && bytes < MOST_POURED) {
    if (!response.write(piece)) await Promise.race([once(response, 'drain'), gone]);
    bytes += piece.length;
  }
  response.end('\n\n');
  return bytes;
}

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;

function openAi({ says = [], calls = [] }: WireStep): { open: string; close: string } {
  const base = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'wire' };
  const chunk = (delta: unknown, finish: string | null = null) =>
    data({ ...base, choices: [{ index: 0, delta, finish_reason: finish }] });
  const open = [
    chunk({ role: 'assistant', content: '' }),
    ...says.map((content) => chunk({ content })),
    ...calls.flatMap(({ tool, input }, index) => {
      const sent = JSON.stringify(input);
      const half = Math.floor(sent.length / 2);
      const piece = (rest: object) => chunk({ tool_calls: [{ index, ...rest }] });
      return [
        piece({ id: `call_${index}`, type: 'function', function: { name: tool, arguments: '' } }),
        piece({ function: { arguments: sent.slice(0, half) } }),
        piece({ function: { arguments: sent.slice(half) } }),
      ];
    }),
  ].join('');
  const close = [
    chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'),
    data({
      ...base,
      choices: [],
      usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
    }),
    'data: [DONE]\n\n',
  ].join('');
  return { open, close };
}

function anthropic({ says = [], calls = [] }: WireStep): { open: string; close: string } {
  const event = (type: string, rest: object) => `event: ${type}\n${data({ type, ...rest })}`;
  const block = (index: number, content: object, deltas: object[]) =>
    [
      event('content_block_start', { index, content_block: content }),
      ...deltas.map((delta) => event('content_block_delta', { index, delta })),
      event('content_block_stop', { index }),
    ].join('');
  const hasText = says.length > 0;
  const open = [
    event('message_start', {
      message: {
        id: 'm1',
        type: 'message',
        role: 'assistant',
        model: 'wire',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 11, output_tokens: 1 },
      },
    }),
    ...(hasText
      ? [
          block(
            0,
            { type: 'text', text: '' },
            says.map((words) => ({ type: 'text_delta', text: words })),
          ),
        ]
      : []),
    ...calls.map(({ tool, input }, at) =>
      block(
        at + (hasText ? 1 : 0),
        { type: 'tool_use', id: `toolu_${at}`, name: tool, input: {} },
        [{ type: 'input_json_delta', partial_json: JSON.stringify(input) }],
      ),
    ),
  ].join('');
  const close = [
    event('message_delta', {
      delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: 7 },
    }),
    event('message_stop', {}),
  ].join('');
  return { open, close };
}
