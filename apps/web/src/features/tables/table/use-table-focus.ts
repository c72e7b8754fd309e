import { useState } from 'react';
import type { OpenFilter } from '#domain/filters/filter-chips.tsx';
import type { GridRow } from '../edits/grid-rows.ts';
import { useCellMenu } from '../edits/use-cell-menu.ts';
import { useMarkedStore } from '#domain/data-grid/ranges/marked-store.ts';

/** What somebody has in hand on a table's page: the active cell, ticked rows, what is open. */
export function useTableFocus() {
  const [openFilter, setOpenFilter] = useState<OpenFilter>();
  const [active, setActive] = useState<{
    index: number;
    ref: string | undefined;
    column: string;
  }>();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [isPanelOpen, setIsPanelOpen] = useState(false);
  /** The new row to go on with. */
  const [goTo, setGoTo] = useState<string>();
  return {
    openFilter,
    setOpenFilter,
    active,
    activate: ({ index }: GridRow, ref: string | undefined, column: string) =>
      setActive({ index, ref, column }),
    selected,
    setSelected,
    isPanelOpen,
    setIsPanelOpen,
    goTo,
    setGoTo,
    marked: useMarkedStore(),
    ...useCellMenu(),
    /** Other rows come: nothing of what was in hand is meant of them. */
    letGo: () => {
      setSelected(new Set());
      setActive(undefined);
    },
  };
}
