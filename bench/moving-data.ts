import { spawnSync } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportPlan } from '../packages/contract/src/imports/plan.ts';
import { logIn } from '../apps/server/src/testing/server-process.ts';
import { watchTree } from './memory.ts';
import { importFile, type Mover, planFor } from './mover.ts';
import { measureJsonImports } from './moving-json.ts';
import { download, psql, timeBoth } from './moving-raw.ts';
import { measureWide, wideTables } from './moving-wide.ts';
import type { Row } from './run.ts';
import { openStage } from './stage.ts';
import { startUserBucket } from './user-bucket.ts';
import { startUserDatabase } from './user-database.ts';

const ROWS = 1_000_000;
const CHECKED_ROWS = 200_000;

const tables = [
  `create table items (id bigint primary key, name text not null, price numeric(10,2),
    created_at timestamptz not null, active boolean, data jsonb)`,
  `insert into items select n, 'item ' || n, (n % 10000) / 100.0,
    timestamptz '2024-01-01' + n * interval '1 second', n % 3 = 0,
    jsonb_build_object('n', n, 'tag', 'tag ' || n % 50) from generate_series(1, ${ROWS}) n`,
  'vacuum analyze items',
  `create table shelves (id int primary key)`,
  `insert into shelves select generate_series(0, 99)`,
  ...wideTables,
];

/** With a key, a unique text, a reference and rules: everything an import has to look at. */
const checked = (name: string) => `create table ${name} (id bigint primary key,
  name varchar(40) not null, code text unique, shelf int references shelves,
  price numeric(10,2) check (price >= 0), created_at timestamptz not null, active boolean)`;

/** What stands between a user's file and their table: the same bytes through us and through psql. */
export async function bench(): Promise<Row[]> {
  if (spawnSync('psql', ['--version']).error) throw new Error('This bench needs psql beside us.');
  const database = await startUserDatabase(tables);
  const bucket = await startUserBucket();
  const stage = await openStage();
  const folder = await mkdtemp(join(tmpdir(), 'causeway-moving-'));
  try {
    const server = await stage.launch({
      ...database.settings,
      EGRESS_ALLOW_DATA: `${database.settings.EGRESS_ALLOW_DATA},${new URL(bucket.url).host}`,
    });
    const token = await logIn(server);
    const mover: Mover = {
      server,
      database,
      bucket,
      token,
      connectorId: await database.connect(server, token),
      folder,
    };
    return [
      ...(await measureExports(mover)),
      await measureCheckedImport(mover),
      await measureLargeImport(mover),
      ...(await measureWide(mover)),
      ...(await measureJsonImports(mover)),
    ];
  } finally {
    await stage.close();
    await database.stop();
    await bucket.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

// Exports ----------------------------------------------------------------------------------------

const csvSelect = `select id, name, price, created_at, active::text as active, data from items`;
const jsonSelect = 'select row_to_json(items) from items';

async function measureExports(mover: Mover): Promise<Row[]> {
  const watch = watchTree(mover.server.pid);
  const csv = await timeBoth(
    () => download(mover, 'items', { format: 'csv' }),
    () => psql(mover, `copy (${csvSelect}) to stdout (format csv, header)`),
  );
  const json = await timeBoth(
    () => download(mover, 'items', { format: 'json' }),
    () => psql(mover, `copy (${jsonSelect}) to stdout`),
  );
  const most = await watch.stop();
  return [
    { name: 'export of 1 M rows as CSV against COPY, ms', ...csv, limit: 1.2 },
    { name: 'export of 1 M rows as JSON against COPY of row_to_json, ms', ...json, limit: 1.5 },
    {
      name: 'most memory of all processes of the server meanwhile, MB',
      ours: most,
      limit: 220,
    },
  ];
}

// Imports ----------------------------------------------------------------------------------------

const csvColumns = ['id', 'name', 'code', 'shelf', 'price', 'created_at', 'active'];
const line = (n: number) =>
  `${n},item ${n},code ${n},${n % 100},${(n % 10_000) / 100},2024-01-01 00:00:${String(n % 60).padStart(2, '0')}+00,${n % 3 === 0}\n`;

async function measureCheckedImport(mover: Mover): Promise<Row> {
  const file = await writeLines(mover, 'checked.csv', CHECKED_ROWS);
  let run = 0;
  const both = await timeBoth(
    async () => {
      run += 1;
      await mover.database.query(checked(`ours_${run}`));
      await importFile(mover, file, csvPlan(`ours_${run}`));
    },
    async () => {
      await mover.database.query(checked(`raw_${run}`));
      await psql(mover, `\\copy raw_${run} from '${file}' (format csv, header)`);
    },
  );
  return {
    name: 'import of 200,000 rows of CSV, uploaded and checked, against \\copy, ms',
    ...both,
    limit: 1.7,
  };
}

async function measureLargeImport(mover: Mover): Promise<Row> {
  const file = await writeLines(mover, 'large.csv', ROWS);
  await mover.database.query(checked('large'));
  const watch = watchTree(mover.server.pid);
  await importFile(mover, file, csvPlan('large'));
  const most = await watch.stop();
  const [row] = await mover.database.query<{ count: string }>('select count(*) from large');
  if (row?.count !== String(ROWS)) throw new Error(`${row?.count} rows arrived`);
  return {
    name: 'most memory of all its processes while 1 M rows are imported, MB',
    ours: most,
    limit: 300,
  };
}

function csvPlan(table: string): ImportPlan {
  return planFor(table, csvColumns);
}

async function writeLines({ folder }: Mover, name: string, rows: number): Promise<string> {
  const file = join(folder, name);
  const handle = await open(file, 'w');
  await handle.write(`${csvColumns.join(',')}\n`);
  for (let from = 1; from <= rows; from += 10_000) {
    const some = Array.from({ length: Math.min(10_000, rows - from + 1) }, (_, n) =>
      line(from + n),
    );
    await handle.write(some.join(''));
  }
  await handle.close();
  return file;
}
