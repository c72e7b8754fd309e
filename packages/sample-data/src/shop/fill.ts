import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { FillOptions } from '../progress.ts';
import { copyLine, type TableRows } from './rows.ts';
import { planShop } from './plan.ts';

/**
 * Fills a database made for it with the sample shop. All of it is one transaction, so a fill that
 * was interrupted left nothing and is simply done again; the comment on the schema, written last,
 * says that the shop is there. Who comes second waits and then finds the work done.
 */
export async function fillShop(
  connectionString: string,
  options: FillOptions & {
    /** 1 is the full shop of 50,000 customers; tests take a hundredth. */
    scale?: number;
  },
): Promise<{ filled: boolean }> {
  options.signal?.throwIfAborted();
  const client = new pg.Client({ connectionString, application_name: 'causeway sample' });
  client.on('error', () => {});
  await client.connect();
  // Postgres rolls back when its client is gone, whatever it was doing.
  const leave = () => void client.end();
  options.signal?.addEventListener('abort', leave, { once: true });
  try {
    await client.query('begin');
    await client.query(settings);
    if (await isFilled(client)) return { filled: false };
    await fillEmpty(client, options);
    await client.query('commit');
    return { filled: true };
  } catch (error) {
    options.signal?.throwIfAborted();
    throw error;
  } finally {
    options.signal?.removeEventListener('abort', leave);
    await client.end();
  }
}

const FILL_LOCK = 7_203_391;

const settings = `
  set local timezone = 'UTC';
  set local statement_timeout = 0;
  set local maintenance_work_mem = '256MB';
  set local work_mem = '128MB';
  select pg_advisory_xact_lock(${FILL_LOCK});
`;

const MARK = 'The sample shop of Causeway';

async function isFilled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ mark: string | null }>(
    `select obj_description('public'::regnamespace) as mark`,
  );
  return rows[0]?.mark?.startsWith(MARK) ?? false;
}

const finishing = [
  'keys',
  'indexes',
  'references',
  'planted',
  'views',
  'comments',
  'statistics',
] as const;

async function fillEmpty(
  client: pg.Client,
  { anchor, scale = 1, onProgress, signal }: FillOptions & { scale?: number },
): Promise<void> {
  const tables = planShop(anchor, scale);
  const rowCount = tables.reduce((sum, { count }) => sum + count, 0);
  // Keys and checks take about as long as a third of the rows.
  const step = Math.ceil(rowCount / 18);
  const total = rowCount + step * finishing.length;
  let done = 0;
  await client.query(await readSql('schema'));
  for (const table of tables) {
    signal?.throwIfAborted();
    onProgress?.(done, total, table.table);
    await copyRows(client, table, (sent) =>
      onProgress?.(done + Math.min(sent, table.count), total, table.table),
    );
    done += table.count;
  }
  for (const name of finishing) {
    signal?.throwIfAborted();
    onProgress?.(done, total, name);
    await (name === 'statistics' ? finish(client, anchor) : client.query(await readSql(name)));
    done += step;
  }
  onProgress?.(total, total, 'done');
}

function readSql(name: string): Promise<string> {
  return readFile(new URL(`./${name}.sql`, import.meta.url), 'utf8');
}

async function finish(client: pg.Client, anchor: Date): Promise<void> {
  await client.query(continueCounting);
  await client.query('analyze');
  const mark = `${MARK}, up to ${anchor.toISOString().slice(0, 10)}`;
  await client.query(`comment on schema public is ${client.escapeLiteral(mark)}`);
}

/** New rows get ids after those we wrote. */
const continueCounting = `
  do $$
  declare counted record;
  begin
    for counted in
      select table_name, column_name from information_schema.columns
      where table_schema = 'public' and is_identity = 'YES'
    loop
      execute format(
        'select setval(pg_get_serial_sequence(%L, %L), (select max(%I) from %I))',
        quote_ident(counted.table_name), counted.column_name,
        counted.column_name, counted.table_name);
    end loop;
  end $$`;

// The table was made in this transaction, so its rows may be frozen: nothing is left to vacuum.
async function copyRows(
  client: pg.Client,
  { table, columns, rows }: TableRows,
  onSent: (rows: number) => void,
): Promise<void> {
  const names = columns.map(quoted).join(', ');
  const into = client.query(copyFrom(`copy ${quoted(table)} (${names}) from stdin with (freeze)`));
  await pipeline(Readable.from(chunksOf(rows, onSent), { objectMode: false }), into);
}

const CHUNK = 64 * 1024;

/** Between chunks others may work: the server answers while it fills. */
async function* chunksOf(
  rows: TableRows['rows'],
  onSent: (rows: number) => void,
): AsyncGenerator<Buffer> {
  let text = '';
  let sent = 0;
  for (const row of rows) {
    text += copyLine(row);
    sent += 1;
    if (text.length < CHUNK) continue;
    yield Buffer.from(text);
    onSent(sent);
    text = '';
    await nextTurn();
  }
  if (text !== '') yield Buffer.from(text);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
