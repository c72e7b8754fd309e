import { Agent, request } from 'node:http';
import pg from 'pg';
import { Pool } from 'undici';
import { logIn, type ServerProcess } from '../apps/server/src/testing/server-process.ts';
import { whileOurs } from './own-machine.ts';
import { itemsOf } from './items-table.ts';
import type { Row } from './run.ts';
import { openStage } from './stage.ts';
import { median, timeEach } from './timing.ts';
import { startUserDatabase, type UserDatabase } from './user-database.ts';

const ROWS = 1_000_000;
const items = itemsOf(ROWS);
const TABLES = 20_000;
const CALLS = 1_000;
const PAGES = 8_000;
const CONNECTIONS = 16;

/** What stands between a user and their database: the same statement through us and through pg. */
export async function bench(): Promise<Row[]> {
  const database = await startUserDatabase(items);
  const stage = await openStage();
  try {
    const server = await stage.launch(database.settings);
    const asked = await openAsker(server, database);
    const raw = new pg.Client({ connectionString: database.url });
    await raw.connect();
    const rows = [
      await measureSelectOne(asked, raw),
      await measureManyRows(asked, raw),
      ...(await measurePages(asked, raw)),
      await measureThroughput(asked),
      ...(await measureCatalog(asked, raw)),
    ];
    await raw.end();
    return rows;
  } finally {
    await stage.close();
    await database.stop();
  }
}

async function measureSelectOne(asked: Asker, raw: pg.Client): Promise<Row> {
  const path = asked.address('/api/sql/v1', { sql: 'select 1' });
  const [ours, plain] = await timeBoth(
    CALLS,
    () => asked.get(path),
    () => raw.query('select 1'),
  );
  return {
    name: '`select 1` by GET, p50, ms beyond pg',
    ours: ours - plain,
    raw: plain,
    limit: 0.9,
  };
}

async function measureManyRows(asked: Asker, raw: pg.Client): Promise<Row> {
  const sql = 'select * from items order by id limit 10000';
  const path = asked.address('/api/sql/v1', { sql });
  const [ours, plain] = await timeBoth(
    60,
    async () => JSON.parse(await asked.get(path)) as unknown,
    () => raw.query({ text: sql, rowMode: 'array' }),
  );
  return {
    name: '10,000 rows of 6 columns, fetched and parsed, p50, ms',
    ours,
    raw: plain,
    ratio: ours / plain,
    limit: 1.3,
  };
}

async function measurePages(asked: Asker, raw: pg.Client): Promise<Row[]> {
  const table = '/api/tables/v1/tables/items/rows';
  const first = asked.address(table, { limit: '50' });
  const [ours, plain] = await timeBoth(
    CALLS,
    () => asked.get(first),
    () => raw.query({ text: 'select * from items order by id limit 50', rowMode: 'array' }),
  );
  const jumped = JSON.parse(
    await asked.get(asked.address(table, { limit: '50', offset: '499950' })),
  ) as { nextCursor: string };
  const middle = asked.address(table, { limit: '50', after: jumped.nextCursor });
  const [far, near] = await timeBoth(
    CALLS,
    () => asked.get(middle),
    () => asked.get(first),
  );
  const selective = asked.address(table, {
    filter: JSON.stringify({ column: 'name', operator: 'eq', value: 'item 777777' }),
  });
  const [filtered, scanned] = await timeBoth(
    20,
    () => asked.get(selective),
    () => raw.query(`select * from items where name = 'item 777777'`),
  );
  const byPrice = asked.address(table, {
    limit: '50',
    'sort[0][column]': 'price',
    'sort[0][direction]': 'desc',
  });
  const [sorted, sortedByPg] = await timeBoth(
    20,
    () => asked.get(byPrice),
    () => raw.query('select * from items order by price desc, id desc limit 50'),
  );
  return [
    {
      name: 'first page of 50 rows of 1 M, p50, ms beyond pg',
      ours: ours - plain,
      raw: plain,
      limit: 0.8,
    },
    {
      name: 'page at row 500,000 against the first, p50, ms',
      ours: far,
      raw: near,
      ratio: far / near,
      limit: 1.25,
    },
    {
      name: 'filter without an index, with its exact total, p50, ms',
      ours: filtered,
      raw: scanned,
      ratio: filtered / scanned,
      limit: 1.3,
    },
    {
      name: 'first page sorted without an index, p50, ms',
      ours: sorted,
      raw: sortedByPg,
      ratio: sorted / sortedByPg,
      limit: 1.2,
    },
  ];
}

async function measureThroughput(asked: Asker): Promise<Row> {
  const path = asked.address('/api/tables/v1/tables/items/rows', { limit: '50' });
  const pool = new Pool(asked.url, { connections: CONNECTIONS, pipelining: 1 });
  let left = 0;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      const { body, statusCode } = await pool.request({
        path,
        method: 'GET',
        headers: asked.headers,
      });
      await body.dump();
      if (statusCode !== 200) throw new Error(`A page answered ${statusCode}`);
    }
  };
  const serve = async () => {
    left = PAGES;
    const begin = performance.now();
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
    return (performance.now() - begin) / PAGES;
  };
  // A server that just started is still compiling; the rounds after the first are what it keeps up.
  await serve();
  const rounds = [await whileOurs(serve), await whileOurs(serve), await whileOurs(serve)];
  await pool.close();
  return {
    name: 'first pages at 16 connections, ms each (0.5 is 2,000 a second)',
    ours: Math.max(...rounds),
    limit: 0.5,
  };
}

async function measureCatalog(asked: Asker, raw: pg.Client): Promise<Row[]> {
  await raw.query('create schema many');
  for (let part = 0; part < TABLES; part += 1_000) {
    await raw.query(`do $$ begin for n in ${part}..${part + 999} loop
      execute format('create table many.table_%s (id int, name text)', n); end loop; end $$`);
  }
  await raw.query('analyze pg_catalog.pg_class');
  const path = '/api/tables/v1/tables';
  const anew = asked.address(path, { schema: 'many', refresh: 'true' });
  const known = asked.address(path, { schema: 'many' });
  const one = asked.address(`${path}/table_77`, { schema: 'many', refresh: 'true' });
  const timed = async (times: number, address: string) =>
    median(await timeEach(times, () => asked.get(address)));
  return [
    {
      name: 'list of 20,000 tables, read anew, p50, ms',
      ours: await timed(10, anew),
      limit: 250,
    },
    {
      name: 'list of 20,000 tables, remembered, p50, ms',
      ours: await timed(20, known),
      limit: 75,
    },
    { name: 'one table of 20,000, read anew, p50, ms', ours: await timed(50, one), limit: 3.5 },
  ];
}

type Asker = {
  url: string;
  headers: Record<string, string>;
  address(path: string, query: Record<string, string>): string;
  get(path: string): Promise<string>;
};

/** Somebody signed in with a connector to the database, on a connection that stays open. */
async function openAsker(server: ServerProcess, database: UserDatabase): Promise<Asker> {
  const token = await logIn(server);
  const id = await database.connect(server, token);
  const headers = { authorization: `Bearer ${token}` };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    url: server.url,
    headers,
    address: (path, query) =>
      `${path}?${new URLSearchParams({ 'connector[id]': id, ...query }).toString()}`,
    get: (path) =>
      new Promise((resolve, reject) => {
        const sent = request(`${server.url}${path}`, { agent, headers }, (answer) => {
          const pieces: Buffer[] = [];
          answer.on('data', (piece: Buffer) => pieces.push(piece));
          answer.on('error', reject).on('end', () => {
            const text = Buffer.concat(pieces).toString();
            if (answer.statusCode === 200) resolve(text);
            else reject(new Error(`${path}: ${answer.statusCode} ${text}`));
          });
        });
        sent.on('error', reject).end();
      }),
  };
}

/** Medians of both, taken in turns, so that a busy moment of the machine meets both. */
async function timeBoth(
  times: number,
  ours: () => Promise<unknown>,
  raw: () => Promise<unknown>,
): Promise<[number, number]> {
  // As many as are measured: until then a server that just started is still compiling.
  const warmUp = times;
  await timeEach(warmUp, ours);
  await timeEach(warmUp, raw);
  const taken: [number[], number[]] = [[], []];
  for (let time = 0; time < times; time += 1) {
    taken[0].push(...(await timeEach(1, ours)));
    taken[1].push(...(await timeEach(1, raw)));
  }
  return [median(taken[0]), median(taken[1])];
}
