import { expect, test } from 'vitest';
import { createPaces } from './paces.ts';

const page = 'select * from orders limit 51';

test('INTEL-1 a scan knows how much slower pages come while it goes on, each by its own usual time', () => {
  let now = 0;
  const paces = createPaces(() => now);
  for (const ms of [4, 5, 6, 90]) paces.note('shop', page, ms);
  for (const ms of [40, 40, 40]) paces.note('shop', 'select * from events limit 51', ms);
  const watch = paces.watch('shop');
  expect(watch.slowdown()).toBe(1);
  for (const ms of [9, 9, 9]) paces.note('shop', page, ms);
  paces.note('shop', 'select * from events limit 51', 60);
  paces.note('shop', 'select never asked before', 900);
  expect(watch.slowdown()).toBe(1.5);
  now += 60_000;
  expect(watch.slowdown()).toBe(1);
});

test('INTEL-1 what pages take during a scan is not learned as usual, and other databases are nobody’s concern', () => {
  const paces = createPaces(() => 0);
  for (const ms of [10, 10, 10]) paces.note('shop', page, ms);
  const first = paces.watch('shop');
  const elsewhere = paces.watch('other');
  for (let times = 0; times < 30; times += 1) paces.note('shop', page, 20);
  expect([first.slowdown(), elsewhere.slowdown()]).toEqual([2, 1]);
  first.end();
  const second = paces.watch('shop');
  for (let times = 0; times < 5; times += 1) paces.note('shop', page, 30);
  expect(second.slowdown()).toBe(3);
});
