import { expect, test } from 'vitest';
import type { Tile } from '../dashboards/dashboards.ts';
import { sketchDashboard } from './sketch-tile.ts';

const place = { x: 0, y: 0, w: 3, h: 3, title: '' };
const asks = { ...place, id: 'a', kind: 'number', queryId: 'q', formats: {} } as unknown as Tile;
const says = { ...place, id: 'b', kind: 'text', text: 'Hello' } as unknown as Tile;
const state = (tile: Tile, hasFailed: boolean) => ({ tile, rows: undefined, hasFailed });

test('DASH-1 a dashboard of which nothing answered gets no picture; one tile that fails is shown as failing', () => {
  expect(sketchDashboard([state(asks, true), state(says, false)], 'en')).toBeUndefined();
  const kinds = (states: Parameters<typeof sketchDashboard>[0]) =>
    sketchDashboard(states, 'en')?.tiles.map(({ sketch }) => sketch.kind);
  expect(kinds([state(asks, true), state(asks, false)])).toEqual(['failed', 'nothing']);
  expect(kinds([state(says, false)])).toEqual(['text']);
});

test('DASH-1 a list in a picture of a dashboard has keys and postal codes as its tile has them', () => {
  const tile = { ...place, id: 'c', kind: 'table', queryId: 'q' } as unknown as Tile;
  const fields = [
    { name: 'id', type: 'int8' },
    { name: 'plz', type: 'text' },
    { name: 'betrag', type: 'numeric' },
  ];
  const rows = { fields, rows: [['11247', '70173', '7800.29']], hasMore: false };
  const state = { tile, rows, hasFailed: false } as unknown as Parameters<
    typeof sketchDashboard
  >[0][number];
  expect(sketchDashboard([state], 'de')?.tiles[0]?.sketch).toEqual({
    kind: 'table',
    rows: [['11247', '70173', '7.800,29']],
  });
});
