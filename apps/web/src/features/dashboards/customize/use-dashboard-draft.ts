import type { Dashboard, Tile } from '@causeway/contract/dashboards/dashboards.ts';
import { useState } from 'react';
import { changed, redone, startHistory, undone, type History } from '#platform/history.ts';
import { useUnsavedWork } from '#platform/navigation/unsaved-work.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { findDifference, mergeTiles, type Choices } from './merge-tiles.ts';

export type DraftContent = Pick<Dashboard, 'tiles' | 'queries'>;
/** The tiles as they were saved when the work began. */
type Base = { version: number; tiles: Tile[] };
type Kept = { version: number; base?: Tile[]; content: DraftContent };
type Working = { base: Base; history: History<DraftContent> };

/**
 * What is being arranged lies in this browser until the server has it, so leaving the page loses
 * nothing. It knows what it was made on: where somebody else saved meanwhile, both are told apart
 * and merged, not written over.
 */
export function useDashboardDraft(dashboard: Dashboard) {
  const { id: userId } = useCurrentUser();
  const key = `causeway.dashboard.${userId}.${dashboard.id}`;
  const [kept] = useState(() => readKept(key));
  const [state, setState] = useState<Working>(() => ({
    base: { version: kept?.version ?? dashboard.version, tiles: kept?.base ?? dashboard.tiles },
    history: startHistory(kept?.content ?? contentOf(dashboard)),
  }));
  const { base, history } = state;
  const isChanged = !isSame(history.now, dashboard);
  const difference = findDifference({
    base: base.tiles,
    mine: history.now.tiles,
    theirs: dashboard.tiles,
  });
  const { tiles: changes, places } = difference;
  const isTheirs = changes.some(({ side }) => side !== 'mine') || (places ?? 'mine') !== 'mine';
  const isOutdated = isChanged && base.version !== dashboard.version && isTheirs;
  useUnsavedWork(isChanged);

  function keep(next: Working) {
    setState(next);
    const { version, tiles } = next.base;
    const content: Kept = { version, base: tiles, content: next.history.now };
    localStorage.setItem(key, JSON.stringify(content));
  }

  /** Goes on with what is arranged, on top of what somebody else saved. */
  function rebase(tiles: Tile[]) {
    const { version, tiles: saved, queries } = dashboard;
    const known = new Map([...queries, ...history.now.queries].map((query) => [query.id, query]));
    const content = { tiles, queries: [...known.values()] };
    keep({ base: { version, tiles: saved }, history: changed(history, content) });
  }

  return {
    ...history.now,
    /** What a save names: a change that leaves the tiles alone, such as a new name, is no conflict. */
    version: isOutdated ? base.version : dashboard.version,
    isChanged,
    /** Somebody else changed tiles meanwhile. */
    isOutdated,
    difference,
    /** What was arranged another time is on screen again. */
    isRestored: kept !== undefined && isChanged,
    mayUndo: history.past.length > 0,
    mayRedo: history.future.length > 0,
    /** Changes of one kind in a row are one step to take back. */
    change: (change: Partial<DraftContent>, kind?: string) =>
      keep({ base, history: changed(history, { ...history.now, ...change }, kind) }),
    undo: () => keep({ base, history: undone(history) }),
    redo: () => keep({ base, history: redone(history) }),
    keepMine: () => rebase(history.now.tiles),
    merge: (choices: Choices) => {
      const sides = { mine: history.now.tiles, theirs: dashboard.tiles };
      rebase(mergeTiles(sides, choices));
    },
    /** The server has it, or it is not wanted any more. */
    settle: (saved: Dashboard) => {
      localStorage.removeItem(key);
      const { version, tiles } = saved;
      setState({ base: { version, tiles }, history: startHistory(contentOf(saved)) });
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
