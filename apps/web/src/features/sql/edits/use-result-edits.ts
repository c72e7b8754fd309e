import type { ResultSource } from '@causeway/contract/sql/editor.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  countChanges,
  draftOf,
  invertPatch,
  type Draft,
  type Patch,
} from '#domain/row-drafts/draft-changes.ts';
import { draftQuery, type DraftSource } from '#domain/row-drafts/draft-query.ts';
import { stageCells, type CellEdit } from '#domain/row-drafts/stage.ts';
import { useDraft } from '#domain/row-drafts/use-draft.ts';
import { useDraftSaving } from '#domain/row-drafts/use-draft-saving.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { notifyError } from '#platform/notify-error.ts';
import { showUndo } from '#ui/show-undo.tsx';
import type { GridEdits, RowEdits } from '../results/drawn.ts';
import type { ResultRows, Row } from '../results/result-rows.ts';
import { backToBefore, findHiddenHere, listEditedHere, type Before } from './edited-here.ts';
import { readValue, refOfRow, seenIn } from './result-source.ts';
import { useSourceColumns } from './use-source-columns.ts';

type Given = {
  connectorId: string;
  source: ResultSource;
  rows: ResultRows;
  /** Rows were written: the result is no longer what the database has. */
  onWritten: () => void;
};

export type ResultEdits = ReturnType<typeof useResultEdits>;

/**
 * The edits of a result. They are part of the draft its table has: what was staged in the explorer is
 * shown here, edits add to it, and only what was edited here is saved or thrown away from here.
 */
export function useResultEdits({ connectorId, source, rows, onWritten }: Given) {
  const { t } = useTranslation();
  const { schema, table: name } = source;
  const ofTable: DraftSource = useMemo(
    () => ({ connectorId, name: { schema, table: name } }),
    [connectorId, schema, name],
  );
  const inUse = useDraft(ofTable);
  const { store, draft, isLoaded } = inUse;
  const { table, columns } = useSourceColumns(connectorId, source);
  const [before, setBefore] = useState<Before>(new Map());
  const refs = useMemo(() => listEditedHere(draft, before), [draft, before]);
  const edited = useMemo(() => draftOf(refs.flatMap((ref) => draft.get(ref) ?? [])), [draft, refs]);
  const saving = useDraftSaving({
    source: ofTable,
    edits: inUse,
    draft: edited,
    refs,
    columns: table,
    screen: 'sql',
    onWritten: () => {
      setBefore(new Map());
      onWritten();
    },
  });

  /** What is staged already has to be known first, else it would be replaced. */
  function whenLoaded(act: () => void): void {
    if (isLoaded) act();
    else queryClient.ensureQueryData(draftQuery(ofTable)).then(act, notifyError);
  }

  /** What a row holds is read at once: until the draft is there, its page may be gone. */
  function editAll(changes: RowEdits[], session?: unknown): void {
    const known = changes.flatMap(({ row, edits }) => {
      const cells = rows.rowAt(row);
      return cells ? { cells, edits } : [];
    });
    if (known.length === 0) return;
    whenLoaded(() => {
      const shown = store.shown();
      const refs = known.map(({ cells }) => refOfRow(source, cells));
      remember([...new Set(refs)], (one) => shown.get(one));
      store.stage(stageRows(shown, known), session);
    });
  }

  /** A query may show a row of the table twice: a change of it is one. */
  function stageRows(shown: Draft, changes: { cells: Row; edits: CellEdit[] }[]): Patch {
    const byRef = new Map(changes.map((one) => [refOfRow(source, one.cells), one]));
    const patches = [...byRef.values()].map(({ cells, edits }) =>
      stageCells(shown, store.seenNow(seenIn(source, cells)), edits),
    );
    return {
      put: patches.flatMap(({ put }) => put),
      drop: patches.flatMap(({ drop }) => drop),
    };
  }

  function remember(added: string[], stagedFor: (ref: string) => ReturnType<Before['get']>) {
    setBefore((known) => {
      const missing = added.filter((ref) => !known.has(ref));
      if (missing.length === 0) return known;
      return new Map([...known, ...missing.map((ref) => [ref, stagedFor(ref)] as const)]);
    });
  }

  function changeOf(row: number) {
    const cells = rows.rowAt(row);
    return cells && draft.get(refOfRow(source, cells));
  }

  function stagedOf(row: number, column: string) {
    const change = changeOf(row);
    return change?.kind === 'update' ? change.values[column] : undefined;
  }

  const onScreen = new Set(before.keys());
  const grid: GridEdits = {
    connectorId,
    columnAt: (column) => columns[column],
    stagedAt: (row, column) => stagedOf(row, source.columns[column] ?? ''),
    valueOf: (row, column) => {
      const cells = rows.rowAt(row);
      return stagedOf(row, column) ?? (cells && readValue(source, cells, column));
    },
    isRemoved: (row) => changeOf(row)?.kind === 'delete',
    edit: (row, edits, session) => editAll([{ row, edits }], session),
    editAll: (changes) => editAll(changes),
    takeBack: (session) => whenLoaded(() => store.takeBack(session)),
    undo: () => store.undo(onScreen),
    redo: () => store.redo(onScreen),
  };

  function discard(): void {
    const patch = backToBefore(before, refs);
    const again = invertPatch(store.shown(), patch);
    const count = countChanges(edited) - countChanges(draftOf(patch.put));
    store.stage(patch);
    void showUndo(t('row-drafts:discarded', { count }), () => store.stage(again));
  }

  /** A merge may bring a row again under another ref, or leave nothing to save. */
  async function resolve(patch: Patch): Promise<void> {
    const put = patch.put.map(({ ref }) => ref);
    const left = refs.filter((ref) => !patch.drop.includes(ref));
    remember(put, () => undefined);
    store.stage(patch);
    const only = [...new Set([...left, ...put])];
    if (only.length > 0) return void (await saving.save(only));
    saving.dismiss();
    onWritten();
  }

  return {
    inUse: { ...inUse, draft: edited },
    grid,
    columns: table,
    refs,
    hidden: findHiddenHere(edited.values(), source.columns),
    /** Staged for the table elsewhere, and not saved from here. */
    elsewhere: countChanges(draft) - countChanges(edited),
    saving,
    discard,
    resolve,
  };
}
