import type { KeptLayout } from '@causeway/contract/tables/layouts.ts';
import type { ColumnRenames } from '@causeway/contract/tables/view-renames.ts';

/** How somebody arranged the columns of a table. */
export type ColumnLayout = {
  order: string[];
  hidden: string[];
  pinned: string[];
  widths: Record<string, number>;
};

export const usualLayout: ColumnLayout = { order: [], hidden: [], pinned: [], widths: {} };

export const freshLayout: KeptLayout = { order: [], hidden: [], widths: {} };

/** More than these would leave little room for the rest. */
const MOST_KEYS = 2;

/** By what a row is known stays in sight, until somebody arranges it otherwise. */
export function withUsualPins(kept: KeptLayout, key: readonly string[]): ColumnLayout {
  return { ...kept, pinned: kept.pinned ?? (key.length <= MOST_KEYS ? [...key] : []) };
}

/**
 * Columns on screen, pinned ones first. A link says which and in which order; else the layout does,
 * and columns it has never seen, added to the table since, stand at the end.
 */
export function listShownColumns(
  all: readonly string[],
  layout: ColumnLayout,
  fromAddress: readonly string[] | undefined,
): string[] {
  const known = fromAddress?.filter((name) => all.includes(name)) ?? [];
  const shown =
    known.length > 0
      ? [...new Set(known)]
      : orderColumns(all, layout).filter((name) => !layout.hidden.includes(name));
  const isPinned = (name: string) => layout.pinned.includes(name);
  return [...shown.filter(isPinned), ...shown.filter((name) => !isPinned(name))];
}

/** Every column in the order of the layout. */
function orderColumns(all: readonly string[], { order }: ColumnLayout): string[] {
  const known = order.filter((name) => all.includes(name));
  return [...known, ...all.filter((name) => !known.includes(name))];
}

/** Puts a column where another one stands. */
export function moveColumn(shown: readonly string[], moved: string, target: string): string[] {
  const place = shown.indexOf(target);
  const others = shown.filter((name) => name !== moved);
  return place === -1 ? [...shown] : others.toSpliced(place, 0, moved);
}

/** The layout after columns were hidden, shown or moved: what is not shown is hidden. */
export function withShown(
  layout: ColumnLayout,
  all: readonly string[],
  shown: readonly string[],
): ColumnLayout {
  const hidden = all.filter((name) => !shown.includes(name));
  return { ...layout, order: [...shown, ...hidden], hidden };
}

export function togglePin(layout: ColumnLayout, column: string): ColumnLayout {
  const pinned = layout.pinned.includes(column)
    ? layout.pinned.filter((name) => name !== column)
    : [...layout.pinned, column];
  return { ...layout, pinned };
}

/** The layout by the names columns have now. */
export function renameInLayout(layout: ColumnLayout, renames: ColumnRenames): ColumnLayout {
  const nameNow = (name: string) => renames[name] ?? name;
  return {
    order: layout.order.map(nameNow),
    hidden: layout.hidden.map(nameNow),
    pinned: layout.pinned.map(nameNow),
    widths: Object.fromEntries(
      Object.entries(layout.widths).map(([name, width]) => [nameNow(name), width]),
    ),
  };
}
