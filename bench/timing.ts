/** How long each of several calls took, one after the other, in milliseconds. */
export async function timeEach(times: number, act: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const start = performance.now();
    await act();
    taken.push(performance.now() - start);
  }
  return taken;
}

export function median(figures: number[]): number {
  const sorted = figures.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The screen shows a frame with one of its refreshes; clocks tell that to a tenth of a millisecond. */
export function wholeRefreshes(milliseconds: number): number {
  return Math.round(milliseconds * 0.06) / 0.06;
}
