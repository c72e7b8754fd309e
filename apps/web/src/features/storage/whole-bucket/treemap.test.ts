import { expect, test } from 'vitest';
import { layTreemap } from './treemap.ts';

test('the area of a folder in the picture of a bucket is its share of the bytes', () => {
  const items = [6, 6, 4, 3, 2, 2, 1].map((size) => ({ size }));
  const laid = layTreemap(items, 1.5);
  expect(laid).toHaveLength(7);
  for (const { item, box } of laid) {
    expect((box.width * box.height) / 100).toBeCloseTo((item.size / 24) * 100, 6);
    expect(box.left + box.width).toBeLessThanOrEqual(100.000001);
    expect(box.top + box.height).toBeLessThanOrEqual(100.000001);
  }
});

test('nothing takes no room, and an empty bucket has no picture', () => {
  expect(layTreemap([{ size: 0 }], 1)).toEqual([]);
  expect(layTreemap([{ size: 5 }, { size: 0 }], 2).map(({ box }) => box)).toEqual([
    { left: 0, top: 0, width: 100, height: 100 },
  ]);
});
