import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A line to a bucket on which single calls go wrong:
 * - error: the bucket answers 500 and has done nothing
 * - forbidden: the bucket answers 403, for want of a permission
 * - slow: the answer takes its time
 * - truncated: the bucket did what it was asked; half of its answer arrives, then the line is cut
 * - lost: the same, and nothing of the answer arrives
 * - unheard: the line is cut before the bucket hears of it
 */
export type Fault = 'error' | 'forbidden' | 'slow' | 'truncated' | 'lost' | 'unheard';
export type BucketCall = { number: number; method: string; url: string };
/** Holds an answer back that the bucket has given already. */
type Hold = () => Promise<void>;
type Planned = Fault | Hold | undefined;
type FaultPlan = (call: BucketCall) => Planned | Promise<Planned>;
export type FaultyLine = {
  url: string;
  /** Calls since the plan was made. */
  calls: BucketCall[];
  /** What goes wrong from now on; nothing without a plan. */
  plan(faultOf?: FaultPlan): void;
  stop(): Promise<void>;
};

const SLOW_MS = 400;

export async function startFaultyLine(target: string): Promise<FaultyLine> {
  const agent = new http.Agent({ keepAlive: true });
  let calls: BucketCall[] = [];
  let faultOf: FaultPlan = () => undefined;

  const server = http.createServer(async (request, response) => {
    const { method = '', url = '' } = request;
    const call = { number: calls.length + 1, method, url };
    calls.push(call);
    const fault = await faultOf(call);
    if (fault === 'unheard') return void request.socket.destroy();
    if (fault === 'error') return refuse(request, response, 500, 'InternalError');
    if (fault === 'forbidden') return refuse(request, response, 403, 'AccessDenied');
    const onward = http.request(new URL(url, target), { method, headers: request.headers, agent });
    onward.on('error', () => response.destroy());
    onward.on('response', (answer) => void pass(answer, response, fault));
    request.on('error', () => onward.destroy());
    request.pipe(onward);
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get calls() {
      return calls;
    },
    plan: (next = () => undefined) => {
      calls = [];
      faultOf = next;
    },
    stop: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function refuse(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  status: number,
  code: string,
): void {
  request.resume();
  request.on('end', () => {
    const body = `<Error><Code>${code}</Code><Message>On purpose</Message></Error>`;
    response.writeHead(status, {
      'content-type': 'application/xml',
      'content-length': body.length,
    });
    response.end(body);
  });
}

async function pass(
  answer: http.IncomingMessage,
  response: http.ServerResponse,
  fault: Planned,
): Promise<void> {
  if (typeof fault === 'function') await fault();
  if (fault === 'slow') await sleep(SLOW_MS);
  if (fault === 'lost') {
    answer.resume();
    answer.on('end', () => response.destroy());
    return;
  }
  if (fault === 'truncated') return cutShort(answer, response);
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  answer.on('error', () => response.destroy());
  answer.pipe(response);
}

/** Announces the whole and sends half of it. */
function cutShort(answer: http.IncomingMessage, response: http.ServerResponse): void {
  const pieces: Buffer[] = [];
  answer.on('data', (piece: Buffer) => pieces.push(piece));
  answer.on('end', () => {
    const whole = Buffer.concat(pieces);
    if (whole.length < 2) {
      response.destroy();
      return;
    }
    const { 'transfer-encoding': _, ...headers } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, { ...headers, 'content-length': whole.length });
    response.write(whole.subarray(0, whole.length >> 1), () => response.destroy());
  });
}
