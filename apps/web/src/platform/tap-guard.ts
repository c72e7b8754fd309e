import { DOUBLE_TAP_MS } from './single-tap.ts';

/** What is tapped to do something. Rows, cells and links have double clicks of their own. */
const tappable =
  'button, input[type="submit"], input[type="checkbox"], input[type="radio"], [role="menuitem"], [role="switch"]';
/** Meant to be pressed in quick succession: undo, redo, and what folds, though it is remembered. */
const repeating = '[data-repeats], [aria-expanded]';
/** A tap is no pixel: fingers shift. */
const SAME_PLACE_PX = 8;

let writtenAt = -Infinity;

/** The api client tells of every call that writes, when it begins. */
export function noteWrite(): void {
  writtenAt = performance.now();
}

/**
 * SHELL-6: a second tap within 300 ms of one that wrote is the same tap, on whatever part of the
 * product. It is known by the button or, where another one slid under the finger meanwhile, by the
 * place. Taps that only show something are left alone, however quick, and so is who typed something
 * in between.
 */
export function guardTaps(): () => void {
  writtenAt = -Infinity;
  let counted: { target: Element; at: number; x: number; y: number } | undefined;

  function tap(event: MouseEvent) {
    const target = event.target instanceof Element ? event.target.closest(tappable) : null;
    if (!target || target.closest(repeating)) return;
    const at = performance.now();
    const { clientX: x, clientY: y } = event;
    const isPointer = event.detail > 0;
    if (counted && at - counted.at < DOUBLE_TAP_MS && writtenAt >= counted.at) {
      const isNear = isPointer && Math.hypot(x - counted.x, y - counted.y) < SAME_PLACE_PX;
      if (counted.target === target || isNear) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
    }
    counted = { target, at, x, y };
  }

  function forget() {
    counted = undefined;
  }

  globalThis.addEventListener('click', tap, { capture: true });
  globalThis.addEventListener('input', forget, { capture: true });
  return () => {
    globalThis.removeEventListener('click', tap, { capture: true });
    globalThis.removeEventListener('input', forget, { capture: true });
  };
}
