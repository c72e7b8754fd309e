import { useEffect, useEffectEvent, useState } from 'react';
import type { ShownColumn } from '../table-columns.ts';
import type { DraftSource } from './draft-query.ts';
import { findRef, type GridRow } from './grid-rows.ts';
import { useRevert } from './use-revert.ts';
import { useSaveDraft } from './use-save-draft.ts';
import type { TableEditing } from './use-table-editing.ts';

export type TableSaving = ReturnType<typeof useTableSaving>;

/** Reviewing, saving and throwing away the edits of a table, by button and by key. */
export function useTableSaving(editing: TableEditing, source: DraftSource) {
  const { store, draft, layout } = editing;
  const [isReviewing, setIsReviewing] = useState(false);
  const reverting = useRevert(source, 'explore');
  const saving = useSaveDraft({
    ...source,
    store,
    screen: 'explore',
    onRevert: (id) => void reverting.revert(id),
  });
  const { state } = saving;

  const press = useEffectEvent((event: KeyboardEvent) => {
    const isMod = (event.ctrlKey || event.metaKey) && !event.altKey;
    const key = event.key.toLowerCase();
    // In a field Ctrl+Z takes back letters, as everywhere.
    const isTyping = event.target instanceof Element && event.target.matches('input, textarea');
    if (!isMod) return;
    if (key === 's' && draft.size > 0) setIsReviewing(true);
    else if (key === 's') return event.preventDefault();
    else if (isTyping) return;
    else if (key === 'z' && event.shiftKey) store.redo();
    else if (key === 'z') store.undo();
    else if (key === 'y') store.redo();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);

  /** What the database said, at the row or the cell it said it about. */
  function problemOf(row: GridRow, column?: ShownColumn): string | undefined {
    if (state.kind !== 'refused' || !layout) return undefined;
    const { refusal } = state;
    if (refusal.ref === undefined || findRef(row, layout) !== refusal.ref) return undefined;
    return column && column.name !== refusal.column ? undefined : refusal.message;
  }

  async function save() {
    const saved = await saving.save();
    if (saved) setIsReviewing(false);
  }

  return {
    ...saving,
    source,
    save,
    reverting,
    problemOf,
    isReviewing,
    review: setIsReviewing,
  };
}
