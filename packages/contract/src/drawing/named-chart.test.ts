import { expect, test } from 'vitest';
import { nameChart, placeChart } from './named-chart.ts';

const month = { name: 'month', type: 'date' };
const revenue = { name: 'revenue', type: 'numeric' };
const orders = { name: 'orders', type: 'int8' };

test('SQL-8.6 a kept chart finds its columns again when the query got others or another order', () => {
  const kept = nameChart({ kind: 'line', x: 0, ys: [1] }, [month, revenue]);
  expect(kept).toEqual({ kind: 'line', x: 'month', ys: ['revenue'] });
  expect(kept && placeChart(kept, [orders, revenue, month])).toEqual({
    kind: 'line',
    x: 2,
    ys: [1],
  });
});

test('SQL-8.6 a kept chart whose column is gone is not drawn with another one', () => {
  const kept = { kind: 'line', x: 'month', ys: ['revenue'] } as const;
  expect(placeChart({ ...kept, ys: [...kept.ys] }, [month, orders])).toBeUndefined();
  expect(placeChart({ ...kept, ys: ['revenue', 'orders'] }, [month, orders])?.ys).toEqual([1]);
});
