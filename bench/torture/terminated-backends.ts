import { setTimeout as sleep } from 'node:timers/promises';
import { listenTo } from '../../apps/server/src/testing/listen.ts';
import { logIn, waitFor } from '../../apps/server/src/testing/server-process.ts';
import { describeStatuses, openStage, startLoad } from '../stage.ts';

export const name = 'all database connections terminated every 2 s for a minute, under load';

export async function run() {
  const stage = await openStage();
  try {
    const server = await stage.launch();
    const token = await logIn(server);
    let exits = 0;
    void server.ended.then(() => (exits += 1));
    const load = startLoad(8, (client) => {
      if (client % 2) return server.send('GET', '/user', { token });
      return server.send('PATCH', '/user', { token, body: { settings: { theme: 'dark' } } });
    });
    for (let round = 0; round < 30; round += 1) {
      await sleep(2_000);
      await stage.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
    }
    await load.stop();
    const heard = await listenTo(server.url, token);
    await waitFor('an event', async () => {
      await server.send('PATCH', '/user', { token, body: { name: 'Still here' } });
      return heard.events.includes('user.changed');
    });
    heard.leave();
    const odd = [...load.statuses.keys()].filter((status) => status !== 200 && status !== 503);
    return {
      figure: `${exits} exits (${describeStatuses(load.statuses)})`,
      passed: exits === 0 && odd.length === 0,
    };
  } finally {
    await stage.close();
  }
}
