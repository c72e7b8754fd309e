import { expect, test } from 'vitest';
import type { ChartKind } from '../dashboards/charts.ts';
import { chartOption } from './chart-option.ts';
import type { ChartRequest } from './chart-parts.ts';
import { lightPalette } from './palette.ts';
import { markAt } from './picked-mark.ts';

const theme = {
  palette: lightPalette,
  text: '#000',
  muted: '#777',
  line: '#ddd',
  raised: '#fff',
  font: 'Inter',
};
const months = [1, 2, 3].map((month) => Date.UTC(2026, month - 1, 1));
/** 10 March, at noon. */
const at = Date.UTC(2026, 2, 10, 12);

type Series = {
  name: string;
  data: unknown[];
  lineStyle: { type: unknown };
  stack?: string;
};
type Tip = (shown: { seriesIndex: number; dataIndex: number; marker: string }[]) => string;

function requestOf(kind: ChartKind, changed: Partial<ChartRequest> = {}): ChartRequest {
  return {
    choice: { kind, x: 0, ys: [1], ...(kind === 'stacked' && { series: 2 }) },
    fields: [
      { name: 'month', type: 'date' },
      { name: 'revenue', type: 'numeric' },
      { name: 'channel', type: 'text' },
    ],
    rows: [
      ['2026-01-01', '100', '<b>web'],
      ['2026-02-01', '110', '<b>web'],
      ['2026-02-01', '50', 'shop'],
      ['2026-03-01', '30', '<b>web'],
    ].filter((_, row) => kind === 'stacked' || row !== 2),
    emptyName: '',
    width: 400,
    language: 'en',
    theme,
    at,
    ...changed,
  };
}

function draw(kind: ChartKind, changed: Partial<ChartRequest> = {}) {
  const option = chartOption(requestOf(kind, changed));
  return {
    series: option.series as Series[],
    tip: (option.tooltip as { formatter: Tip }).formatter,
  };
}

test('DASH-2 a line goes to a month that is not over in dashes, and is whole before it', () => {
  const { series } = draw('line');
  const [whole, part] = series;
  expect(series).toHaveLength(2);
  expect(whole?.data).toEqual([
    [months[0], 100],
    [months[1], 110],
    [months[2], null],
  ]);
  expect(part?.data).toEqual([
    [months[0], null],
    { value: [months[1], 110], symbol: 'none' },
    [months[2], 30],
  ]);
  expect([whole?.lineStyle.type, part?.lineStyle.type]).toEqual(['solid', [3, 4]]);
});

test('DASH-2 the bars of a month that is not over are pale, also where they are stacked', () => {
  for (const kind of ['bar', 'stacked'] as const) {
    const { series } = draw(kind);
    expect(series).toHaveLength(kind === 'bar' ? 1 : 2);
    for (const { data } of series) {
      const isPale = data.map((point) => JSON.stringify(point).includes('"opacity"'));
      expect(isPale).toEqual([false, false, true]);
    }
  }
});

test('DASH-2 a tip says each series once, and of a month that is not over that it is so far', () => {
  const { series, tip } = draw('line');
  const shown = series.map((_, seriesIndex) => ({ seriesIndex, marker: '', dataIndex: 2 }));
  const text = tip(shown);
  expect(text).toContain('March 2026 · so far');
  expect(text.match(/<b>/g)).toHaveLength(1);
  expect(text).toContain('<b>30</b>');
  const before = tip(shown.map((one) => ({ ...one, dataIndex: 1 })));
  expect(before).not.toContain('so far');
  expect(draw('line', { language: 'de' }).tip(shown)).toContain('März 2026 · bisher');
  // What a database calls its values is text.
  const stacked = draw('stacked');
  expect(stacked.tip([{ seriesIndex: 0, marker: '', dataIndex: 0 }])).toContain('&lt;b&gt;web');
});

test('DASH-2 what is over is drawn as it is: a month that has ended, times that begin anywhere, a result of names', () => {
  const isWhole = (changed: Partial<ChartRequest>) =>
    draw('line', changed).series.every(({ lineStyle }) => lineStyle.type === 'solid');
  expect(isWhole({})).toBe(false);
  expect(isWhole({ at: Date.UTC(2026, 3, 1) })).toBe(true);
  expect(isWhole({ at: undefined })).toBe(true);
  const anywhere = [
    ['2026-03-09 10:07:12', '1', ''],
    ['2026-03-10 11:13:59', '2', ''],
  ];
  expect(isWhole({ rows: anywhere })).toBe(true);
  expect(isWhole({ choice: { kind: 'line', x: 2, ys: [1] } })).toBe(true);
});

test('DASH-4 a click on the dashed part means the same as on the line', () => {
  const place = { dataIndex: 2, name: '' };
  const [whole, part] = [0, 1].map((seriesIndex) =>
    markAt(requestOf('line'), { ...place, seriesIndex }),
  );
  expect(part).toEqual(whole);
  expect(whole).toEqual([
    { column: 'month', pick: { values: ['2026-03-01..2026-03-31'], isEmpty: false } },
  ]);
});
