import { setTimeout as sleep } from 'node:timers/promises';
import { type SendOptions, sendTo } from '../../apps/server/src/testing/send.ts';
import { logIn } from '../../apps/server/src/testing/server-process.ts';
import { startTcpProxy } from '../../apps/server/src/testing/tcp-proxy.ts';
import { openStage, type Stage } from '../stage.ts';
import { startUserDatabase } from '../user-database.ts';

export const TIMES = 500;

type Write = {
  path: string;
  /** A moment within which the line is cut while the request is on its way. */
  cutWithinMs: number;
  /** What is sent the given time, after what has to come before it. */
  request(time: number, send: Send): Promise<SendOptions>;
};
type Send = (method: string, path: string, body: object) => Promise<unknown>;
type Connector = { id: string };

/** Writes notes over a line that loses each answer, repeats with the same key, and counts the notes. */
export async function loseAnswers(
  write: (connector: Connector) => Write,
  judge: (stage: Stage, told: string) => Promise<{ figure: string; passed: boolean }>,
) {
  const database = await startUserDatabase([
    'create table public.notes (id serial primary key, title text)',
  ]);
  const stage = await openStage();
  try {
    const server = await stage.launch(database.settings);
    const token = await logIn(server);
    const { path, cutWithinMs, request } = write({ id: await database.connect(server, token) });
    const line = await startTcpProxy({ port: Number(new URL(server.url).port) });
    const url = `http://127.0.0.1:${line.port}`;
    const statusOf = (options: SendOptions) =>
      sendTo(url, 'POST', path, options).then(
        ({ status }) => status,
        () => 0,
      );
    const send: Send = (method, to, body) => server.send(method, to, { token, body });
    let repeated = 0;
    for (let time = 1; time <= TIMES; time += 1) {
      const options = { token, ...(await request(time, send)) };
      if (time % 2) line.deafen();
      else setTimeout(line.cut, Math.random() * cutWithinMs);
      let status = await statusOf(options);
      line.restore();
      while (status !== 200) {
        repeated += 1;
        await sleep(5);
        status = await statusOf(options);
        if (status !== 200) line.restore();
      }
    }
    await line.close();
    const [counted] = await database.query<{ rows: number; titles: number }>(
      'select count(*)::int as rows, count(distinct title)::int as titles from public.notes',
    );
    const { rows = 0, titles = 0 } = counted ?? {};
    const told = `${rows - titles} duplicates, ${TIMES - titles} missing, ${repeated} retries`;
    const { figure, passed } = await judge(stage, told);
    const isWhole = rows === TIMES && titles === TIMES && repeated >= TIMES / 2;
    return { figure, passed: passed && isWhole };
  } finally {
    await stage.close();
    await database.stop();
  }
}
