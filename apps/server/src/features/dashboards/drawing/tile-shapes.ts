import { widthOf } from './fonts.ts';
import type { Area } from './paper-text.ts';

/** The way there, over the whole width. */
export function sparklinePath(values: readonly number[], { x, y, width, height }: Area): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const span = most - least || 1;
  const points = values.map((value, at) => {
    const across = x + (at * width) / (values.length - 1);
    const up = y + height - ((value - least) / span) * height;
    return `${across.toFixed(1)} ${up.toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}

type Table = { columns: readonly { name: string; isNumber: boolean }[]; rows: readonly string[][] };

/** As wide as what is in them, as far as there is room; those beyond the edge are left out. */
export function columnPlaces(
  { columns, rows }: Table,
  { width, size }: { width: number; size: number },
) {
  const least = 3.5 * size;
  const wanted = columns.map(({ name }, at) => {
    const cells = rows.map((row) => widthOf((row[at] ?? '').slice(0, 80), size));
    return Math.max(
      least,
      Math.min(22 * size, Math.max(widthOf(name, size, 600), ...cells) + 1.3 * size),
    );
  });
  let left = 0;
  const shown = wanted.flatMap((own, at) => {
    const place = { at, left, width: Math.min(own, width - left) };
    left += own;
    return place.width >= least ? [place] : [];
  });
  const taken = shown.reduce((sum, place) => sum + place.width, 0);
  const more = shown.length > 0 ? Math.max(0, width - taken) / shown.length : 0;
  return shown.map((place, at) => ({
    ...place,
    left: place.left + at * more,
    width: place.width + more,
  }));
}
