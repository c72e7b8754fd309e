import { setTimeout as sleep } from 'node:timers/promises';
import { logIn, waitFor } from '../../apps/server/src/testing/server-process.ts';
import { describeStatuses, openStage, startLoad } from '../stage.ts';

export const name =
  'metadata Postgres restarted under load, every fourth time by kill -9, 20 cycles';
const CYCLES = 20;

export async function run() {
  const stage = await openStage();
  try {
    const server = await stage.launch();
    const token = await logIn(server);
    const load = startLoad(8, (client) => {
      if (client % 2) return server.send('GET', '/user', { token });
      const body = { settings: { theme: 'dark' } };
      return server.send('PATCH', '/user', { token, body });
    });
    let slowest = 0;
    for (let cycle = 1; cycle <= CYCLES; cycle += 1) {
      await sleep(500);
      const [pid = 0] = await stage.postgresPids();
      process.kill(pid, cycle % 4 === 0 ? 'SIGKILL' : 'SIGINT');
      await waitFor('another Postgres', async () => {
        const [now] = await stage.postgresPids();
        return now !== undefined && now !== pid;
      });
      const start = performance.now();
      await waitFor('readiness', async () => {
        return (await server.send('GET', '/health/ready')).status === 200;
      });
      slowest = Math.max(slowest, (performance.now() - start) / 1_000);
    }
    await load.stop();
    const after = await server.send('GET', '/user', { token });
    const odd = [...load.statuses.keys()].filter((status) => status !== 200 && status !== 503);
    return {
      figure: `ready again within ${slowest.toFixed(1)} s, ${load.statuses.get(401) ?? 0} logouts (${describeStatuses(load.statuses)})`,
      passed: slowest < 10 && odd.length === 0 && after.status === 200,
    };
  } finally {
    await stage.close();
  }
}
