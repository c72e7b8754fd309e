/**
 * The names most like one that is mistyped: at most a third of its letters are wrong, missing, too
 * many or swapped. Best first.
 */
export function findNearest(
  wanted: string,
  candidates: Iterable<string>,
  { most }: { most: number },
): string[] {
  const word = wanted.toLowerCase();
  const limit = Math.max(1, Math.floor(word.length / 3));
  const near: { name: string; distance: number }[] = [];
  for (const name of new Set(candidates)) {
    const other = name.toLowerCase();
    if (Math.abs(other.length - word.length) > limit) continue;
    const distance = distanceOf(word, other, limit);
    if (distance <= limit) near.push({ name, distance });
  }
  return near
    .toSorted((a, b) => a.distance - b.distance || a.name.length - b.name.length)
    .slice(0, most)
    .map(({ name }) => name);
}

/** Edits that make one word of the other, swapped neighbours counted once; beyond the limit any number. */
function distanceOf(one: string, other: string, limit: number): number {
  let twoAgo: number[] = [];
  let before = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let place = 1; place <= other.length; place += 1) {
      const isSame = one[row - 1] === other[place - 1];
      let least = Math.min(
        (before[place] ?? 0) + 1,
        (line[place - 1] ?? 0) + 1,
        (before[place - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped = one[row - 1] === other[place - 2] && one[row - 2] === other[place - 1];
      if (row > 1 && place > 1 && isSwapped) least = Math.min(least, (twoAgo[place - 2] ?? 0) + 1);
      line.push(least);
    }
    if (Math.min(...line) > limit) return limit + 1;
    twoAgo = before;
    before = line;
  }
  return before[other.length] ?? 0;
}
