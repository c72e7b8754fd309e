import type { Dashboard } from '@causeway/contract/dashboards/dashboards.ts';
import type { DashboardDraftState } from '@causeway/contract/dashboards/versions.ts';
import { useState } from 'react';
import { changed, redone, startHistory, undone, type History } from '#platform/history.ts';
import { useUnsavedWork } from '#platform/navigation/unsaved-work.ts';
import { type Arranged, compareArranged, mergeArranged, mergeUnasked } from './merge-arranged.ts';
import { isSame, type Choices } from './merge-tiles.ts';
import { useDraftKeeper } from './use-draft-keeper.ts';

export type DraftContent = Arranged & Pick<Dashboard, 'queries'>;
type Working = {
  /** As it was published when the work began. */
  base: Arranged & { version: number };
  history: History<DraftContent>;
};

type Given = {
  projectId: string;
  /** As it is published now. */
  dashboard: Dashboard;
  /** What was arranged another time. */
  kept: DashboardDraftState | null;
};

/**
 * What is being arranged is kept on the server for who arranges it, so leaving the page or the
 * computer loses nothing. It knows what it was made on: where somebody else published meanwhile,
 * both are told apart and merged, not written over.
 */
export function useDashboardDraft({ projectId, dashboard, kept }: Given) {
  const keeper = useDraftKeeper({ projectId, dashboardId: dashboard.id }, kept?.revision ?? 0);
  const [state, setState] = useState<Working>(() => startOf(dashboard, kept));
  const { base, history } = state;
  const { now } = history;
  const isChanged = !isArrangedSame(now, dashboard);
  const difference = compareArranged({ base, mine: now, theirs: dashboard });
  const { tiles: changes, places } = difference;
  const isTheirs =
    changes.some(({ side }) => side !== 'mine') ||
    (places ?? 'mine') !== 'mine' ||
    !isSame(base.tabs, dashboard.tabs) ||
    !isSame(base.settings, dashboard.settings);
  const isOutdated = isChanged && base.version !== dashboard.version && isTheirs;
  useUnsavedWork(keeper.state === 'waiting' || keeper.state === 'failed');

  function keep(next: Working) {
    setState(next);
    const { tiles, tabs, settings } = next.history.now;
    keeper.keep({ baseVersion: next.base.version, content: { tiles, tabs, settings } });
  }

  /** Goes on with what is arranged, on top of what somebody else published. */
  function rebase(arranged: Arranged) {
    const { version, tiles, tabs, settings } = dashboard;
    const known = new Map([...dashboard.queries, ...now.queries].map((one) => [one.id, one]));
    const content = { ...arranged, queries: [...known.values()] };
    keep({ base: { version, tiles, tabs, settings }, history: changed(history, content) });
  }

  return {
    ...now,
    /** What a publish names: a change that leaves the tiles alone, such as a new name, is no conflict. */
    version: isOutdated ? base.version : dashboard.version,
    isChanged,
    /** Somebody else changed what is arranged here meanwhile. */
    isOutdated,
    difference,
    /** What was arranged another time is on screen again. */
    isRestored: kept !== null && isChanged,
    keepState: keeper.state,
    mayUndo: history.past.length > 0,
    mayRedo: history.future.length > 0,
    /** Changes of one kind in a row are one step to take back. */
    change: (change: Partial<DraftContent>, kind?: string) =>
      keep({ base, history: changed(history, { ...now, ...change }, kind) }),
    undo: () => history.past.length > 0 && keep({ base, history: undone(history) }),
    redo: () => history.future.length > 0 && keep({ base, history: redone(history) }),
    keepMine: () => rebase(now),
    merge: (choices: Choices) => {
      rebase(mergeArranged({ base, mine: now, theirs: dashboard }, choices));
    },
    /** With what was published since, where nobody has to choose anything. */
    mergeUnasked: (theirs: Dashboard) => mergeUnasked({ base, mine: now, theirs }),
    /** Before it is published or given up: nothing of it is on its way any more. */
    rest: keeper.rest,
    /** The server has it, or it is not wanted any more. */
    settle: (saved: Dashboard) => {
      keeper.forget();
      setState(startOf(saved, null));
    },
  };
}

export type DashboardDraft = ReturnType<typeof useDashboardDraft>;

function startOf(dashboard: Dashboard, kept: DashboardDraftState | null): Working {
  const { tiles, tabs, settings, queries, version } = dashboard;
  if (!kept)
    return {
      base: { version, tiles, tabs, settings },
      history: startHistory({ tiles, tabs, settings, queries }),
    };
  const known = new Map([...kept.queries, ...queries].map((one) => [one.id, one]));
  return {
    base: { version: kept.baseVersion, ...kept.base },
    history: startHistory({ ...kept.content, queries: [...known.values()] }),
  };
}

/** Whatever order the tiles come in. */
function isArrangedSame(one: Arranged, other: Arranged): boolean {
  return (
    isSame(sorted(one.tiles), sorted(other.tiles)) &&
    isSame(one.tabs, other.tabs) &&
    isSame(one.settings, other.settings)
  );
}

function sorted(tiles: Dashboard['tiles']) {
  return tiles.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}
