import type { Dashboard } from '@causeway/contract/dashboards.ts';
import { useState } from 'react';
import { useUnsavedWork } from '#platform/navigation/unsaved-work.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { changed, redone, startHistory, undone, type History } from './history.ts';

export type DraftContent = Pick<Dashboard, 'tiles' | 'queries'>;
type Kept = { version: number; content: DraftContent };
type Working = { version: number; history: History<DraftContent> };

/**
 * What is being arranged lies in this browser until the server has it, so leaving the page loses
 * nothing. It knows the version it was made on: a newer one is a conflict, not written over.
 */
export function useDashboardDraft(dashboard: Dashboard) {
  const { id: userId } = useCurrentUser();
  const key = `causeway.dashboard.${userId}.${dashboard.id}`;
  const [kept] = useState(() => readKept(key));
  const [state, setState] = useState<Working>(() => ({
    version: kept?.version ?? dashboard.version,
    history: startHistory(kept?.content ?? contentOf(dashboard)),
  }));
  const { version, history } = state;
  const isChanged = !isSame(history.now, dashboard);
  useUnsavedWork(isChanged);

  function keep(next: Working) {
    setState(next);
    const content: Kept = { version: next.version, content: next.history.now };
    localStorage.setItem(key, JSON.stringify(content));
  }

  return {
    ...history.now,
    version,
    isChanged,
    /** What was arranged another time is on screen again. */
    isRestored: kept !== undefined && isChanged,
    mayUndo: history.past.length > 0,
    mayRedo: history.future.length > 0,
    /** Changes of one kind in a row are one step to take back. */
    change: (change: Partial<DraftContent>, kind?: string) =>
      keep({ version, history: changed(history, { ...history.now, ...change }, kind) }),
    undo: () => keep({ version, history: undone(history) }),
    redo: () => keep({ version, history: redone(history) }),
    /** Goes on with what is arranged, on top of what somebody else saved. */
    rebase: (newer: number) => keep({ version: newer, history }),
    /** The server has it, or it is not wanted any more. */
    settle: (saved: Dashboard) => {
      localStorage.removeItem(key);
      setState({ version: saved.version, history: startHistory(contentOf(saved)) });
    },
  };
}

export type DashboardDraft = ReturnType<typeof useDashboardDraft>;

function contentOf({ tiles, queries }: Dashboard): DraftContent {
  return { tiles, queries };
}

/** Whatever order they come in. */
function isSame({ tiles }: DraftContent, dashboard: Dashboard): boolean {
  return JSON.stringify(sorted(tiles)) === JSON.stringify(sorted(dashboard.tiles));
}

function sorted(tiles: Dashboard['tiles']) {
  return tiles
    .map((tile) =>
      Object.fromEntries(Object.entries(tile).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    )
    .toSorted((one, other) => (String(one.id) < String(other.id) ? -1 : 1));
}

function readKept(key: string): Kept | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null) ?? undefined;
  } catch {
    return undefined;
  }
}
