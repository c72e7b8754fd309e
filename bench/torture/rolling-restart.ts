import { Agent, createServer, request as send, type IncomingMessage } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendTo } from '../../apps/server/src/testing/send.ts';
import { logIn, type ServerProcess } from '../../apps/server/src/testing/server-process.ts';
import { describeStatuses, openStage, startLoad } from '../stage.ts';

export const name = 'SIGTERM under load, two instances behind a proxy, rolled 3 times each';

export async function run() {
  const stage = await openStage();
  const SECRET_KEY = 'the key that both instances have in common';
  try {
    const instances = [await stage.launch({ SECRET_KEY }), await stage.launch({ SECRET_KEY })];
    const proxy = await startProxy(instances);
    const token = await logIn(instances[0] as ServerProcess);
    const load = startLoad(12, (client) => {
      if (client % 3) return sendTo(proxy.url, 'GET', '/user', { token });
      const body = { settings: { theme: 'dark' } };
      return sendTo(proxy.url, 'PATCH', '/user', { token, body });
    });
    const endings: (number | null)[] = [];
    for (let roll = 0; roll < 6; roll += 1) {
      await sleep(1_000);
      const old = instances[roll % 2] as ServerProcess;
      old.kill('SIGTERM');
      endings.push((await old.ended).code);
      instances[roll % 2] = await stage.launch({ SECRET_KEY });
    }
    await sleep(1_000);
    await load.stop();
    proxy.close();
    const total = [...load.statuses.values()].reduce((sum, count) => sum + count, 0);
    const failed = total - (load.statuses.get(200) ?? 0);
    return {
      figure: `${failed} of ${total} requests failed (${describeStatuses(load.statuses)})`,
      passed: failed === 0 && endings.every((code) => code === 0),
    };
  } finally {
    await stage.close();
  }
}

/**
 * What a load balancer does: asks each instance whether it is ready, hands requests to those that
 * are in turn, and tries the next one only when a connection could not be made.
 */
async function startProxy(instances: ServerProcess[]) {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<string>();
  const check = setInterval(() => {
    for (const { url } of instances) {
      fetch(`${url}/health/ready`).then(
        ({ status }) => (status === 200 ? ready.add(url) : ready.delete(url)),
        () => ready.delete(url),
      );
    }
  }, 100);
  await sleep(400);
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => forward(2));
    function forward(attempts: number): void {
      const up = instances.map(({ url }) => url).filter((url) => ready.has(url));
      turn += 1;
      const target = up[turn % up.length];
      if (!target) {
        outgoing.writeHead(502).end();
        return;
      }
      const relayed = send(`${target}${incoming.url}`, {
        agent,
        method: incoming.method,
        headers: incoming.headers,
      });
      relayed.on('response', (answer: IncomingMessage) => {
        outgoing.writeHead(answer.statusCode ?? 502, { 'content-type': 'application/json' });
        answer.pipe(outgoing);
      });
      relayed.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED' && attempts > 1) forward(attempts - 1);
        else outgoing.writeHead(502).end();
      });
      relayed.end(Buffer.concat(chunks));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      clearInterval(check);
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}
