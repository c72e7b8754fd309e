import type { Dashboard } from '@causeway/contract/dashboards/dashboards.ts';
import { findAskedTabs, mergeSettings, mergeTabs } from './merge-tabs.ts';
import { type Choices, findDifference, firstChoices, mergeTiles } from './merge-tiles.ts';

export type Arranged = Pick<Dashboard, 'tiles' | 'tabs' | 'settings'>;
export type ArrangedSides = { base: Arranged; mine: Arranged; theirs: Arranged };

/** What two people did to the same dashboard, and which of it somebody has to choose. */
export function compareArranged({ base, mine, theirs }: ArrangedSides) {
  const difference = findDifference({ base: base.tiles, mine: mine.tiles, theirs: theirs.tiles });
  const tabs = findAskedTabs(
    { base: base.tabs, mine: mine.tabs, theirs: theirs.tabs },
    difference.tiles,
  );
  const isAsked =
    tabs.length > 0 ||
    difference.places === 'both' ||
    difference.tiles.some(({ side }) => side === 'both');
  return { ...difference, tabs, isAsked };
}

export function mergeArranged({ base, mine, theirs }: ArrangedSides, choices: Choices): Arranged {
  const tabs = mergeTabs({ base: base.tabs, mine: mine.tabs, theirs: theirs.tabs }, choices.tabs);
  return {
    tabs,
    tiles: mergeTiles({ mine: mine.tiles, theirs: theirs.tiles }, choices, tabs),
    settings: mergeSettings({
      base: base.settings,
      mine: mine.settings,
      theirs: theirs.settings,
    }),
  };
}

/** Both together, where nobody has to choose anything: what only one side changed stays. */
export function mergeUnasked(sides: ArrangedSides): Arranged | undefined {
  const difference = compareArranged(sides);
  return difference.isAsked ? undefined : mergeArranged(sides, firstChoices(difference));
}
