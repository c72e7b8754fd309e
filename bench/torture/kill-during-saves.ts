import { setTimeout as sleep } from 'node:timers/promises';
import { logIn, type ServerProcess } from '../../apps/server/src/testing/server-process.ts';
import { openStage } from '../stage.ts';
import { startUserDatabase, type UserDatabase } from '../user-database.ts';

export const name = 'server killed while drafts are saved, 25 cycles';
const CYCLES = 25;
const path = '/api/tables/v1/tables/notes/draft';
/** What one save adds; it must be there whole, and once. */
const ROWS = 3;

type Client = { server: ServerProcess; token: string; connector: { id: string } };

/**
 * A save that nobody answered is looked up after the restart: either its draft is gone, or it is
 * still there and is saved again. Both at once would be a row written twice.
 */
export async function run() {
  const database = await startUserDatabase([
    'create table public.notes (id serial primary key, title text)',
  ]);
  const stage = await openStage();
  try {
    let server = await stage.launch(database.settings);
    const token = await logIn(server);
    const connector = { id: await database.connect(server, token) };
    let saves = 0;
    let cutOff = 0;
    for (let cycle = 1; cycle <= CYCLES; cycle += 1) {
      const client = { server, token, connector };
      const killed = sleep(30 + Math.random() * 250).then(() => server.kill('SIGKILL'));
      while (await stageAndSave(client, saves + 1)) saves += 1;
      await killed;
      await server.ended;
      server = await stage.launch(database.settings);
      if (await finish({ server, token, connector }, database, saves + 1)) cutOff += 1;
      saves += 1;
    }
    const [counted] = await database.query<{ rows: number; titles: number }>(
      'select count(*)::int as rows, count(distinct title)::int as titles from public.notes',
    );
    const { rows = 0, titles = 0 } = counted ?? {};
    const [told] = await stage.query<{ done: number; open: number }>(
      `select count(*) filter (where status = 'done' and inserted = ${ROWS})::int as done,
        count(*) filter (where status <> 'done')::int as open from causeway.change_sets`,
    );
    return {
      figure: `${rows - titles} duplicates, ${saves * ROWS - titles} missing after ${saves} saves (${cutOff} found done after the kill), ${saves - (told?.done ?? 0)} not in the ledger, ${told?.open} unsettled`,
      passed: rows === titles && titles === saves * ROWS && told?.done === saves && told.open === 0,
    };
  } finally {
    await stage.close();
    await database.stop();
  }
}

function changesOf(save: number) {
  return Array.from({ length: ROWS }, (_, row) => ({
    kind: 'insert',
    ref: `${save}.${row}`,
    values: { title: { set: `Note ${save}.${row}` } },
  }));
}

/** False when the server went away. */
async function stageAndSave(client: Client, save: number): Promise<boolean> {
  try {
    await send(client, 'PATCH', path, { put: changesOf(save) });
    await send(client, 'POST', `${path}/apply`, {});
    return true;
  } catch {
    return false;
  }
}

/** Says whether the save turned out to be done; otherwise it is done now. */
async function finish(client: Client, database: UserDatabase, save: number): Promise<boolean> {
  const { server, token, connector } = client;
  const query = `connector[id]=${connector.id}`;
  const { json } = await server.send('GET', path, { token, query });
  const isStaged = (json as { changes: unknown[] }).changes.length > 0;
  const written = await database.query(
    `select from public.notes where title like 'Note ${save}.%'`,
  );
  if (!isStaged && written.length > 0) return true;
  if (!isStaged) await send(client, 'PATCH', path, { put: changesOf(save) });
  await send(client, 'POST', `${path}/apply`, {});
  return false;
}

async function send(
  { server, token, connector }: Client,
  method: string,
  address: string,
  body: object,
): Promise<void> {
  const { status, text } = await server.send(method, address, {
    token,
    body: { connector, ...body },
  });
  if (status !== 200) throw new Error(text);
}
