import { expect, test } from 'vitest';
import { guessChart, wallTimeOf } from './chart-guess.ts';

function field(name: string, type: string) {
  return { name, type, oid: 0 };
}

test('SQL-8.6 a result draws itself: over time, over names, numbers over each other', () => {
  expect(guessChart([field('month', 'date'), field('total', 'numeric')])).toEqual({
    kind: 'line',
    x: 0,
    ys: [1],
  });
  expect(
    guessChart([field('country', 'text'), field('customer_id', 'int4'), field('n', 'int8')]),
  ).toEqual({ kind: 'bar', x: 0, ys: [2] });
  expect(guessChart([field('a', 'int4'), field('b', 'float8')])).toEqual({
    kind: 'scatter',
    x: 0,
    ys: [1],
  });
  expect(guessChart([field('name', 'text')])).toBeUndefined();
});

test('SQL-8.6 names beside the axis become series: month, status and revenue are a line a status', () => {
  const [month, status] = [field('month', 'date'), field('status', 'text')];
  expect(guessChart([month, status, field('revenue', 'numeric')])).toEqual({
    kind: 'line',
    x: 0,
    ys: [2],
    series: 1,
  });
  expect(guessChart([status, field('country', 'text'), field('n', 'int8')])).toEqual({
    kind: 'stacked',
    x: 0,
    ys: [2],
    series: 1,
  });
});

test('SQL-8.6 times are drawn as Postgres prints them, with any offset', () => {
  const at = Date.UTC(2021, 8, 27, 20, 55, 25, 625);
  expect(wallTimeOf('2021-09-27 20:55:25.625535+00')).toBe(at);
  expect(wallTimeOf('2021-09-27 20:55:25.625535-03:30')).toBe(at);
  expect(wallTimeOf('2021-09-27 20:55:25.625')).toBe(at);
  expect(wallTimeOf('2021-09-27')).toBe(Date.UTC(2021, 8, 27));
  expect(wallTimeOf('infinity')).toBeNaN();
  expect(wallTimeOf('0044-03-15 BC')).toBeNaN();
});
