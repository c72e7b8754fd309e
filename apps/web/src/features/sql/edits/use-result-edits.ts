import {
  draftRoutes,
  editConflicts,
  refOfKey,
  type EditConflict,
  type StagedUpdate,
  type StagedValue,
  type TextKey,
} from '@causeway/contract/edits.ts';
import type { ResultSource, RunResult } from '@causeway/contract/sql-editor.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api } from '#platform/api/api.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { tableQuery } from '#domain/connectors/catalog-query.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { changed, redone, startHistory, undone, type History } from '#platform/history.ts';
import { notifyError } from '#platform/notify-error.ts';
import type { MergedChanges } from '#domain/row-merge/merge.ts';
import { cellText } from '#domain/value-editors/cell-text.ts';
import type { EditedColumn } from '#domain/value-editors/editor-kind.ts';
import { NULL_VALUE } from '#domain/value-editors/field-value.ts';
import type { CellPlace, GridEdits } from '../results/drawn.ts';
import type { ResultRows, Row } from '../results/result-rows.ts';
import { createStageQueue } from './stage-queue.ts';

type Given = { connectorId: string; result: RunResult; rows: ResultRows; mayEdit: boolean };
type Staged = ReadonlyMap<string, StagedUpdate>;
type Conflicts = { conflicts: EditConflict[]; total: number };

/**
 * Edits of a result, staged on the server like those of the explorer until they are saved. Where
 * somebody else changed a row meanwhile nothing is written, and the conflicts wait for a merge.
 */
export type ResultEdits = {
  grid: GridEdits | undefined;
  changes: StagedUpdate[];
  isBusy: boolean;
  error: unknown;
  conflicts: Conflicts | undefined;
  /** Says whether it was written. */
  save(): Promise<boolean>;
  resolve(merged: MergedChanges): Promise<boolean>;
  decideLater(): void;
  discard(): Promise<void>;
  preview(): Promise<string[]>;
};

/** Only where one table is behind the result and its key is shown: then a cell is a cell of the table. */
export function useResultEdits({ connectorId, result, rows, mayEdit }: Given): ResultEdits {
  const { source } = result;
  const [history, setHistory] = useState(() => startHistory<Staged>(new Map()));
  const staged = history.now;
  const [conflicts, setConflicts] = useState<Conflicts>();
  const changes = useMemo(() => [...staged.values()], [staged]);
  const isPossible = mayEdit && source !== null && result.transaction === null;
  const columnAt = useSourceColumns(connectorId, isPossible ? source : null);
  const about = useMemo(
    () => ({
      params: { table: source?.table ?? '' },
      body: { connector: { id: connectorId }, schema: source?.schema ?? '' },
    }),
    [connectorId, source],
  );
  const queue = useMemo(
    () =>
      createStageQueue((step) =>
        api.call(draftRoutes.stage, { ...about, body: { ...about.body, ...step } }),
      ),
    [about],
  );
  const { isPending, error, mutateAsync } = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
  });

  function edit({ row, column }: CellPlace, value: StagedValue, step?: string) {
    const cells = rows.rowAt(row);
    const name = source?.columns[column];
    if (!source || !cells || !name) return;
    const before = staged.get(refOf(source, cells));
    const change = withEdit(before, { source, cells, name, value });
    const isEmpty = Object.keys(change.values).length === 0;
    const isSaid = JSON.stringify(before?.values ?? {}) === JSON.stringify(change.values);
    if (isSaid) return;
    const next = new Map(staged);
    if (isEmpty) next.delete(change.ref);
    else next.set(change.ref, change);
    stage(changed(history, next, step));
  }

  /** On screen at once, and on its way to the server row by row. */
  function stage(next: History<Staged>) {
    setHistory(next);
    for (const ref of new Set([...staged.keys(), ...next.now.keys()])) {
      const change = next.now.get(ref);
      if (change === staged.get(ref)) continue;
      if (change) queue.put(change);
      else queue.drop(ref);
    }
    queue.flush().catch(notifyError);
  }

  async function apply(refs: string[]): Promise<boolean> {
    await queue.flush();
    try {
      await api.call(draftRoutes.apply, { ...about, body: { ...about.body, refs, screen: 'sql' } });
      setHistory(startHistory(new Map()));
      return true;
    } catch (failure) {
      const found = conflictsIn(failure);
      if (!found) throw failure;
      setConflicts(found);
      return false;
    }
  }

  const save = (refs: string[]) => mutateAsync(() => apply(refs)) as Promise<boolean>;
  const stagedAt = (row: number, column: number) => {
    const cells = source && rows.rowAt(row);
    if (!cells) return undefined;
    return staged.get(refOf(source, cells))?.values[source.columns[column] ?? ''];
  };
  return {
    changes,
    isBusy: isPending,
    error,
    conflicts,
    grid: isPossible
      ? {
          edit,
          undo: () => stage(undone(history)),
          redo: () => stage(redone(history)),
          columnAt,
          stagedAt,
          valueAt: (row, column) => stagedAt(row, column) ?? readValue(rows.rowAt(row), column),
        }
      : undefined,
    save: () => save(changes.map(({ ref }) => ref)),
    resolve: async ({ put, drop }) => {
      setConflicts(undefined);
      for (const ref of drop) queue.drop(ref);
      for (const change of put) queue.put(change);
      const next: Map<string, StagedUpdate> = new Map(staged);
      for (const ref of drop) next.delete(ref);
      for (const change of put) if (change.kind === 'update') next.set(change.ref, change);
      setHistory(startHistory(next));
      const refs = new Set([...next.keys(), ...put.map(({ ref }) => ref)]);
      // Nothing of mine is left: what they wrote stays.
      if (refs.size === 0) await queue.flush();
      return refs.size === 0 || save([...refs]);
    },
    decideLater: () => setConflicts(undefined),
    discard: async () => {
      for (const { ref } of changes) queue.drop(ref);
      await mutateAsync(() => queue.flush());
      setHistory(startHistory(new Map()));
    },
    preview: async () => {
      await queue.flush();
      const body = { ...about.body, refs: changes.map(({ ref }) => ref) };
      const { statements } = await api.call(draftRoutes.preview, { ...about, body });
      return statements.map(({ sql }) => sql);
    },
  };
}

/** What the table says of the columns that can be written. */
function useSourceColumns(connectorId: string, source: ResultSource | null) {
  const { project } = useCurrentProject();
  const { data } = useQuery({
    ...tableQuery(
      { projectId: project?.id ?? '', connectorId },
      { schema: source?.schema ?? '', table: source?.table ?? '' },
    ),
    enabled: source !== null && project !== undefined,
  });
  return (place: number): EditedColumn | undefined => {
    const name = source?.columns[place];
    if (!data) return name ? textColumn(name) : undefined;
    const found = data.columns.find((column) => column.name === name);
    const isComputed = found?.generated !== null || found.identity === 'always';
    return found && !isComputed ? found : undefined;
  };
}

/** Until the table has told more, anything can be typed in as text. */
function textColumn(name: string): EditedColumn {
  return {
    name,
    exactType: '',
    baseType: 'text',
    category: 'S',
    isNullable: true,
    defaultValue: null,
    identity: null,
    enumValues: null,
  };
}

type Edited = { source: ResultSource; cells: Row; name: string; value: StagedValue };

/** The change of a row with one more value; a value that is what was read is none. */
function withEdit(before: StagedUpdate | undefined, edited: Edited): StagedUpdate {
  const { source, cells, name, value } = edited;
  const place = source.columns.indexOf(name);
  const base = { [name]: cellText(cells[place]), ...before?.base };
  const values = { ...before?.values, [name]: value };
  const text = 'set' in value ? value.set : null;
  if (!('default' in value) && base[name] === text) {
    delete values[name];
    delete base[name];
  }
  const version = before?.version ?? null;
  return {
    kind: 'update',
    ref: refOf(source, cells),
    key: keyOf(source, cells),
    version,
    base,
    values,
  };
}

function keyOf({ key, columns }: ResultSource, cells: Row): TextKey {
  return Object.fromEntries(
    key.map((column) => [column, cellText(cells[columns.indexOf(column)]) ?? '']),
  );
}

function refOf(source: ResultSource, cells: Row): string {
  return refOfKey(keyOf(source, cells));
}

function readValue(cells: Row | undefined, column: number): StagedValue | undefined {
  if (!cells) return undefined;
  const text = cellText(cells[column]);
  return text === null ? NULL_VALUE : { set: text };
}

function conflictsIn(error: unknown): Conflicts | undefined {
  if (!isErrorBody(error) || error.code !== 'E_VERSION_CONFLICT') return undefined;
  const found = editConflicts.safeParse(error.details);
  return found.success ? found.data : undefined;
}
