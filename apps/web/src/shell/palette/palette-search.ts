import type { IconName } from '#ui/icon.tsx';

/** The shell's own groups are named in its texts, those of features in their manifests. */
export const ownGroups = ['pasted', 'recent', 'pins', 'pages', 'projects', 'actions'] as const;
export type OwnGroup = (typeof ownGroups)[number];

export type PaletteEntry = {
  id: string;
  /** One of the shell's own, or the heading of a feature's. */
  group: string;
  name: string;
  detail?: string;
  icon: IconName;
  isFound?: true;
  run: () => void;
};

const MOST_RECENT = 6;
const ACTION_MARK = '>';

/** Recent first while nothing is typed; then by how well a name fits, in the order of the groups. */
export function searchEntries(entries: PaletteEntry[], text: string): PaletteEntry[] {
  const pasted = entries.filter(({ group }) => group === 'pasted');
  if (pasted.length > 0) return pasted;
  if (text.startsWith(ACTION_MARK)) {
    const actions = entries.filter(({ group }) => group === 'actions');
    return matching(actions, text.slice(ACTION_MARK.length));
  }
  if (text.trim() === '') {
    const recent = entries.filter(({ group }) => group === 'recent').slice(0, MOST_RECENT);
    return [...recent, ...entries.filter(({ group }) => group === 'pins' || group === 'pages')];
  }
  return matching(entries, text);
}

/** Where the chosen entry stands now: more may have been found above it. Nothing chosen is the first. */
export function placeOfChosen(found: readonly PaletteEntry[], chosen: string | undefined): number {
  return Math.max(
    0,
    found.findIndex(({ id }) => id === chosen),
  );
}

function matching(entries: PaletteEntry[], text: string): PaletteEntry[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  const fits = entries.filter(({ name, detail, isFound }) => {
    if (isFound) return true;
    const whole = fold(`${name} ${detail ?? ''}`);
    return words.every((word) => whole.includes(word));
  });
  const first = words[0] ?? '';
  const rank = ({ name }: PaletteEntry) => (fold(name).startsWith(first) ? 0 : 1);
  return Object.values(Object.groupBy(fits, ({ group }) => group)).flatMap((group) =>
    (group ?? []).toSorted((one, other) => rank(one) - rank(other)),
  );
}

/** `Über` is found by `uber`. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
