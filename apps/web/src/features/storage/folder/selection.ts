/**
 * What is selected in a folder, by key. The active one is where the keyboard is; a range goes from the
 * anchor, the one last chosen by itself, to the active one.
 */
export type Selection = {
  keys: ReadonlySet<string>;
  active: string | undefined;
  anchor: string | undefined;
};

export const nothingSelected: Selection = { keys: new Set(), active: undefined, anchor: undefined };

/** How a click or a key chooses: alone, all up to it, or beside what is chosen already. */
export type Choice = 'only' | 'range' | 'toggle';

export function select(
  selection: Selection,
  order: readonly string[],
  key: string,
  choice: Choice,
): Selection {
  if (choice === 'range') return selectRange(selection, order, key);
  if (choice === 'toggle') {
    const keys = new Set(selection.keys);
    if (!keys.delete(key)) keys.add(key);
    return { keys, active: key, anchor: key };
  }
  return { keys: new Set([key]), active: key, anchor: key };
}

function selectRange(selection: Selection, order: readonly string[], key: string): Selection {
  const anchor = selection.anchor ?? order[0] ?? key;
  const [from, to] = [order.indexOf(anchor), order.indexOf(key)].toSorted((a, b) => a - b);
  if (from === undefined || to === undefined || from < 0)
    return select(selection, order, key, 'only');
  return { keys: new Set(order.slice(from, to + 1)), active: key, anchor };
}

export function selectAll(order: readonly string[]): Selection {
  return { keys: new Set(order), active: order[0], anchor: order[0] };
}

/** What was deleted or moved meanwhile is not selected any more. */
export function withoutGone(selection: Selection, order: readonly string[]): Selection {
  if (selection.keys.size === 0) return selection;
  const there = new Set(order);
  const keys = [...selection.keys].filter((key) => there.has(key));
  if (keys.length === selection.keys.size) return selection;
  return { ...selection, keys: new Set(keys) };
}

export function choiceOf(event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): Choice {
  if (event.shiftKey) return 'range';
  return event.ctrlKey || event.metaKey ? 'toggle' : 'only';
}
