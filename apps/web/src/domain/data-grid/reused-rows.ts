import type { Key } from 'react';

/** By the ref of its grid: which element each row is drawn in, and in which order these stand. */
type Drawn = { elements: Map<Key, number>; places: Map<number, number>; made: number };

const drawn = new WeakMap<object, Drawn>();

/**
 * While rows pass (passing-rows.ts), those that come are drawn into the elements of those that left:
 * to make elements and find out how they look is a quarter of what a frame of a scroll costs. The
 * elements keep their order meanwhile, which is then another one than on the screen. As soon as rows
 * stand still they are put in order, for who has them read out.
 *
 * Called by the grid (lean-grid.ts) for the rows it is about to draw: says in which order, and by
 * which key of its element, each of them is to be drawn.
 */
export function drawRows(
  grid: { current: HTMLElement | null },
  rows: readonly number[],
  keyOf: (row: number) => Key,
): [row: number, element: number][] {
  const before = drawn.get(grid) ?? { elements: new Map(), places: new Map(), made: 0 };
  const keys = rows.map(keyOf);
  const isPassing = grid.current?.dataset['passing'] !== undefined;
  const left = isPassing ? leftBehind(before, keys) : [];
  let { made } = before;
  const elements = new Map<Key, number>();
  const placed = rows.map((row, at): [number, number] => {
    const key = keys[at] ?? row;
    const element = before.elements.get(key) ?? left.shift() ?? (made += 1);
    elements.set(key, element);
    return [row, element];
  });
  if (isPassing) {
    const placeOf = (element: number) => before.places.get(element) ?? Infinity;
    placed.sort(([, one], [, other]) => compare(placeOf(one), placeOf(other)));
  }
  const places = new Map(placed.map(([, element], place) => [element, place]));
  drawn.set(grid, { elements, places, made });
  return placed;
}

function leftBehind({ elements }: Drawn, keys: readonly Key[]): number[] {
  const shown = new Set(keys);
  return [...elements].filter(([key]) => !shown.has(key)).map(([, element]) => element);
}

/** Those that are new come last; of two of them none comes before the other. */
function compare(one: number, other: number): number {
  return one === other ? 0 : one - other;
}
