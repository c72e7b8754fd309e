import {
  launchServer,
  listPostgres,
  logIn,
  makeDataDirectory,
  type ServerProcess,
} from '../../apps/server/src/testing/server-process.ts';

export const name = 'server killed during writes, every fifth time with its Postgres, 50 cycles';
const CYCLES = 50;

export async function run() {
  const folder = await makeDataDirectory();
  const acknowledged: string[] = [];
  const settings = { DATA_DIR: folder.path };
  let server = await launchServer(settings);
  const token = await logIn(server);
  let mostPostgres = 0;
  for (let cycle = 1; cycle <= CYCLES; cycle += 1) {
    const writers = [1, 2, 3, 4].map((writer) => {
      return write(server, token, `${cycle}.${writer}`, acknowledged);
    });
    await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 300));
    server.kill('SIGKILL');
    if (cycle % 5 === 0) {
      for (const pid of await listPostgres(folder.path)) process.kill(pid, 'SIGKILL');
    }
    await Promise.all([...writers, server.ended]);
    server = await launchServer(settings);
    mostPostgres = Math.max(mostPostgres, (await listPostgres(folder.path)).length);
  }
  const { json } = await server.send('GET', '/projects', { token });
  const names = new Set((json as { name: string }[]).map((project) => project.name));
  const lost = acknowledged.filter((project) => !names.has(project));
  await server.stop();
  const left = (await listPostgres(folder.path)).length;
  await folder.remove();
  return {
    figure: `${lost.length} of ${acknowledged.length} acknowledged writes lost, at most ${mostPostgres} Postgres, ${left} left`,
    passed: lost.length === 0 && acknowledged.length > CYCLES && mostPostgres === 1 && left === 0,
  };
}

async function write(
  server: ServerProcess,
  token: string,
  prefix: string,
  acknowledged: string[],
): Promise<void> {
  for (let count = 1; ; count += 1) {
    const project = `${prefix}.${count}`;
    try {
      const sent = { token, body: { name: project } };
      const { status } = await server.send('POST', '/api/projects/v1', sent);
      if (status === 200) acknowledged.push(project);
    } catch {
      return;
    }
  }
}
