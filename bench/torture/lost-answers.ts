import { sendTo } from '../../apps/server/src/testing/send.ts';
import { logIn } from '../../apps/server/src/testing/server-process.ts';
import { startTcpProxy } from '../../apps/server/src/testing/tcp-proxy.ts';
import { openStage } from '../stage.ts';

export const name =
  'answer lost after the commit or on the way, client retries with its key, 500 times';
const TIMES = 500;

export async function run() {
  const stage = await openStage();
  try {
    const server = await stage.launch();
    const token = await logIn(server);
    const line = await startTcpProxy({ port: Number(new URL(server.url).port) });
    const url = `http://127.0.0.1:${line.port}`;
    let repeated = 0;
    for (let time = 1; time <= TIMES; time += 1) {
      const request = { token, key: `torture-${time}`, body: { name: `Project ${time}` } };
      if (time % 2) line.deafen();
      else setTimeout(line.cut, Math.random() * 15);
      const first = await create(url, request);
      line.restore();
      let answer = first;
      while (answer !== 200) {
        repeated += 1;
        answer = await create(url, request);
        if (answer !== 200) line.restore();
      }
    }
    await line.close();
    const { json } = await server.send('GET', '/projects', { token });
    const names = (json as { name: string }[]).map((project) => project.name);
    const made = names.filter((project) => project.startsWith('Project '));
    const duplicates = made.length - new Set(made).size;
    const missing = TIMES - new Set(made).size;
    return {
      figure: `${duplicates} duplicates, ${missing} missing, ${repeated} retries`,
      passed: duplicates === 0 && missing === 0 && repeated >= TIMES / 2,
    };
  } finally {
    await stage.close();
  }
}

async function create(url: string, request: Parameters<typeof sendTo>[3]): Promise<number> {
  return sendTo(url, 'POST', '/api/projects/v1', request).then(
    ({ status }) => status,
    () => 0,
  );
}
