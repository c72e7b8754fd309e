import {
  type DraftChange,
  draftRoutes,
  type EditConflict,
  type EditConflicts,
  type RefusedChange,
  type Screen,
} from '@causeway/contract/tables/edits.ts';
import { hashKey } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { notifyError } from '#platform/notify-error.ts';
import { showUndo } from '#ui/show-undo.tsx';
import { countChanges, draftOf, type Draft, type Patch } from './draft-changes.ts';
import { draftQuery, type DraftSource } from './draft-query.ts';
import type { DraftStore } from './draft-store.ts';
import { refreshTable } from './refresh-table.ts';

/** What the database refused: the change it was, and where known the column. */
export type Refusal = {
  ref: string | undefined;
  column: string | undefined;
  message: string;
  /** The change as it was refused. */
  change?: string | undefined;
};

/**
 * Saving. idle: nothing under way. saving: the call is out. conflict: rows are not what was seen, and
 * somebody has to decide. refused: the database said no. Nothing was written in the last two.
 */
export type SaveState =
  | { kind: 'idle' | 'saving' }
  | { kind: 'conflict'; conflicts: EditConflict[]; total: number; refs: string[] | undefined }
  | { kind: 'refused'; refusal: Refusal };

type SaveInput = DraftSource & {
  store: DraftStore;
  screen: Screen;
  onRevert: (changeSetId: string) => void;
};

export function useSaveDraft({ connectorId, name, store, screen, onRevert }: SaveInput) {
  const { t } = useTranslation('row-drafts');
  const [state, setState] = useState<SaveState>({ kind: 'idle' });
  const lost = useRef<{ key: string; draft: string }>(undefined);
  const target = { connector: { id: connectorId }, schema: name.schema };
  const { queryKey } = draftQuery({ connectorId, name });

  /** An answer that got lost is asked for again with the same key: it never writes twice. */
  function keyFor(refs: string[] | undefined): string {
    const draft = JSON.stringify([refs, [...store.shown().values()]]);
    if (lost.current?.draft !== draft) lost.current = { key: crypto.randomUUID(), draft };
    return lost.current.key;
  }

  /** Resolves to the keys of what was written, or undefined when nothing was. */
  async function save(refs?: string[]) {
    setState({ kind: 'saving' });
    let end: (() => Patch) | undefined;
    try {
      await store.flush();
      const asked = onlyOf(store, refs);
      end = store.beginSave(asked);
      const count = countChanges(asked);
      const applied = await api.call(
        draftRoutes.apply,
        { params: { table: name.table }, body: { ...target, screen, ...(refs && { refs }) } },
        { idempotencyKey: keyFor(refs) },
      );
      // The rows first: without them the old values would show for a moment.
      await refreshTable(connectorId, name);
      lost.current = undefined;
      forget(asked);
      store.noteWritten(asked, end(), applied.rows);
      setState({ kind: 'idle' });
      const { changeSetId } = applied;
      if (changeSetId) void showUndo(t('saved', { count }), () => onRevert(changeSetId));
      return applied;
    } catch (error) {
      end?.();
      if (isErrorBody(error)) lost.current = undefined;
      const next = stateOf(error, refs);
      setState(next.kind === 'refused' ? withChange(next.refusal, store) : next);
      return undefined;
    }
  }

  /** What was staged or edited while the call was out is still to be saved. */
  function forget(done: Draft, revision?: number) {
    const known = queryClient.getQueryData(queryKey);
    // The server may have written their parts in another order.
    const isLeft = (change: DraftChange) => hashKey([done.get(change.ref)]) !== hashKey([change]);
    store.settle({
      revision: Math.max(revision ?? 0, known?.revision ?? 0),
      changes: known?.changes.filter(isLeft) ?? [],
    });
    store.forgetSteps();
  }

  async function discard() {
    try {
      await store.flush();
      const asked = store.shown();
      const count = countChanges(asked);
      const thrown = await api.call(draftRoutes.discard, {
        params: { table: name.table },
        body: target,
      });
      forget(asked, thrown.revision);
      setState({ kind: 'idle' });
      await showUndo(t('discarded', { count }), () =>
        store.stage({ put: thrown.changes, drop: [] }),
      );
    } catch (error) {
      await notifyError(error);
    }
  }

  // What was refused and is edited since is no longer what the database spoke of.
  const isOutdated =
    state.kind === 'refused' && state.refusal.change !== changeText(store, state.refusal.ref);
  return {
    state: isOutdated ? idle : state,
    save,
    discard,
    dismiss: () => setState(idle),
  };
}

const idle: SaveState = { kind: 'idle' };

function withChange(refusal: Refusal, store: DraftStore): SaveState {
  return { kind: 'refused', refusal: { ...refusal, change: changeText(store, refusal.ref) } };
}

function changeText(store: DraftStore, ref: string | undefined): string | undefined {
  return ref === undefined ? undefined : JSON.stringify(store.shown().get(ref));
}

function onlyOf(store: DraftStore, refs: string[] | undefined) {
  const all = [...store.shown().values()];
  return draftOf(refs ? all.filter(({ ref }) => refs.includes(ref)) : all);
}

function stateOf(error: unknown, refs: string[] | undefined): SaveState {
  const details = isErrorBody(error) ? error.details : undefined;
  const isConflict = isErrorBody(error) && error.code === 'E_VERSION_CONFLICT';
  if (isConflict && details && 'conflicts' in details) {
    const { conflicts, total } = details as EditConflicts;
    return { kind: 'conflict', conflicts, total, refs };
  }
  const { ref, column } = (details ?? {}) as Partial<RefusedChange>;
  return { kind: 'refused', refusal: { ref, column, message: errorText(error) } };
}
