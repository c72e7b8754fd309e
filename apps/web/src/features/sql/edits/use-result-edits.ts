import {
  draftRoutes,
  refOfKey,
  type StagedUpdate,
  type TextKey,
} from '@causeway/contract/edits.ts';
import type { RunResult } from '@causeway/contract/sql-editor.ts';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api } from '#platform/api/api.ts';
import { notifyError } from '#platform/notify-error.ts';
import type { CellPlace, GridEdits } from '../results/result-grid.tsx';
import type { Cell, ResultRows } from '../results/result-rows.ts';

type Given = { connectorId: string; result: RunResult; rows: ResultRows; mayEdit: boolean };

/** Edits of a result, staged on the server like those of the explorer until they are saved. */
export type ResultEdits = {
  grid: GridEdits | undefined;
  changes: StagedUpdate[];
  isBusy: boolean;
  error: unknown;
  save(): Promise<void>;
  discard(): Promise<void>;
  preview(): Promise<string[]>;
};

/** Only where one table is behind the result and its key is shown: then a cell is a cell of the table. */
export function useResultEdits({ connectorId, result, rows, mayEdit }: Given): ResultEdits {
  const { source } = result;
  const [staged, setStaged] = useState<ReadonlyMap<number, StagedUpdate>>(new Map());
  const changes = useMemo(() => [...staged.values()], [staged]);
  const refs = changes.map(({ ref }) => ref);
  const about = source && {
    params: { table: source.table },
    body: { connector: { id: connectorId }, schema: source.schema },
  };
  const { isPending, error, mutateAsync } = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
  });

  function edit({ row, column }: CellPlace, text: string | null) {
    const cells = rows.rowAt(row);
    const name = source?.columns[column];
    if (!source || !about || !cells || !name) return;
    const key = keyOf(source.key, (one) => cells[source.columns.indexOf(one)]);
    const before = staged.get(row);
    const base = { ...before?.base, [name]: textOf(cells[column]) };
    const value = text === null ? { null: true as const } : { set: text };
    const values = { ...before?.values, [name]: value };
    if (textOf(cells[column]) === text) {
      delete values[name];
      delete base[name];
    }
    const change: StagedUpdate = {
      kind: 'update',
      ref: refOfKey(key),
      key,
      version: null,
      base,
      values,
    };
    const next = new Map(staged);
    const isEmpty = Object.keys(values).length === 0;
    if (isEmpty) next.delete(row);
    else next.set(row, change);
    setStaged(next);
    const sent = isEmpty ? { drop: [change.ref] } : { put: [change] };
    api.call(draftRoutes.stage, { ...about, body: { ...about.body, ...sent } }).catch(notifyError);
  }

  const isPossible = mayEdit && source !== null && result.transaction === null;
  return {
    changes,
    isBusy: isPending,
    error,
    grid: isPossible
      ? {
          edit,
          isEditable: (column) => source.columns[column] != null,
          stagedAt: (row, column) => {
            const value = staged.get(row)?.values[source.columns[column] ?? ''];
            if (!value) return undefined;
            return { cell: 'set' in value ? value.set : null };
          },
        }
      : undefined,
    save: async () => {
      if (!about) return;
      await mutateAsync(() =>
        api.call(draftRoutes.apply, { ...about, body: { ...about.body, refs, screen: 'sql' } }),
      );
      setStaged(new Map());
    },
    discard: async () => {
      if (!about) return;
      await mutateAsync(() =>
        api.call(draftRoutes.stage, { ...about, body: { ...about.body, drop: refs } }),
      );
      setStaged(new Map());
    },
    preview: async () => {
      if (!about) return [];
      const { statements } = await api.call(draftRoutes.preview, {
        ...about,
        body: { ...about.body, refs },
      });
      return statements.map(({ sql }) => sql);
    },
  };
}

function keyOf(columns: string[], cellOf: (column: string) => Cell | undefined): TextKey {
  return Object.fromEntries(columns.map((column) => [column, textOf(cellOf(column)) ?? '']));
}

/** As Postgres prints it: drafts speak text. */
function textOf(cell: Cell | undefined): string | null {
  if (cell === null || cell === undefined) return null;
  return typeof cell === 'boolean' ? (cell ? 't' : 'f') : String(cell);
}
