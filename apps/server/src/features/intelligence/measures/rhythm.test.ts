import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabases } from '#testing/test-database.ts';
import { readPicture } from '../catalog/read-picture.ts';
import { isTime, openSource } from '../rows/source.ts';
import type { ScanSession } from '../scanning/session.ts';
import { judgeRhythms } from './late.ts';
import { readRhythm } from './rhythm.ts';

const createDatabase = createEmptyDatabases();
const ZONE = 'Europe/Berlin';
let client: pg.Client;
let session: ScanSession;

/**
 * Twelve weeks around the end of summer time, 25 October 2026. `shop` takes an order a minute from six
 * to ten, `office` some on working days; `cron` is filled at three in UTC, `loads` by day. `wall` writes
 * down what a clock on its wall says, without a zone.
 */
beforeAll(async () => {
  client = new pg.Client({
    connectionString: await createDatabase(),
    types: { getTypeParser: () => String },
  });
  await client.connect();
  session = {
    spentMs: () => 0,
    ask: async ({ text, values }) => {
      const asked = { text, values: [...values], rowMode: 'array' as const };
      return (await client.query<(string | null)[]>(asked)).rows;
    },
  };
  await client.query(`create table shop (id int generated always as identity, placed_at timestamptz not null);
    create index on shop (placed_at);
    insert into shop (placed_at) select at from
      generate_series(timestamptz '2026-09-01', '2026-11-24', interval '1 minute') at
      where extract(hour from at at time zone '${ZONE}') between 6 and 21;
    create table office (id int generated always as identity, opened_at timestamptz not null);
    insert into office (opened_at) select at + (hashint4(n::int) % 600) * interval '1 second' from
      generate_series(timestamptz '2026-09-01', '2026-11-24', interval '17 minutes')
        with ordinality list(at, n)
      where extract(hour from at at time zone '${ZONE}') between 9 and 16
        and extract(isodow from at at time zone '${ZONE}') < 6;
    create table cron (id int generated always as identity, imported_at timestamptz not null);
    insert into cron (imported_at) select at + n * interval '1 second' from
      generate_series(timestamptz '2026-09-01 03:00+00', '2026-11-24', interval '1 day') at,
      generate_series(1, 20) n;
    create table loads (id int generated always as identity, recorded_on date not null);
    insert into loads (recorded_on) select at::date from
      generate_series(timestamp '2026-09-01', '2026-11-24', interval '1 day') at, generate_series(1, 20) n;
    create table wall (id int generated always as identity, created_at timestamp not null);
    insert into wall (created_at) select at at time zone '${ZONE}' from
      (select placed_at from shop where id % 7 = 0) few(at);
    analyze; set timezone to '${ZONE}'`);
});
afterAll(() => client.end());

/** Which tables a look at a moment takes for late, of the rows that are there by then. */
async function lateAt(moment: string): Promise<string[]> {
  const picture = await readPicture(session);
  const found: string[] = [];
  for (const table of picture.tables) {
    const source = await openSource(session, table);
    const clock = table.columns.find(isTime)!;
    const asked = { clock, timeZone: ZONE, now: Date.parse(moment) };
    const rhythm = await readRhythm(session, { source }, asked);
    expect(rhythm, table.name).toBeDefined();
    if (rhythm) found.push(...judgeRhythms([{ table, rhythm }]).map((one) => one.table ?? ''));
  }
  return found;
}

/** The same, had nothing come in any more since then. */
async function lateSince(stop: string, moment: string): Promise<string[]> {
  await client.query('begin');
  for (const [table, column] of columns) {
    await client.query(`delete from ${table} where ${column} > '${stop}'`);
  }
  const found = await lateAt(moment);
  await client.query('rollback');
  return found;
}

const columns = Object.entries({
  shop: 'placed_at',
  office: 'opened_at',
  cron: 'imported_at',
  loads: 'recorded_on',
  wall: 'created_at',
});

const hours = Array.from(
  { length: 12 },
  (_, place) => `${String(place * 2).padStart(2, '0')}:07:00`,
);

test.each(['2026-11-19', '2026-11-21', '2026-11-22', '2026-11-23'])(
  'INTEL-2 closed nights, weekends and what comes once a day are not late at any hour of %s',
  async (day) => {
    for (const hour of hours) {
      expect(await lateAt(`${day}T${hour}+01:00`), hour).toEqual([]);
    }
  },
);

test('INTEL-2 nor are they on the days after the clocks change, whichever clock they keep to', async () => {
  for (const day of ['2026-10-25', '2026-10-26', '2026-11-02']) {
    for (const hour of hours) {
      expect(await lateAt(`${day}T${hour}+01:00`), `${day} ${hour}`).toEqual([]);
    }
  }
});

test('INTEL-2 what stops is late within the hours it is open, and not before them', async () => {
  // A Tuesday at noon, in hours of the shop and of the office.
  const stop = '2026-11-17 12:00+01';
  expect(await lateSince(stop, '2026-11-17T12:25:00+01:00')).toEqual([]);
  expect(await lateSince(stop, '2026-11-17T13:07:00+01:00')).toEqual(['office', 'shop', 'wall']);
  // On Saturday evening, just before it closes: who looks on Sunday night learns of it on opening.
  const closing = '2026-11-21 21:57+01';
  expect(await lateSince(closing, '2026-11-22T05:59:00+01:00')).toEqual(['cron']);
  expect(await lateSince(closing, '2026-11-22T07:07:00+01:00')).toEqual(['cron', 'shop', 'wall']);
});

test('INTEL-2 what comes once a day is late when it did not come, and one of days when a whole one is missed', async () => {
  const stop = '2026-11-17 12:00+01';
  expect(await lateSince(stop, '2026-11-18T06:00:00+01:00')).toContain('cron');
  expect(await lateSince(stop, '2026-11-18T06:00:00+01:00')).not.toContain('loads');
  expect(await lateSince(stop, '2026-11-20T06:00:00+01:00')).toContain('loads');
});
