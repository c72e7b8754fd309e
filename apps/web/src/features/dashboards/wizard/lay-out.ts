import {
  GRID_COLUMNS,
  type TilePlace,
  type TileSize,
} from '@causeway/contract/dashboards/layout.ts';

/**
 * One row of tiles after the other, each of one height. What a row has left over its tiles share, so
 * that no hole stays whichever of them somebody leaves out.
 */
export function layOut(sizes: readonly TileSize[]): TilePlace[] {
  const rows: TileSize[][] = [];
  for (const size of sizes) {
    const row = rows.at(-1);
    const isFit = row?.[0]?.h === size.h && widthOf(row) + size.w <= GRID_COLUMNS;
    if (row && isFit) row.push(size);
    else rows.push([size]);
  }
  let y = 0;
  return rows.flatMap((row) => {
    const placed = stretch(row).map((place) => ({ ...place, y }));
    y += placed[0]?.h ?? 0;
    return placed;
  });
}

function stretch(row: readonly TileSize[]): Omit<TilePlace, 'y'>[] {
  const left = GRID_COLUMNS - widthOf(row);
  let x = 0;
  return row.map(({ w, h }, at) => {
    const isLast = at === row.length - 1;
    const place = { x, w: isLast ? GRID_COLUMNS - x : w + Math.floor(left / row.length), h };
    x += place.w;
    return place;
  });
}

function widthOf(row: readonly TileSize[]): number {
  return row.reduce((sum, { w }) => sum + w, 0);
}
