import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';

/** A query that is slow to answer must not keep anybody from the tools that change it. */
const LONGEST_WAIT_MS = 1_000;

export const AfterRowsContext = createContext(true);

/** Waits with what opens over the rows until they are painted: loading it would keep them waiting. */
export function AfterRows({ place, children }: { place?: ReactNode; children: ReactNode }) {
  return useContext(AfterRowsContext) ? children : place;
}

/** True from the paint on that shows rows, or what stands in their place. */
export function useAfterRows(areShown: boolean): boolean {
  const [isAfter, setIsAfter] = useState(false);
  useEffect(() => {
    if (isAfter) return undefined;
    // A timer within a frame runs once that frame is painted. A page nobody looks at has no frames.
    let timer = setTimeout(() => setIsAfter(true), LONGEST_WAIT_MS);
    const frame = areShown
      ? requestAnimationFrame(() => {
          clearTimeout(timer);
          timer = setTimeout(() => setIsAfter(true));
        })
      : undefined;
    return () => {
      clearTimeout(timer);
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [areShown, isAfter]);
  return isAfter;
}
