import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { GridRow } from '../edits/grid-rows.ts';
import { shownBlocks } from '../grid/lines-grid.tsx';
import { useRangeOf } from '../grid/use-visible-range.ts';
import { cardInGrid } from './card-keys.ts';
import classes from './ways.module.css';

/** What a card is told of its place among the others. */
export type CardPlace = {
  /** The one card that the Tab key comes to; arrows go on from it. */
  isActive: boolean;
  /** It was gone to by a key, and takes the focus as soon as it is drawn. */
  isAwaited: boolean;
  onFocus: () => void;
  onLeave: () => void;
  onKey: (event: KeyboardEvent) => void;
};

type CardsGridProps = {
  label: string;
  rows: readonly GridRow[];
  /** How many cards stand beside each other. */
  perLine: number;
  lineHeight: number;
  isOutdated: boolean;
  render: (row: GridRow, place: CardPlace) => ReactNode;
  onRange: (first: number, last: number) => void;
};

/** Cards of one height beside each other; only those on screen are drawn. */
export function CardsGrid(props: CardsGridProps) {
  const { label, rows, perLine, lineHeight, isOutdated, render, onRange } = props;
  const [at, setAt] = useState(0);
  const [awaited, setAwaited] = useState<number>();
  const scroll = useRef<HTMLDivElement>(null);
  // What it returns is used in the same drawing only.
  // oxlint-disable-next-line react/incompatible-library
  const lines = useVirtualizer({
    count: Math.ceil(rows.length / perLine),
    getScrollElement: () => scroll.current,
    estimateSize: () => lineHeight,
    overscan: 3,
  });
  // It keeps the heights it has estimated.
  useEffect(() => lines.measure(), [lines, lineHeight]);
  const tellRange = useRangeOf(
    rows,
    () => scroll.current,
    (element) => onRange(...shownBlocks(element, { lineHeight, perLine })),
  );
  const drawn = lines.getVirtualItems();
  const isDrawn = drawn.some(({ index }) => index === Math.floor(at / perLine));
  const seen = drawn.find(({ start }) => start >= (lines.scrollOffset ?? 0)) ?? drawn[0];
  // Scrolled away it could not be come to.
  const active = isDrawn ? Math.min(at, rows.length - 1) : (seen?.index ?? 0) * perLine;

  function press(event: KeyboardEvent, from: number) {
    if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = cardInGrid(event.key, { at: from, perLine, count: rows.length });
    if (to === undefined) return;
    event.preventDefault();
    if (to === from) return;
    lines.scrollToIndex(Math.floor(to / perLine));
    setAt(to);
    setAwaited(to);
  }

  function placeOf(index: number): CardPlace {
    return {
      isActive: index === active,
      isAwaited: index === awaited,
      onFocus: () => {
        setAt(index);
        setAwaited(undefined);
      },
      onLeave: () => setAwaited(undefined),
      onKey: (event) => press(event, index),
    };
  }

  return (
    <div
      ref={scroll}
      className={classes.cardLines}
      data-outdated={isOutdated || undefined}
      onScroll={tellRange}
    >
      <ul className={classes.list} style={{ height: lines.getTotalSize() }} aria-label={label}>
        {drawn.flatMap(({ index: line, start }) =>
          rows.slice(line * perLine, (line + 1) * perLine).map((row, column) => (
            <li
              key={row.index}
              className={classes.cell}
              style={{
                height: lineHeight,
                width: `${100 / perLine}%`,
                insetInlineStart: `${(column * 100) / perLine}%`,
                transform: `translateY(${start}px)`,
              }}
              aria-setsize={rows.length}
              aria-posinset={line * perLine + column + 1}
            >
              {render(row, placeOf(line * perLine + column))}
            </li>
          )),
        )}
      </ul>
    </div>
  );
}
