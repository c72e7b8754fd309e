import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useUnsavedWork } from '#platform/navigation/unsaved-work.ts';
import { isEmptyPatch, type Draft } from './draft-changes.ts';
import { draftQuery, type DraftSource } from './draft-query.ts';
import { draftStoreOf, withPatches, type DraftStore } from './draft-store.ts';

export type DraftInUse = {
  store: DraftStore;
  draft: Draft;
  /** Until then nothing can be staged: it might replace what is there already. */
  isLoaded: boolean;
  /** It is on its way, and nothing says that it will not come. */
  isAwaited: boolean;
  /** Whether the server has all of it. */
  sync: 'saved' | 'saving' | 'failed';
  problem: unknown;
  canUndo: boolean;
  canRedo: boolean;
};

/** The staged edits of a table. Nothing of it is lost: what is on its way when the page is left goes along. */
export function useDraft({ connectorId, name: { schema, table } }: DraftSource): DraftInUse {
  const source = useMemo(
    () => ({ connectorId, name: { schema, table } }),
    [connectorId, schema, table],
  );
  const store = draftStoreOf(source);
  const { data, failureCount } = useQuery(draftQuery(source));
  const state = useSyncExternalStore(store.subscribe, store.state);
  const { saving, queued, sending, problem } = state;
  const draft = useMemo(
    () => withPatches(data, { saving, queued, sending }),
    [data, saving, queued, sending],
  );

  useEffect(() => {
    const take = (event: BeforeUnloadEvent) => {
      if (!store.takeAlong()) event.preventDefault();
    };
    addEventListener('beforeunload', take);
    return () => {
      removeEventListener('beforeunload', take);
      // The store keeps what did not go, and the problem with it.
      store.flush().catch(() => undefined);
    };
  }, [store]);
  useUnsavedWork(problem !== undefined);

  const isWaiting = !isEmptyPatch(queued) || !isEmptyPatch(sending);
  return {
    store,
    draft,
    isLoaded: data !== undefined,
    isAwaited: data === undefined && failureCount === 0,
    sync: problem !== undefined ? 'failed' : isWaiting ? 'saving' : 'saved',
    problem,
    canUndo: state.undo.length > 0,
    canRedo: state.redo.length > 0,
  };
}
