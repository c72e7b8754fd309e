import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { letRowsPass } from './passing-rows.ts';

let grid: HTMLElement;
let row: HTMLElement;
beforeEach(() => {
  vi.useFakeTimers();
  grid = document.createElement('div');
  grid.setAttribute('role', 'grid');
  row = grid.appendChild(document.createElement('div'));
  document.body.append(grid);
  point('pointermove');
  vi.advanceTimersByTime(1_000);
});
afterEach(() => {
  point('pointerup');
  vi.advanceTimersByTime(1_000);
  vi.useRealTimers();
  grid.remove();
});

let place = 0;
function point(type: string, { buttons = 0, moves = true, on = row } = {}): void {
  if (moves) place += 1;
  const at = { clientX: place, clientY: 5, buttons };
  on.dispatchEvent(new PointerEvent(type, { ...at, bubbles: true }));
}

const isPassing = () => grid.dataset.passing !== undefined;

test('SQL-3 rows that are scrolled pass the pointer until they stand still', () => {
  letRowsPass(grid);
  expect(isPassing()).toBe(true);
  vi.advanceTimersByTime(60);
  letRowsPass(grid);
  vi.advanceTimersByTime(60);
  expect(isPassing()).toBe(true);
  vi.advanceTimersByTime(40);
  expect(isPassing()).toBe(false);
});

test('SQL-3 who moves the pointer meets the rows at once, also while they are scrolled', () => {
  letRowsPass(grid);
  point('pointermove', { moves: false });
  expect(isPassing()).toBe(true);
  point('pointermove');
  expect(isPassing()).toBe(false);
  letRowsPass(grid);
  expect(isPassing()).toBe(false);
  vi.advanceTimersByTime(300);
  letRowsPass(grid);
  expect(isPassing()).toBe(true);
});

test('SQL-3 what is dragged over rows finds them while they are scrolled, but a scroll bar does not', () => {
  point('pointerdown', { moves: false, buttons: 1 });
  letRowsPass(grid);
  expect(isPassing()).toBe(false);
  point('pointerup', { moves: false });
  letRowsPass(grid);
  expect(isPassing()).toBe(true);
  point('pointerdown', { moves: false, buttons: 1, on: grid });
  letRowsPass(grid);
  expect(isPassing()).toBe(true);
});

test('SQL-3 a button that was let go elsewhere is not taken to be held', () => {
  point('pointerdown', { moves: false, buttons: 1 });
  point('pointermove', { buttons: 0 });
  vi.advanceTimersByTime(300);
  letRowsPass(grid);
  expect(isPassing()).toBe(true);
});
