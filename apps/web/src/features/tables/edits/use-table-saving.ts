import { useEffect, useEffectEvent, useMemo } from 'react';
import type { DraftSource } from '#domain/row-drafts/draft-query.ts';
import { useDraftSaving } from '#domain/row-drafts/use-draft-saving.ts';
import type { ShownColumn } from '../table-columns.ts';
import { withProblem } from './grid-rows.ts';
import type { TableEditing } from './use-table-editing.ts';

const TEXT_FIELDS = 'input:not([type="checkbox"]), textarea, [contenteditable="true"]';

const NO_COLUMNS: readonly ShownColumn[] = [];

export type TableSaving = ReturnType<typeof useTableSaving>;

/** Saving the edits of a table, by button and by key, and what the database said of its rows. */
export function useTableSaving(editing: TableEditing, source: DraftSource) {
  const { store, draft, layout } = editing;
  const saving = useDraftSaving({
    source,
    edits: editing,
    draft,
    columns: layout?.columns ?? NO_COLUMNS,
    screen: 'explore',
  });
  const { state, unfit, reviewed, review, save } = saving;

  const press = useEffectEvent((event: KeyboardEvent) => {
    const isMod = (event.ctrlKey || event.metaKey) && !event.altKey;
    const key = event.key.toLowerCase();
    // In a field Ctrl+Z takes back letters, as everywhere.
    const isTyping = event.target instanceof Element && event.target.matches(TEXT_FIELDS);
    if (!isMod) return;
    if (key === 's' && reviewed) void save();
    else if (key === 's' && draft.size > 0) review('sql');
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

  return { ...saving, rows };
}
