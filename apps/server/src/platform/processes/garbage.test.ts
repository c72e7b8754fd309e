import { expect, test } from 'vitest';
import { createTidying } from './garbage.ts';

const MB = 1_024 * 1_024;

test('garbage is collected once the process rests and there is enough of it, not while somebody waits', () => {
  const now = { load: 0, size: 50 * MB, times: 0 };
  const look = createTidying({
    readLoad: () => now.load,
    readSize: () => now.size,
    collectGarbage: () => {
      now.times += 1;
      now.size = 52 * MB;
    },
  });
  look();
  expect(now.times).toBe(0);
  Object.assign(now, { size: 120 * MB, load: 0.4 });
  look();
  expect(now.times).toBe(0);
  now.load = 0.01;
  look();
  look();
  expect(now.times).toBe(1);
  now.size = 67 * MB;
  look();
  expect(now.times).toBe(1);
  now.size = 69 * MB;
  look();
  expect(now.times).toBe(2);
});
