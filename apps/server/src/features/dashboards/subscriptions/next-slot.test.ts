import { expect, test } from 'vitest';
import { nextSlot } from './next-slot.ts';

test('DASH-7 half past eight stays half past eight when the clocks change', () => {
  const rhythm = { rhythm: 'daily', weekday: 1, minute: 510 } as const;
  const next = (after: string) => nextSlot(rhythm, 'Europe/Berlin', new Date(after)).toISOString();
  expect(next('2026-03-28T12:00:00Z')).toBe('2026-03-29T06:30:00.000Z');
  expect(next('2026-10-24T12:00:00Z')).toBe('2026-10-25T07:30:00.000Z');
});
