import { useReducer } from 'react';

/**
 * While rows pass under a pointer that rests, a browser finds out in every frame which of them it is
 * over now and draws that one anew: a sixth of the frame, for nothing anybody means. So rows that pass
 * are not there for the pointer (grid.module.css), until it is moved or they stand still.
 */
const STANDING_MS = 80;
/** Somebody moves the pointer while scrolling, and looks where it is. */
const RESTING_MS = 200;

const pointer = { x: 0, y: 0, movedAt: -Infinity, isDown: false };
let passing: HTMLElement | undefined;
let tellStanding: (() => void) | undefined;
let passedAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** For each time a grid of rows is scrolled; tells when they stand. */
export function letRowsPass(grid: HTMLElement, onStand?: () => void): void {
  const now = performance.now();
  if (pointer.isDown || now - pointer.movedAt < RESTING_MS) return;
  passedAt = now;
  if (passing === grid) return;
  stand();
  passing = grid;
  tellStanding = onStand;
  grid.dataset.passing = '';
  timer = setTimeout(look, STANDING_MS);
}

/** Draws a grid once more when its rows stand again: they are put in order then (reused-rows.ts). */
export function usePuttingInOrder(): () => void {
  return useReducer((times: number) => times + 1, 0)[1];
}

/** One timer for a whole scroll, not one for each of its frames. */
function look(): void {
  const left = passedAt + STANDING_MS - performance.now();
  if (left > 0) timer = setTimeout(look, left);
  else stand();
}

function stand(): void {
  clearTimeout(timer);
  if (!passing) return;
  delete passing.dataset.passing;
  passing = undefined;
  tellStanding?.();
}

function move({ clientX, clientY, buttons }: PointerEvent): void {
  pointer.isDown &&= buttons !== 0;
  // Some browsers tell of a pointer that rests when something else comes under it.
  if (clientX === pointer.x && clientY === pointer.y) return;
  Object.assign(pointer, { x: clientX, y: clientY, movedAt: performance.now() });
  stand();
}

/** What is dragged needs to know what it is over; a scroll bar, which belongs to the grid, does not. */
function press({ target }: PointerEvent): void {
  pointer.isDown = !(target instanceof Element && target.getAttribute('role') === 'grid');
  stand();
}

function letGo(): void {
  pointer.isDown = false;
}

// From the start: a button may be down before anything is scrolled.
addEventListener('pointermove', move, { capture: true, passive: true });
addEventListener('pointerdown', press, { capture: true, passive: true });
addEventListener('pointerup', letGo, { capture: true, passive: true });
addEventListener('pointercancel', letGo, { capture: true, passive: true });
