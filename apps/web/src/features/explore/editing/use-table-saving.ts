import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { ShownColumn } from '../table-columns.ts';
import type { DraftSource } from './draft-query.ts';
import { withProblem } from './grid-rows.ts';
import type { ReviewView } from './review-dialog.tsx';
import { useDraftReadAgain } from './use-draft-read-again.ts';
import { useRevert } from './use-revert.ts';
import { useSaveDraft } from './use-save-draft.ts';
import { useUnfit } from './use-unfit.ts';
import type { TableEditing } from './use-table-editing.ts';

const TEXT_FIELDS = 'input:not([type="checkbox"]), textarea, [contenteditable="true"]';

const NO_COLUMNS: readonly ShownColumn[] = [];

export type TableSaving = ReturnType<typeof useTableSaving>;

/** Reviewing, saving and throwing away the edits of a table, by button and by key. */
export function useTableSaving(editing: TableEditing, source: DraftSource) {
  const { store, draft, layout } = editing;
  /** As what the edits are looked at before they are saved; undefined while they are not. */
  const [reviewed, setReviewed] = useState<ReviewView>();
  const reverting = useRevert(source, 'explore');
  const saving = useSaveDraft({
    ...source,
    store,
    screen: 'explore',
    onRevert: (id) => void reverting.revert(id),
  });
  const { state } = saving;
  const unfit = useUnfit(draft, layout?.columns ?? NO_COLUMNS);
  useDraftReadAgain(source, unfit, editing.sync);

  const press = useEffectEvent((event: KeyboardEvent) => {
    const isMod = (event.ctrlKey || event.metaKey) && !event.altKey;
    const key = event.key.toLowerCase();
    // In a field Ctrl+Z takes back letters, as everywhere.
    const isTyping = event.target instanceof Element && event.target.matches(TEXT_FIELDS);
    if (!isMod) return;
    if (key === 's' && reviewed) void save();
    else if (key === 's' && draft.size > 0) setReviewed('sql');
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

  // What the database said, or would say, stands at the row or the cell it is about.
  const refusal = state.kind === 'refused' ? state.refusal : unfit;
  const rows = useMemo(
    () => (refusal ? withProblem(editing.rows, refusal.ref, refusal, layout) : editing.rows),
    [editing.rows, refusal, layout],
  );

  async function save() {
    if (unfit) return;
    const saved = await saving.save();
    if (saved) setReviewed(undefined);
  }

  return {
    ...saving,
    source,
    save,
    reverting,
    rows,
    unfit,
    reviewed,
    review: setReviewed,
  };
}
