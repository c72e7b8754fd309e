import { connect, type Socket } from 'node:net';

type Load = { count: number; perSecond: number; p50: number; p99: number };

/** Callers that each send one request after the other over a connection they keep. */
export async function measureLoad(
  url: string,
  path: string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const times: number[] = [];
  const start = performance.now();
  const until = start + seconds * 1_000;
  let id = 0;
  const callers = Array.from({ length: connections }, async () => {
    const caller = await openCaller(url);
    const { host } = new URL(url);
    const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: `;
    while (performance.now() < until) {
      const begin = performance.now();
      id += 1;
      const body = `{"id":${id},"total":250}`;
      await caller.send(`${head}${body.length}\r\n\r\n${body}`);
      times.push(performance.now() - begin);
    }
    caller.close();
  });
  await Promise.all(callers);
  const took = (performance.now() - start) / 1_000;
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { count: times.length, perSecond: times.length / took, p50: at(0.5), p99: at(0.99) };
}

type Caller = { send(request: string): Promise<void>; close(): void };

/**
 * A connection that is kept. Bytes are written and read as they are: on a machine with two cores a
 * client library would be a third of what is measured.
 */
export async function openCaller(url: string): Promise<Caller> {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
  socket.setEncoding('latin1');
  let received = '';
  let answered: PromiseWithResolvers<void> | undefined;
  const fail = (error: Error) => answered?.reject(error);
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('The connection was closed')));
  socket.on('data', (text: string) => {
    received += text;
    const length = lengthOf(received);
    if (length === undefined || received.length < length) return;
    const isDone = received.startsWith('HTTP/1.1 200 ');
    const answer = received;
    received = '';
    if (isDone) answered?.resolve();
    else fail(new Error(answer));
  });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  return {
    send: (request) => {
      answered = Promise.withResolvers<void>();
      socket.write(request, 'latin1');
      return answered.promise;
    },
    close: () => socket.end(),
  };
}

/** Of the whole answer, once its head is there. */
function lengthOf(received: string): number | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [, length = '0'] = /content-length: (\d+)/i.exec(received) ?? [];
  return end + 4 + Number(length);
}
