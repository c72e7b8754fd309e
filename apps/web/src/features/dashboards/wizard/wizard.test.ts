import { partOfBucket } from '@causeway/contract/sql/part-of-bucket.ts';
import { bindPlaceholders } from '@causeway/contract/sql/placeholders.ts';
import { expect, test } from 'vitest';
import { detectColumns, type Column } from './detect-columns.ts';
import { fileSource } from './wizard-source.ts';
import { slugOf, suggestTiles, unitFor } from './suggest-tiles.ts';

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

test('DASH-6 a table with a date, numbers and names gets six to eight tiles, each narrowed by the same filters', () => {
  const tiles = suggestTiles(
    { schema: 'public', table: 'orders' },
    {
      date: 'placed_at',
      measures: [{ name: 'total', by: 'sum' }],
      dimensions: ['status', 'channel'],
      place: undefined,
      hasHours: true,
      unit: 'month',
    },
  );
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
  const chosen = { ...found, date: 'placed_at', hasHours: true, unit: 'week' as const };
  const tiles = suggestTiles(source.name, chosen, source.file);
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
