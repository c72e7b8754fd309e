import { GRID_COLUMNS } from '@causeway/contract/dashboards/layout.ts';
import { partOfBucket } from '@causeway/contract/sql/part-of-bucket.ts';
import { bindPlaceholders } from '@causeway/contract/sql/placeholders.ts';
import { expect, test } from 'vitest';
import { shortWeekdays } from '../weekday-name.ts';
import { nameLabels, referencesOf, withLabels } from './by-reference.ts';
import { defaultRange, initialOf, periodOf, unitOf } from './default-range.ts';
import { detectColumns, type Column } from './detect-columns.ts';
import { fileSource } from './wizard-source.ts';
import { layOut } from './lay-out.ts';
import { narrowingsOf } from './narrowed-by.ts';
import { type Chosen, slugOf, suggestTiles, unitFor } from './suggest-tiles.ts';

const column = (name: string, typeName: string, category: string, key?: 'PRIMARY KEY'): Column => ({
  name,
  typeName,
  category,
  constraintType: key ?? null,
});

const orders = [
  column('id', 'int8', 'N', 'PRIMARY KEY'),
  column('updated_at', 'timestamptz', 'D'),
  column('placed_at', 'timestamptz', 'D'),
  column('total', 'numeric', 'N'),
  column('unit_price', 'numeric', 'N'),
  column('zip_code', 'int4', 'N'),
  column('status', 'order_status', 'E'),
  column('note', 'text', 'S'),
];

test('DASH-6 the wizard sees what is a date, a number to add up or to average, and a name with few values', () => {
  const values = new Map([
    ['status', 5],
    ['note', 9_000],
  ]);
  expect(detectColumns(orders, values)).toEqual({
    dates: ['placed_at', 'updated_at'],
    measures: [
      { name: 'total', by: 'sum' },
      { name: 'unit_price', by: 'avg' },
    ],
    dimensions: ['status'],
    place: undefined,
  });
});

test('DASH-6 names with spaces, capitals and signs, and German ones, are understood too', () => {
  const columns = [
    column('Größe (cm)', 'numeric', 'N'),
    column('unitPrice', 'numeric', 'N'),
    column('Umsatz €', 'numeric', 'N'),
    column('PLZ', 'int4', 'N'),
    column('Geändert am', 'timestamptz', 'D'),
    column('Angelegt am', 'timestamptz', 'D'),
  ];
  expect(detectColumns(columns, new Map())).toMatchObject({
    dates: ['Angelegt am', 'Geändert am'],
    measures: [
      { name: 'Umsatz €', by: 'sum' },
      { name: 'Größe (cm)', by: 'avg' },
      { name: 'unitPrice', by: 'avg' },
    ],
  });
});

test('DASH-6 an invoice is counted by when it was written, not by when some of them were paid', () => {
  const invoices = ['bezahlt_am', 'fällig_am', 'gestellt_am'].map((name) =>
    column(name, 'date', 'D'),
  );
  expect(detectColumns(invoices, new Map()).dates[0]).toBe('gestellt_am');
  const stays = ['entlassung_am', 'aufnahme_am'].map((name) => column(name, 'timestamptz', 'D'));
  expect(detectColumns(stays, new Map()).dates).toEqual(['aufnahme_am', 'entlassung_am']);
});

const chosen: Chosen = {
  date: 'placed_at',
  measures: [{ name: 'total', by: 'sum' }],
  dimensions: ['status', 'channel'],
  place: undefined,
  hasHours: true,
  unit: 'month',
  weekdays: shortWeekdays('en'),
};

test('DASH-6 a table with a date, numbers and names gets six to eight tiles, each narrowed by the same filters', () => {
  const tiles = suggestTiles({ schema: 'public', table: 'orders' }, chosen);
  expect(tiles.map(({ key }) => key)).toEqual(
    'count measure time top share hours stacked rows'.split(' '),
  );
  for (const { sql } of tiles) {
    const { text, values } = bindPlaceholders(sql, {
      period: JSON.stringify({ from: '2026-01-01', before: null }),
      status: JSON.stringify({ in: ['paid'] }),
      channel: null,
    });
    expect(text).toContain('("placed_at") >= $1');
    expect(values).toEqual(['2026-01-01', 'paid']);
  }
});

test('DASH-6 weekdays are called as the reader calls them, in their order', () => {
  const weekdays = shortWeekdays('de');
  const tiles = suggestTiles({ schema: 'public', table: 'orders' }, { ...chosen, weekdays });
  const sql = tiles.find(({ key }) => key === 'hours')?.sql;
  expect(sql).toContain(`when 1 then 'Mo' when 2 then 'Di'`);
  expect(sql).toContain('order by min(extract(isodow from "placed_at")), 1');
});

test('DASH-6 a dashboard of the wizard has no holes, whichever of its tiles are left out', () => {
  const sizes = suggestTiles({ schema: 'public', table: 'orders' }, chosen).map(({ size }) => size);
  for (let choice = 1; choice < 2 ** sizes.length; choice += 1) {
    const wanted = sizes.filter((_, at) => choice & (1 << at));
    const places = layOut(wanted);
    const covered = places.reduce((sum, { w, h }) => sum + w * h, 0);
    const height = Math.max(...places.map(({ y, h }) => y + h));
    expect(covered, String(choice)).toBe(height * GRID_COLUMNS);
    expect(places.every(({ x, w }) => x + w <= GRID_COLUMNS)).toBe(true);
  }
  expect(layOut(sizes).map(({ x, y, w }) => [x, y, w])).toEqual([
    [0, 0, 6],
    [6, 0, 6],
    [0, 3, 6],
    [6, 3, 6],
    [0, 10, 4],
    [4, 10, 8],
    [0, 17, 6],
    [6, 17, 6],
  ]);
});

test('DASH-6 a table without a date has no tiles about time', () => {
  const tiles = suggestTiles(
    { schema: 'public', table: 'products' },
    {
      date: undefined,
      measures: [
        { name: 'stock', by: 'sum' },
        { name: 'price', by: 'avg' },
      ],
      dimensions: ['category'],
      place: undefined,
      hasHours: false,
      unit: 'month',
      weekdays: [],
    },
  );
  expect(tiles.map(({ key }) => key)).toEqual(['count', 'measure', 'top', 'scatter', 'rows']);
  expect([slugOf('Ümlaut 1'), slugOf('status'), unitFor(30), unitFor(800)]).toEqual([
    'f__mlaut_1',
    'status',
    'day',
    'month',
  ]);
});

test('DASH-6 a file of a bucket gets the same tiles, named and counted as DuckDB does', () => {
  const source = fileSource('c', "data/o'hara.parquet", [
    { name: 'placed_at', type: 'timestamp' },
    { name: 'total', type: 'float8' },
    { name: 'country', type: 'text' },
    { name: 'tags', type: 'text[]' },
  ]);
  const found = detectColumns(source.columns, new Map([['country', 12]]));
  expect(found).toMatchObject({
    dates: ['placed_at'],
    measures: [{ name: 'total', by: 'sum' }],
    dimensions: ['country'],
  });
  const overFile = {
    ...found,
    date: 'placed_at',
    hasHours: true,
    unit: 'week' as const,
    weekdays: [],
  };
  const tiles = suggestTiles(source.name, overFile, source.file);
  expect(tiles.length).toBeGreaterThanOrEqual(6);
  for (const { sql } of tiles) expect(sql).toContain(`from 'data/o''hara.parquet'`);
  expect(tiles.find(({ key }) => key === 'hours')?.sql).toContain(`strftime("placed_at", '%H')`);
});

test('DASH-6 names with quotes, dots, spaces and colons are quoted in every tile, which still lead to their rows', () => {
  const tiles = suggestTiles(
    { schema: 'Odd Names', table: 'Bestellungen & Co. (neu)' },
    {
      date: 'Angelegt: am',
      measures: [{ name: 'Umsatz €', by: 'avg' }],
      dimensions: ['a.b', 'x"y'],
      place: undefined,
      hasHours: false,
      unit: 'month',
      weekdays: [],
    },
  );
  for (const { sql } of tiles) {
    const { text, values } = bindPlaceholders(sql, {
      period: JSON.stringify({ from: '2026-01-01', before: null }),
      a_b: JSON.stringify({ in: ['1'] }),
      x_y: null,
    });
    expect(text).toContain('"Odd Names"."Bestellungen & Co. (neu)"');
    expect(text).toContain('("a.b") in ($2)');
    expect(values).toEqual(['2026-01-01', '1']);
  }
  const time = tiles.find(({ key }) => key === 'time');
  expect(time?.missing).toBe('gap');
  expect(partOfBucket(time?.sql ?? '', { column: 'month', name: 'part' })).toContain(
    ':part("Angelegt: am")',
  );
});

test('DASH-3 DASH-6 the filters of a made dashboard offer the values there are, the most frequent first', () => {
  const columns = [column('Kanal "neu"', 'text', 'S'), column('paid', 'bool', 'B')];
  const dimensions = ['Kanal "neu"', 'paid', 'third'];
  const source = { from: '"public"."orders"', columns };
  const [time, channel, paid, ...more] = narrowingsOf(source, {
    date: 'at',
    dimensions,
    period: 'P',
  });
  expect(time).toMatchObject({ filter: { slug: 'period', type: 'dates' }, choices: undefined });
  expect(channel?.filter).toMatchObject({ slug: 'kanal__neu_', isMany: true, hasEmpty: true });
  expect(channel?.choices).toBe(
    `select "Kanal ""neu"""::text as "Kanal ""neu""", count(*) as rows
from "public"."orders"
where "Kanal ""neu""" is not null
group by 1
order by 2 desc, 1
limit 200`,
  );
  expect(paid).toMatchObject({ filter: { type: 'boolean' }, choices: undefined });
  expect(more).toEqual([]);
});

const today = new Date('2026-11-19T12:00:00Z');

test('DASH-6 a made dashboard begins with the last 90 days, or where the data ends, or with all there is', () => {
  const old = { days: 1_500, newest: '2026-11-18' };
  expect(defaultRange(old, 80_000, today)).toEqual({ kind: 'last' });
  expect(initialOf({ kind: 'last' })).toBe('last-90-days');
  const ended = defaultRange({ days: 1_500, newest: '2026-01-31' }, 80_000, today);
  expect(ended).toEqual({ kind: 'since', from: '2025-11-03', newest: '2026-01-31' });
  expect(initialOf(ended)).toBe('2025-11-03..');
  expect(periodOf(ended, today, 'UTC')).toBe(JSON.stringify({ from: '2025-11-03', before: null }));
  // Few days, few rows, or nobody knows: nothing is hidden.
  expect(defaultRange({ days: 40, newest: '2026-11-18' }, 80_000, today)).toEqual({ kind: 'all' });
  expect(defaultRange(old, 200, today)).toEqual({ kind: 'all' });
  expect(defaultRange(old, undefined, today)).toEqual({ kind: 'all' });
  expect(unitOf({ kind: 'last' }, old, 80_000)).toBe('day');
  expect(unitOf({ kind: 'last' }, old, 3_000)).toBe('week');
  expect(unitOf({ kind: 'all' }, old, 3_000)).toBe('month');
  const [period] = narrowingsOf(
    { from: '"public"."orders"', columns: [] },
    { date: 'placed_at', dimensions: [], period: 'P', initial: 'last-90-days' },
  );
  expect(period?.filter.initial).toBe('last-90-days');
});

test('DASH-6 a dashboard over bookings that lie ahead hides none of them', () => {
  const ahead = (newest: string) => defaultRange({ days: 1_500, newest }, 80_000, today);
  expect(ahead('2027-06-30')).toEqual({ kind: 'all' });
  // Where it is tomorrow already, rows of today are no bookings.
  expect(ahead('2026-11-20')).toEqual({ kind: 'last' });
  expect(ahead('2026-11-21')).toEqual({ kind: 'all' });
});

test('DASH-6 what a column refers to is grouped by the name it has there, not by its number', () => {
  const references = referencesOf({
    foreignKeys: [
      {
        name: 'of_category',
        columns: ['category_id'],
        references: { schema: 'public', table: 'categories', columns: ['id'] },
        onUpdate: 'no action',
        onDelete: 'no action',
      },
      {
        name: 'of_two',
        columns: ['a', 'b'],
        references: { schema: 'public', table: 'pairs', columns: ['a', 'b'] },
        onUpdate: 'no action',
        onDelete: 'no action',
      },
    ],
  });
  expect(references.map((one) => one.column)).toEqual(['category_id']);
  const found = references.map((one) => ({ ...one, label: 'name' }));
  const labels = nameLabels(found, [{ name: 'id' }, { name: 'name' }]);
  expect(labels.map((one) => one.name)).toEqual(['category']);
  expect(nameLabels(found, [{ name: 'category' }])[0]?.name).toBe('category name');
  const joined = withLabels('"public"."products"', labels);
  const tiles = suggestTiles(
    { schema: 'public', table: 'products' },
    { ...chosen, date: undefined, dimensions: ['category'], joined },
  );
  const top = tiles.find(({ key }) => key === 'top')?.sql ?? '';
  expect(top).toContain(
    'left join "public"."categories" named_0 on named_0."id" = base."category_id"',
  );
  expect(top).toContain('named_0."name"::text as "category"');
  expect(bindPlaceholders(top, { category: JSON.stringify({ in: ['Tea'] }) }).text).toContain(
    '("category") in ($1)',
  );
  expect(withLabels('"public"."products"', [])).toBe('"public"."products"');
});
