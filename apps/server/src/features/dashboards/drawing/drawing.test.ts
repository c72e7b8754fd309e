import { afterAll, beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';
import { chartKinds } from '@causeway/contract/dashboards/charts.ts';
import type { Tile } from '@causeway/contract/dashboards/dashboards.ts';
import type { QueryRows } from '@causeway/contract/sql/queries.ts';
import { blockOf } from './blocks.ts';
import { createDrawing, type Drawing } from './drawing.ts';
import { outlineOf, widthOf } from './fonts.ts';

let drawing: Drawing;
beforeAll(() => {
  drawing = createDrawing();
});
afterAll(() => drawing.close());

const result: QueryRows = {
  fields: [
    { name: 'month', type: 'date' },
    { name: 'status', type: 'text' },
    { name: 'revenue', type: 'numeric' },
  ],
  rows: Array.from({ length: 24 }, (_, at) => [
    `2026-${String(Math.floor(at / 2) + 1).padStart(2, '0')}-01`,
    at % 2 ? 'bezahlt' : 'größer offen',
    String(1_000 + ((at * 7_919) % 5_000)),
  ]),
  hasMore: false,
  version: 1,
  asOf: '2026-03-10T12:00:00Z',
  milliseconds: 1,
} as QueryRows;

const place = { x: 0, y: 0, w: 6, h: 7 };
const base = { title: '', queryId: crypto.randomUUID(), parameters: [] };
const chart = (kind: (typeof chartKinds)[number]) => ({
  kind,
  x: kind === 'pie' || kind === 'funnel' ? 'status' : 'month',
  ys: ['revenue'],
  ...(kind !== 'pie' && kind !== 'funnel' && { series: 'status' }),
});

test('DASH-7 the points of a map are listed where there is no browser', () => {
  const tile: Tile = {
    ...base,
    ...place,
    id: crypto.randomUUID(),
    kind: 'chart',
    chart: chart('map'),
  };
  expect(blockOf(tile, result, 'de').kind).toBe('table');
});

test.each(chartKinds.filter((kind) => kind !== 'map'))(
  'DASH-7 a chart of %s is drawn without a browser and without a font of the system',
  async (kind) => {
    const tile: Tile = {
      ...base,
      ...place,
      id: crypto.randomUUID(),
      kind: 'chart',
      chart: chart(kind),
    };
    const block = blockOf(tile, result, 'de');
    if (block.kind !== 'chart') throw new Error(block.kind);
    const png = await drawing.png({ ...block.task, width: 560, height: 280 });
    const { width, channels } = await sharp(png).metadata();
    const { entropy } = await sharp(png).stats();
    expect({ width, channels }).toMatchObject({ width: 1_120 });
    expect(entropy).toBeGreaterThan(0.1);
  },
);

test('DASH-7 letters are outlines of a font that comes along, umlauts and other alphabets too', () => {
  expect(outlineOf('ß', 12)).not.toBe('');
  expect(outlineOf('Ж', 12)).not.toBe(outlineOf('Я', 12));
  expect(widthOf('Größe', 12)).toBeGreaterThan(widthOf('G', 12));
});

test('DASH-8 a dashboard becomes pages of a PDF with real text, one tile that failed among them', async () => {
  const tiles = [
    { kind: 'number' as const, ...base },
    { kind: 'chart' as const, ...base, chart: chart('line') },
    { kind: 'table' as const, ...base },
    { kind: 'chart' as const, ...base, chart: chart('pie') },
  ].map((tile, at) => ({
    id: crypto.randomUUID(),
    title: `Kachel ${at + 1}`,
    x: (at % 2) * 6,
    y: Math.floor(at / 2) * 8,
    w: 6,
    h: 8,
    block: blockOf(
      { ...tile, id: crypto.randomUUID(), ...place },
      at === 9 ? undefined : result,
      'de',
    ),
  }));
  const failed = {
    ...tiles[0]!,
    y: 40,
    block: blockOf({ ...base, kind: 'table', id: crypto.randomUUID(), ...place }, undefined, 'de'),
  };
  const pdf = await drawing.pdf({
    title: 'Umsatz & Größe',
    line: 'Stand 10.03.2026',
    language: 'de',
    tiles: [...tiles, failed],
  });
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.length).toBeLessThan(1024 ** 2);
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2);
});
