import { GRID_COLUMNS, type TilePlace } from '@causeway/contract/dashboards/layout.ts';
import type { Tile } from '@causeway/contract/dashboards/dashboards.ts';
import { moveElement, verticalCompactor, type LayoutItem } from 'react-grid-layout/core';

const HIGHEST = 60;

/** Tiles as the grid wants them. */
export function layoutOf(tiles: readonly Tile[]): LayoutItem[] {
  return tiles.map(({ id, x, y, w, h }) => ({ i: id, x, y, w, h }));
}

/** Tiles where a layout has them. */
export function placeTiles(tiles: readonly Tile[], layout: readonly LayoutItem[]): Tile[] {
  const places = new Map(layout.map(({ i, x, y, w, h }) => [i, { x, y, w, h }]));
  return tiles.map((tile) => ({ ...tile, ...places.get(tile.id) }));
}

/** Without holes, as the grid draws them: tiles rise until something is above them. */
export function settleTiles(tiles: readonly Tile[]): Tile[] {
  return placeTiles(tiles, verticalCompactor.compact(layoutOf(tiles), GRID_COLUMNS));
}

export type Step = 'left' | 'right' | 'up' | 'down';

/** One step aside, or past the tile above or below; others make room. */
export function moveTile(tiles: readonly Tile[], id: string, step: Step): Tile[] {
  const tile = tiles.find((one) => one.id === id);
  if (!tile) return [...tiles];
  if (step === 'left' || step === 'right') {
    const x = tile.x + (step === 'left' ? -1 : 1);
    return x < 0 || x + tile.w > GRID_COLUMNS ? [...tiles] : put(tiles, tile, { x, y: tile.y });
  }
  const column = tiles.filter((one) => one.id !== id && sharesColumn(one, tile));
  if (step === 'up') {
    const above = column.filter(({ y }) => y < tile.y);
    const y = Math.max(0, ...above.map((one) => one.y));
    return put(tiles, tile, { x: tile.x, y });
  }
  const below = column.filter(({ y }) => y >= tile.y + tile.h);
  if (below.length === 0) return [...tiles];
  const y = Math.min(...below.map((one) => one.y + one.h));
  return settleTiles(tiles.map((one) => (one.id === id ? { ...one, y } : one)));
}

/** As large as asked for, as far as the grid allows. */
export function resizeTile(
  tiles: readonly Tile[],
  id: string,
  size: Partial<Pick<TilePlace, 'w' | 'h'>>,
): Tile[] {
  return settleTiles(
    tiles.map((tile) => {
      if (tile.id !== id) return tile;
      const w = clamp(size.w ?? tile.w, GRID_COLUMNS);
      const h = clamp(size.h ?? tile.h, HIGHEST);
      return { ...tile, w, h, x: Math.min(tile.x, GRID_COLUMNS - w) };
    }),
  );
}

function put(tiles: readonly Tile[], tile: Tile, { x, y }: { x: number; y: number }): Tile[] {
  const layout = layoutOf(tiles);
  const item = layout.find(({ i }) => i === tile.id);
  if (!item) return [...tiles];
  const moved = moveElement(layout, item, x, y, true, false, 'vertical', GRID_COLUMNS);
  return settleTiles(placeTiles(tiles, moved));
}

function sharesColumn(one: TilePlace, other: TilePlace): boolean {
  return one.x < other.x + other.w && other.x < one.x + one.w;
}

function clamp(value: number, most: number): number {
  return Math.max(1, Math.min(most, Math.round(value)));
}
