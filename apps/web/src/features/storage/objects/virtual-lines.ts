import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useRef, useState, type UIEvent } from 'react';

/** Lines drawn above and below what is on screen, so that quick scrolling shows no gaps. */
const AHEAD = 4;

export type LineRange = { first: number; last: number };

/** Which lines of one height are on screen; the others need not be drawn. */
export function linesInView(view: {
  scrollTop: number;
  height: number;
  lineHeight: number;
  lineCount: number;
}): LineRange {
  const { scrollTop, height, lineHeight, lineCount } = view;
  const first = Math.max(0, Math.floor(scrollTop / lineHeight) - AHEAD);
  const last = Math.min(lineCount - 1, Math.ceil((scrollTop + height) / lineHeight) + AHEAD);
  return { first, last };
}

/** Where to scroll so that a line is seen whole; undefined when it is already. */
export function scrollTopFor(
  line: number,
  view: { scrollTop: number; height: number; lineHeight: number },
): number | undefined {
  const { scrollTop, height, lineHeight } = view;
  const top = line * lineHeight;
  if (top < scrollTop) return top;
  if (top + lineHeight > scrollTop + height) return top + lineHeight - height;
  return undefined;
}

/** A scrolling box that knows its size and how far it is scrolled. */
export function useScrollBox() {
  const { ref: sizeRef, width, height } = useElementSize<HTMLDivElement>();
  const element = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const ref = useMergedRef(sizeRef, element);
  return {
    ref,
    width,
    height,
    scrollTop,
    scrollTo: (top: number) => element.current?.scrollTo({ top }),
    onScroll: (event: UIEvent<HTMLDivElement>) => setScrollTop(event.currentTarget.scrollTop),
  };
}
