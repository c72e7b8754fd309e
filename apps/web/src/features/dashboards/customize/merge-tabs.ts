import type { DashboardSettings, DashboardTab } from '@causeway/contract/dashboards/dashboards.ts';
import { isSame } from './merge-tiles.ts';

type Sides<Part> = { base: Part; mine: Part; theirs: Part };

/**
 * Tabs of both: what either added stays, what either removed goes, and a name is the one that was
 * changed; where both changed it, mine. Tiles of a tab that went lie on the first one.
 */
export function mergeTabs({ base, mine, theirs }: Sides<readonly DashboardTab[]>): DashboardTab[] {
  const [before, others] = [byId(base), byId(theirs)];
  const kept = mine.flatMap((tab): DashboardTab[] => {
    const [was, their] = [before.get(tab.id), others.get(tab.id)];
    if (was && !their) return [];
    return [was && their && was.name === tab.name ? their : tab];
  });
  const ours = byId(mine);
  const added = theirs.filter(({ id }) => !ours.has(id) && !before.has(id));
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
