import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { LINE_HEIGHT } from './tree-line.tsx';

type Sought = {
  path: string;
  /** How many lines there are; undefined while that may change. */
  length: number | undefined;
  /** Where the line of the page stands, -1 where it is not; looked for among tens of thousands. */
  find: () => number;
};

/**
 * Shows the line of the page that was opened, by its address or from elsewhere, once it is known where it
 * stands. A line in sight is left where it is, and so is a list that somebody scrolls afterwards.
 */
export function useLineInSight({ path, length, find }: Sought): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  const shown = useRef<string>(undefined);
  const findLine = useEffectEvent(find);
  useEffect(() => {
    const { current } = list;
    if (!current || length === undefined || shown.current === path) return undefined;
    const line = findLine();
    if (line < 0) return undefined;
    shown.current = path;
    const { scrollTop, clientHeight } = current;
    const top = line * LINE_HEIGHT;
    if (top < scrollTop || top + LINE_HEIGHT > scrollTop + clientHeight) {
      current.scrollTop = top - (clientHeight - LINE_HEIGHT) / 2;
    }
    // The line is drawn once the list has moved; the sidebar around it may have to move as well.
    const frame = requestAnimationFrame(() =>
      current.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [path, length]);
  return list;
}
