import {
  findRoom,
  GRID_COLUMNS,
  onPhone,
  tilesOfTab,
  type TilePlace,
} from '@causeway/contract/dashboards/layout.ts';
import type { DashboardTab, Tile } from '@causeway/contract/dashboards/dashboards.ts';
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

/** Each tab by itself: what lies on another makes no room. */
export function settleTabs(tiles: readonly Tile[], tabs: readonly DashboardTab[]): Tile[] {
  if (tabs.length === 0) return settleTiles(tiles);
  return tabs.flatMap(({ id }) => settleTiles(tilesOfTab(tiles, tabs, id)));
}

type OnTabs = { tiles: readonly Tile[]; tabs: readonly DashboardTab[] };

/** Onto another tab, where there is room. */
export function moveToTab({ tiles, tabs }: OnTabs, id: string, tabId: string): Tile[] {
  return tiles.map((tile) => {
    if (tile.id !== id) return tile;
    const { w, h } = tile;
    const room = findRoom(tilesOfTab(tiles, tabs, tabId), { w, h });
    return { ...tile, ...room, tab: tabId };
  });
}

/** What lay on it goes below what is on the first of the others. */
export function removeTab({ tiles, tabs }: OnTabs, id: string) {
  const left = tabs.filter((tab) => tab.id !== id);
  const [first] = left;
  if (!first) return { tiles: tiles.map((tile) => ({ ...tile, tab: undefined })), tabs: left };
  const moving = new Set(tilesOfTab(tiles, tabs, id).map((tile) => tile.id));
  const bottom = Math.max(
    0,
    ...tilesOfTab(tiles, tabs, first.id).flatMap(({ id: one, y, h }) =>
      moving.has(one) ? [] : [y + h],
    ),
  );
  return {
    tabs: left,
    tiles: tiles.map((tile) =>
      moving.has(tile.id) ? { ...tile, tab: first.id, y: tile.y + bottom } : tile,
    ),
  };
}

/** One step earlier or later on a phone. From then on all of them have a place of their own there. */
export function movePhone(tiles: readonly Tile[], id: string, step: -1 | 1): Tile[] {
  const ids = onPhone(tiles).map(({ tile }) => tile.id);
  const at = ids.indexOf(id);
  const to = at + step;
  if (at < 0 || to < 0 || to >= ids.length) return [...tiles];
  ids.splice(to, 0, ...ids.splice(at, 1));
  return tiles.map((tile) => ({ ...tile, phone: { ...tile.phone, place: ids.indexOf(tile.id) } }));
}

export function changePhone(
  tiles: readonly Tile[],
  id: string,
  part: NonNullable<Tile['phone']>,
): Tile[] {
  return tiles.map((tile) =>
    tile.id === id ? { ...tile, phone: { ...tile.phone, ...part } } : tile,
  );
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
