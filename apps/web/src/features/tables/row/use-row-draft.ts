import { refOfKey, type StagedInsert, type StagedValue } from '@causeway/contract/tables/edits.ts';
import { draftOf } from '#domain/row-drafts/draft-changes.ts';
import type { DraftSource } from '#domain/row-drafts/draft-query.ts';
import {
  stageCells,
  stageDeletes,
  stageNewCells,
  type CellEdit,
  type SeenRow,
} from '#domain/row-drafts/stage.ts';
import { useDraft } from '#domain/row-drafts/use-draft.ts';

/** The row of a page: one of the database, or one that is to be added under this ref. */
export type PageRow = { kind: 'seen'; seen: SeenRow } | { kind: 'new'; ref: string };

export type RowDraft = ReturnType<typeof useRowDraft>;

/** What is staged for one row, in the very draft its table has: the grid shows the same. */
export function useRowDraft(source: DraftSource, row: PageRow) {
  const inUse = useDraft(source);
  const { store, draft } = inUse;
  const ref = row.kind === 'seen' ? refOfKey(row.seen.key) : row.ref;
  const change = draft.get(ref);
  const values = change && change.kind !== 'delete' ? change.values : {};

  /** What a field is to be; undefined where a new row leaves it to the table. */
  function valueOf(name: string): StagedValue | undefined {
    const staged = values[name];
    if (staged || row.kind === 'new') return staged;
    const text = row.seen.image[name] ?? null;
    return text === null ? { null: true } : { set: text };
  }

  function edit(edits: CellEdit[], session?: unknown): void {
    const shown = store.shown();
    const saved = shown.has(ref) ? undefined : store.findSaved(ref);
    const seen = row.kind === 'seen' ? row.seen : saved;
    if (seen) return store.stage(stageCells(shown, store.seenNow(seen), edits), session);
    const blank: StagedInsert = { kind: 'insert', ref, values: {} };
    const before = shown.has(ref) ? shown : draftOf([...shown.values(), blank]);
    if (shown.has(ref) || edits.some(({ value }) => value)) {
      store.stage(stageNewCells(before, ref, edits), session);
    }
  }

  /** A new row may be all defaults: nobody has to type anything to add it. */
  function ensureNew(): void {
    if (row.kind === 'new' && !store.shown().has(ref)) {
      store.stage({ put: [{ kind: 'insert', ref, values: {} }], drop: [] });
    }
  }

  function remove(): void {
    if (row.kind === 'seen') store.stage(stageDeletes([row.seen], []));
  }

  function revert(): void {
    if (change) store.stage({ put: [], drop: [ref] });
  }

  return {
    ...inUse,
    ref,
    change,
    changedCount: change?.kind === 'delete' ? 1 : Object.keys(values).length,
    isChanged: (column: string) => column in values,
    valueOf,
    edit,
    ensureNew,
    remove,
    revert,
  };
}
