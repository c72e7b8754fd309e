import type { ColumnProfile } from '@causeway/contract/tables/profile.ts';

export type Bin = { from: number; to: number; share: number };

/** How values can be laid out along a line; others have no distance between them. */
export type Scale = 'number' | 'time';

export function scaleOf(category: string): Scale | undefined {
  if (category === 'N') return 'number';
  return category === 'D' ? 'time' : undefined;
}

/**
 * Bins of equal width. The database keeps bounds with equal numbers of values between them, and the
 * most common values apart: each stretch is spread evenly over the bins it crosses.
 */
export function binsOf(profile: ColumnProfile, scale: Scale, count = 32): Bin[] {
  const read = scale === 'number' ? Number : instantOf;
  const bounds = profile.bounds.map(read).filter(Number.isFinite);
  const common = profile.common
    .map(({ value, share }) => ({ at: read(value), share }))
    .filter(({ at }) => Number.isFinite(at));
  const places = [...bounds, ...common.map(({ at }) => at)];
  if (places.length < 2) return [];
  const [from, to] = [Math.min(...places), Math.max(...places)];
  if (from === to) return [];
  const width = (to - from) / count;
  const shares = Array.from({ length: count }, () => 0);
  const binAt = (place: number) => Math.min(count - 1, Math.floor((place - from) / width));
  const add = (bin: number, share: number) => {
    shares[bin] = (shares[bin] ?? 0) + share;
  };
  const perStretch = bounds.length > 1 ? profile.boundsShare / (bounds.length - 1) : 0;
  for (const [place, start] of bounds.slice(0, -1).entries()) {
    spread(start, bounds[place + 1] ?? start, perStretch);
  }
  for (const { at, share } of common) add(binAt(at), share);
  return shares.map((share, bin) => ({
    from: from + bin * width,
    to: from + (bin + 1) * width,
    share,
  }));

  function spread(start: number, end: number, share: number) {
    if (start === end) return add(binAt(start), share);
    for (let bin = binAt(start); bin <= binAt(end); bin += 1) {
      const left = Math.max(start, from + bin * width);
      const right = Math.min(end, from + (bin + 1) * width);
      add(bin, (share * Math.max(0, right - left)) / (end - start));
    }
  }
}

/** As Postgres prints dates and instants: `2021-09-27 20:55:25.625535+00`. */
function instantOf(text: string): number {
  const iso = text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
  return Date.parse(iso.includes('T') && !/(?:Z|[+-]\d\d:\d\d)$/.test(iso) ? `${iso}Z` : iso);
}
