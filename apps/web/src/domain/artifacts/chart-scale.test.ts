import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { axisTicks, cutName, labelStride, LETTER, placeNames, roomBeside } from './chart-scale.ts';

test.each([
  [
    [3, 18],
    [0, 5, 10, 15, 20],
  ],
  [
    [0.12, 0.3],
    [0, 0.1, 0.2, 0.3],
  ],
  [
    [-4, 7],
    [-5, 0, 5, 10],
  ],
  [[980_000], [0, 500_000, 1_000_000]],
  [[], [0, 0.5, 1]],
])('CHAT-1 the axis over %j is marked at %j', (values, ticks) => {
  expect(axisTicks(values)).toEqual(ticks);
});

test('CHAT-1 every value of a chart lies between the first and last mark of its axis', () => {
  const value = fc.integer({ min: -1e12, max: 1e12 }).map((number) => number / 1000);
  fc.assert(
    fc.property(fc.array(value, { minLength: 1 }), (values) => {
      const ticks = axisTicks(values);
      const tolerance = 1e-9 * Math.max(...values.map(Math.abs));
      expect(Math.min(...values)).toBeGreaterThanOrEqual((ticks[0] ?? 0) - tolerance);
      expect(Math.max(...values)).toBeLessThanOrEqual((ticks.at(-1) ?? 0) + tolerance);
      expect(ticks.length).toBeLessThanOrEqual(8);
    }),
  );
});

test('CHAT-1 labels of a crowded axis leave out what would overlap', () => {
  expect(labelStride(12, 600, 50)).toBe(1);
  expect(labelStride(24, 600, 50)).toBe(2);
});

test('CHAT-1 names below a chart never run into each other, and every bar has its own', () => {
  const departments = ['Neurologie', 'Hämatologie und Onkologie', 'Gynäkologie und Geburtshilfe'];
  const twelve = Array.from({ length: 12 }, (_, at) => departments[at % 3]!);
  expect(placeNames(['A', 'B'], 58, true)).toEqual({ stride: 1, isSlanted: false, most: Infinity });
  expect(placeNames(twelve, 58, true)).toMatchObject({ stride: 1, isSlanted: true });
  for (const [count, band] of [
    [12, 58],
    [40, 18],
    [400, 2],
  ] as const) {
    const names = Array.from({ length: count }, (_, at) => departments[at % 3]!);
    const { stride, most } = placeNames(names, band, false);
    const longest = Math.max(...names.map((name) => cutName(name, most).length));
    expect(longest * LETTER).toBeLessThanOrEqual(stride * band);
  }
});

test('CHAT-1 figures beside a chart have room for how the language writes millions', () => {
  expect(roomBeside(['0', '150 Mio.'])).toBeGreaterThanOrEqual('150 Mio.'.length * LETTER + 8);
});
