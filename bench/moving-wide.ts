import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { watchTree } from './memory.ts';
import { importFile, type Mover, planFor } from './mover.ts';
import { download, psql, timeBoth } from './moving-raw.ts';
import type { Row } from './run.ts';

const ROWS = 500_000;
const IMPORTED = 200_000;

/** Thirteen columns with what tables of shops have: a key, a reference, rules, lists, dates. */
const wide = (name: string) => `create table ${name} (id bigint primary key,
  code text not null unique, shelf int not null references shelves, email text not null,
  status varchar(20) not null, country char(2), quantity int not null check (quantity > 0),
  price numeric(10,2) check (price >= 0), discount float8, is_paid boolean not null,
  created_at timestamptz not null, shipped date, note text)`;

const columns =
  'id code shelf email status country quantity price discount is_paid created_at shipped note'.split(
    ' ',
  );

export const wideTables = [
  wide('wide'),
  `insert into wide select n, 'code ' || n, n % 100, 'person' || n % 5000 || '@example.test',
    (array['new', 'paid', 'shipped', 'returned'])[1 + n % 4], 'DE', 1 + n % 9,
    (n % 10000) / 100.0, n % 7 / 10.0, n % 3 = 0,
    timestamptz '2024-01-01' + n * interval '1 second', date '2024-01-01' + n % 600,
    case when n % 5 = 0 then 'Please ring, "twice", and wait a little' end
    from generate_series(1, ${ROWS}) n`,
  'vacuum analyze wide',
];

const states = ['new', 'paid', 'shipped', 'returned'];
const line = (n: number) => {
  const order = `${n},code ${n},${n % 100},person${n % 5000}@example.test,${states[n % 4]},DE`;
  const price = `${1 + (n % 9)},${(n % 10_000) / 100},${(n % 7) / 10},${n % 3 === 0}`;
  const days = `2024-01-01 00:00:${String(n % 60).padStart(2, '0')}+00,2024-02-03`;
  const note = n % 5 === 0 ? '"Please ring, ""twice"", and wait a little"' : '';
  return [order, price, days, note].join(',');
};

/** The same on a table that is as wide as those people have. */
export async function measureWide(mover: Mover): Promise<Row[]> {
  const csv = await timeBoth(
    () => download(mover, 'wide', { format: 'csv' }),
    () => psql(mover, 'copy wide to stdout (format csv, header)'),
  );
  const file = await writeFile(mover);
  const watch = watchTree(mover.server.pid);
  const imported = await measureImport(mover, file, { isTriedFirst: false });
  const tried = await measureImport(mover, file, { isTriedFirst: true });
  return [
    { name: 'export of 500,000 rows of 13 columns as CSV against COPY, ms', ...csv, limit: 1.1 },
    {
      name: 'import of 200,000 rows of 13 columns, uploaded and checked, against \\copy, ms',
      ...imported,
      limit: 1.8,
    },
    {
      name: 'the same after a dry run, both together, against \\copy, ms',
      ...tried,
      limit: 2.8,
    },
    {
      name: 'most memory of all processes of the server meanwhile, MB',
      ours: await watch.stop(),
      limit: 300,
    },
  ];
}

let run = 0;

async function measureImport(mover: Mover, file: string, options: { isTriedFirst: boolean }) {
  return timeBoth(
    async () => {
      run += 1;
      await mover.database.query(wide(`wide_ours_${run}`));
      await importFile(mover, file, planFor(`wide_ours_${run}`, columns), options);
    },
    async () => {
      await mover.database.query(wide(`wide_raw_${run}`));
      await psql(mover, `\\copy wide_raw_${run} from '${file}' (format csv, header)`);
    },
  );
}

async function writeFile({ folder }: Mover): Promise<string> {
  const file = join(folder, 'wide.csv');
  const handle = await open(file, 'w');
  await handle.write(`${columns.join(',')}\n`);
  for (let from = 1; from <= IMPORTED; from += 10_000) {
    const lines = Array.from({ length: 10_000 }, (_, n) => line(from + n));
    await handle.write(`${lines.join('\n')}\n`);
  }
  await handle.close();
  return file;
}
