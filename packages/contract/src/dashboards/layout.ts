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

/** Those of one tab. What names no tab that is there lies on the first. */
export function tilesOfTab<Tile extends { tab?: string | undefined }>(
  tiles: readonly Tile[],
  tabs: readonly { id: string }[],
  openId: string | undefined,
): Tile[] {
  const [first] = tabs;
  if (!first) return [...tiles];
  const known = new Set(tabs.map(({ id }) => id));
  return tiles.filter(({ tab }) => (tab && known.has(tab) ? tab : first.id) === openId);
}

type OnPhone = TilePlace & {
  kind: string;
  phone?:
    | { place?: number | undefined; h?: number | undefined; isHidden?: boolean | undefined }
    | undefined;
};
export type PhonePlace<Tile> = { tile: Tile; rows: number; isHalf: boolean; isHidden: boolean };

/** Short enough for two of them beside each other on a phone. */
const halves = new Set(['number', 'gauge', 'link']);

/** As on a phone: those that were given a place in that order, then the others as they are read. */
export function onPhone<Tile extends OnPhone>(tiles: readonly Tile[]): PhonePlace<Tile>[] {
  const last = Number.MAX_SAFE_INTEGER;
  const placeOf = ({ phone }: OnPhone) => phone?.place ?? last;
  const ordered = inReadingOrder(tiles).toSorted((one, other) => placeOf(one) - placeOf(other));
  const isSmall = (tile: Tile | undefined) => tile !== undefined && halves.has(tile.kind);
  const seen = ordered.filter(({ phone }) => !phone?.isHidden);
  const paired = new Set<Tile>();
  for (let at = 0; at + 1 < seen.length; at += 1) {
    const [one, other] = [seen[at], seen[at + 1]];
    if (!one || !other || !isSmall(one) || !isSmall(other)) continue;
    paired.add(one).add(other);
    at += 1;
  }
  return ordered.map((tile) => ({
    tile,
    rows: tile.phone?.h ?? tile.h,
    isHalf: paired.has(tile),
    isHidden: tile.phone?.isHidden ?? false,
  }));
}

/** All tabs on one sheet, each below the one before it: on paper and in mails nobody opens tabs. */
export function stackTabs<Tile extends TilePlace & { tab?: string | undefined }>(
  tiles: readonly Tile[],
  tabs: readonly { id: string }[],
): Tile[] {
  if (tabs.length === 0) return [...tiles];
  let top = 0;
  return tabs.flatMap(({ id }) => {
    const own = tilesOfTab(tiles, tabs, id).map((tile) => ({ ...tile, y: tile.y + top }));
    top = Math.max(top, ...own.map(({ y, h }) => y + h));
    return own;
  });
}
