/** Tiles lie on a grid of twelve columns; rows go on for as long as there are tiles. */
export const GRID_COLUMNS = 12;

export type TilePlace = { x: number; y: number; w: number; h: number };
export type TileSize = Pick<TilePlace, 'w' | 'h'>;

/** How large a tile of a kind begins. */
export const firstSizes = {
  number: { w: 3, h: 3 },
  chart: { w: 6, h: 7 },
  table: { w: 6, h: 7 },
  gauge: { w: 3, h: 4 },
  pivot: { w: 6, h: 7 },
  text: { w: 12, h: 2 },
  link: { w: 3, h: 2 },
  image: { w: 4, h: 6 },
} as const satisfies Record<string, TileSize>;

/** The first room from the top that is large enough; below everything there always is some. */
export function findRoom(taken: readonly TilePlace[], size: TileSize): TilePlace {
  const bottom = Math.max(0, ...taken.map(({ y, h }) => y + h));
  for (let y = 0; y < bottom; y += 1) {
    for (let x = 0; x + size.w <= GRID_COLUMNS; x += 1) {
      const place = { x, y, ...size };
      if (!taken.some((other) => overlaps(place, other))) return place;
    }
  }
  return { x: 0, y: bottom, ...size };
}

function overlaps(one: TilePlace, other: TilePlace): boolean {
  return (
    one.x < other.x + other.w &&
    other.x < one.x + one.w &&
    one.y < other.y + other.h &&
    other.y < one.y + one.h
  );
}

/** In the order they are read: row by row, each from the left. */
export function inReadingOrder<Tile extends TilePlace>(tiles: readonly Tile[]): Tile[] {
  return tiles.toSorted((one, other) => one.y - other.y || one.x - other.x);
}
