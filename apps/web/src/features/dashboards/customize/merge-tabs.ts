import type { DashboardSettings, DashboardTab } from '@causeway/contract/dashboards/dashboards.ts';
import { type Choice, isSame, type TileChange } from './merge-tiles.ts';

type Sides<Part> = { base: Part; mine: Part; theirs: Part };

export type AskedTab = DashboardTab & { removedBy: Choice };

/** Tabs that one removed while the other put a tile there or changed one. */
export function findAskedTabs(
  { base, mine, theirs }: Sides<readonly DashboardTab[]>,
  changes: readonly TileChange[],
): AskedTab[] {
  const [ours, others] = [byId(mine), byId(theirs)];
  return base.flatMap((tab): AskedTab[] => {
    if (ours.has(tab.id) === others.has(tab.id)) return [];
    const removedBy = ours.has(tab.id) ? 'theirs' : 'mine';
    const isUsed = changes.some((change) => {
      const [used, did] =
        removedBy === 'mine' ? [change.theirs, change.byThem] : [change.mine, change.byMe];
      return used?.tab === tab.id && did.length > 0;
    });
    return isUsed ? [{ ...tab, removedBy }] : [];
  });
}

/**
 * Tabs of both: what either added stays, what either removed goes unless somebody chose the other
 * side, and a name is the one that was changed; where both changed it, mine. Tiles of a tab that went
 * lie on the first one.
 */
export function mergeTabs(
  { base, mine, theirs }: Sides<readonly DashboardTab[]>,
  chosen: Readonly<Record<string, Choice>> = {},
): DashboardTab[] {
  const [before, others] = [byId(base), byId(theirs)];
  const kept = mine.flatMap((tab): DashboardTab[] => {
    const [was, their] = [before.get(tab.id), others.get(tab.id)];
    if (was && !their) return chosen[tab.id] === 'mine' ? [tab] : [];
    return [was && their && was.name === tab.name ? their : tab];
  });
  const ours = byId(mine);
  const added = theirs.filter(
    ({ id }) => !ours.has(id) && (!before.has(id) || chosen[id] === 'theirs'),
  );
  return [...kept, ...added];
}

/** Setting by setting; where both changed one, mine. */
export function mergeSettings(sides: Sides<DashboardSettings>): DashboardSettings {
  const pick = <Key extends keyof DashboardSettings>(key: Key) => {
    const { base, mine, theirs } = sides;
    const value = isSame(base[key], mine[key]) ? theirs[key] : mine[key];
    return value === undefined ? {} : { [key]: value };
  };
  return { ...pick('colours'), ...pick('refresh') };
}

function byId(tabs: readonly DashboardTab[]): Map<string, DashboardTab> {
  return new Map(tabs.map((tab) => [tab.id, tab]));
}
