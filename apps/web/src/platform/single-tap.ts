import { useRef } from 'react';

export const DOUBLE_TAP_MS = 300;

/** SHELL-6: a second tap within 300 ms of one that counted is the same tap. For actions that write. */
export function useSingleTap<Args extends unknown[]>(
  act: (...args: Args) => void,
): (...args: Args) => void {
  const counted = useRef(-Infinity);
  return (...args) => {
    if (performance.now() - counted.current < DOUBLE_TAP_MS) return;
    counted.current = performance.now();
    act(...args);
  };
}
