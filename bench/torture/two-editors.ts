import { refOfKey } from '@causeway/contract/tables/edits.ts';
import { logIn, type ServerProcess } from '../../apps/server/src/testing/server-process.ts';
import { openStage } from '../stage.ts';
import { startUserDatabase } from '../user-database.ts';

export const name =
  'the same row edited by two at once, through the row API and through drafts, 100 pairs each';
const PAIRS = 100;

type Row = { id: string; version: string };
type Seen = { status: number; value: string };

/** Of every pair one wins and the other is told; what is kept is what the winner wrote. */
export async function run() {
  const database = await startUserDatabase([
    'create table public.pages (id int primary key, text text not null)',
    `insert into public.pages select n, '' from generate_series(1, ${2 * PAIRS}) n`,
  ]);
  const stage = await openStage();
  try {
    const server = await stage.launch(database.settings);
    const token = await logIn(server);
    const connector = { id: await database.connect(server, token) };
    const outcomes: Seen[][] = [];
    for (let pair = 1; pair <= PAIRS; pair += 1) {
      const row = await readRow(server, token, connector.id, String(pair));
      outcomes.push(
        await Promise.all(['a', 'b'].map((mark) => edit(server, { token, connector, row, mark }))),
      );
    }
    // A draft is its author's alone, so its other writer is somebody at the row API.
    for (let pair = PAIRS + 1; pair <= 2 * PAIRS; pair += 1) {
      const row = await readRow(server, token, connector.id, String(pair));
      await stageEdit(server, { token, connector, row, mark: 'a' });
      outcomes.push(
        await Promise.all([
          saveDraft(server, { token, connector, mark: 'a' }),
          edit(server, { token, connector, row, mark: 'b' }),
        ]),
      );
      await discard(server, { token, connector });
    }
    const kept = await database.query<{ id: number; text: string }>(
      'select id, text from public.pages order by id',
    );
    const silent = outcomes.filter((pair, index) => {
      const done = pair.filter(({ status }) => status === 200);
      return done.length !== 1 || done[0]?.value !== kept[index]?.text;
    });
    const refused = outcomes.flat().filter(({ status }) => status === 412).length;
    return {
      figure: `${silent.length} silent overwrites, ${refused} of ${2 * PAIRS} second writers told`,
      passed: silent.length === 0 && refused === 2 * PAIRS,
    };
  } finally {
    await stage.close();
    await database.stop();
  }
}

async function readRow(
  server: ServerProcess,
  token: string,
  connectorId: string,
  id: string,
): Promise<Row> {
  const { json } = await server.send('GET', '/api/tables/v1/tables/pages/row', {
    token,
    query: `connector[id]=${connectorId}&key[id]=${id}`,
  });
  return { id, version: (json as { version: string }).version };
}

type Edit = { token: string; connector: { id: string }; row: Row; mark: string };

async function edit(server: ServerProcess, { token, connector, row, mark }: Edit): Promise<Seen> {
  const { status } = await server.send('PATCH', '/api/tables/v1/tables/pages/row', {
    token,
    body: { connector, key: { id: row.id }, values: { text: mark }, version: row.version },
  });
  return { status, value: mark };
}

async function stageEdit(server: ServerProcess, { token, connector, row, mark }: Edit) {
  const key = { id: row.id };
  const { status, text } = await server.send('PATCH', '/api/tables/v1/tables/pages/draft', {
    token,
    body: {
      connector,
      put: [
        {
          kind: 'update',
          ref: refOfKey(key),
          key,
          version: row.version,
          base: { text: '' },
          values: { text: { set: mark } },
        },
      ],
    },
  });
  if (status !== 200) throw new Error(text);
}

async function saveDraft(
  server: ServerProcess,
  { token, connector, mark }: Omit<Edit, 'row'>,
): Promise<Seen> {
  const path = '/api/tables/v1/tables/pages/draft/apply';
  const { status } = await server.send('POST', path, { token, body: { connector } });
  return { status, value: mark };
}

async function discard(
  server: ServerProcess,
  { token, connector }: Pick<Edit, 'token' | 'connector'>,
) {
  await server.send('DELETE', '/api/tables/v1/tables/pages/draft', { token, body: { connector } });
}
