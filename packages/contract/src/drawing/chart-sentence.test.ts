import { expect, test } from 'vitest';
import { readChart, type SaidChart } from './chart-sentence.ts';

const fields = [
  { name: 'month', type: 'date' },
  { name: 'revenue', type: 'numeric' },
  { name: 'channel', type: 'text' },
];

function say(changed: Partial<SaidChart>) {
  return readChart({
    choice: { kind: 'line', x: 0, ys: [1] },
    fields,
    rows: [
      ['2026-01-01', '1200.50', 'web'],
      ['2026-02-01', '900', 'web'],
      ['2026-03-01', '1500', 'web'],
      ['2026-04-01', '310', 'web'],
    ],
    emptyName: '(empty)',
    language: 'en',
    ...changed,
  });
}

test('DASH-2 a chart says over what it goes, from when to when, its highest, lowest and last', () => {
  expect(say({}).sentence).toBe(
    'revenue by month, January 2026 to April 2026. Highest: 1,500 (March 2026); lowest: 310 (April 2026); last: 310 (April 2026).',
  );
  const german = say({
    language: 'de',
    formats: [{ column: 'revenue', style: 'currency', currency: 'EUR' }],
    at: Date.UTC(2026, 3, 10),
  });
  expect(german.sentence.replaceAll('\u00a0', ' ')).toBe(
    'revenue nach month, Januar 2026 bis April 2026, bisher. Höchster Wert: 1.500,00 € (März 2026); niedrigster: 310,00 € (April 2026, bisher); letzter: 310,00 € (April 2026, bisher).',
  );
});

test('DASH-2 a chart of several series names them and says of which its highest is', () => {
  const rows = [
    ['2026-01-01', '12', 'web'],
    ['2026-01-01', '7', null],
    ['2026-02-01', '9', 'web'],
  ];
  const { sentence, say: sayMark } = say({
    choice: { kind: 'bar', x: 0, ys: [1], series: 2 },
    rows,
  });
  expect(sentence).toBe(
    'revenue by month, January 2026 to February 2026, 2 series: web, (empty). Highest: 12 (web, January 2026); lowest: 7 ((empty), January 2026); last: web 9, (empty) — (February 2026).',
  );
  expect([sayMark({ series: 0, at: 1 }), sayMark({ series: 1, at: 1 })]).toEqual([
    'web, February 2026: 9',
    '(empty), February 2026: —',
  ]);
});

test('DASH-2 bars of names have no last one, and points on a map are counted', () => {
  const rows = [
    ['2026-01-01', '12345678901234567.89', 'web'],
    ['2026-01-01', '7', 'shop'],
  ];
  const bars = say({ choice: { kind: 'bar', x: 2, ys: [1] }, rows });
  expect(bars.sentence).toBe(
    'revenue by channel, 2 values. Highest: 12,345,678,901,234,567.89 (web); lowest: 7 (shop).',
  );
  expect(say({ rows: [['2026-01-01', null, 'web']] }).sentence).toBe('No numbers.');
  const map = readChart({
    choice: { kind: 'map', x: 0, ys: [1, 2] },
    fields: ['lon', 'lat', 'orders'].map((name) => ({ name, type: 'numeric' })),
    rows: [
      ['13.4', '52.5', '20'],
      ['11.6', '48.1', '35'],
    ],
    emptyName: '',
    language: 'en',
  });
  expect(map.sentence).toBe('orders: 2 points. Highest: 35 (48.10, 11.60).');
});
