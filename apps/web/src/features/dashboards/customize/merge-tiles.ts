import {
  isAsking,
  type DashboardTab,
  type Tile,
  type TileContent,
} from '@causeway/contract/dashboards/dashboards.ts';
import { settleTabs } from './arrange.ts';

/** Whose change it is: one side left the tile as it was, or both did something else with it. */
export type Side = 'mine' | 'theirs' | 'both';
export type Choice = 'mine' | 'theirs';
export type Aspect =
  | 'added'
  | 'removed'
  | 'title'
  | 'kind'
  | 'query'
  | 'chart'
  | 'format'
  | 'values'
  | 'text'
  | 'behaviour'
  | 'tab'
  | 'phone';

export type TileChange = {
  id: string;
  side: Side;
  mine: Tile | undefined;
  theirs: Tile | undefined;
  /** What each did to the tile both began with. */
  byMe: Aspect[];
  byThem: Aspect[];
};

export type Difference = {
  tiles: TileChange[];
  /** Who moved or resized tiles that both have; nobody where the places are the same. */
  places: Side | undefined;
};

type Sides = { base: readonly Tile[]; mine: readonly Tile[]; theirs: readonly Tile[] };

/** What two people did to the same dashboard, tile by tile; places as a whole, since tiles make room for each other. */
export function findDifference({ base, mine, theirs }: Sides): Difference {
  const [before, ours, others] = [byId(base), byId(mine), byId(theirs)];
  const ids = [...new Set([...mine, ...theirs].map(({ id }) => id))];
  const tiles = ids.flatMap((id): TileChange[] => {
    const [was, my, their] = [before.get(id), ours.get(id), others.get(id)];
    if (isSame(contentOf(my), contentOf(their))) return [];
    const byMe = aspectsOf(was, my);
    const byThem = aspectsOf(was, their);
    return [
      {
        id,
        side: sideOf(byMe.length > 0, byThem.length > 0),
        mine: my,
        theirs: their,
        byMe,
        byThem,
      },
    ];
  });
  const shared = ids.filter((id) => ours.has(id) && others.has(id));
  const placesIn = (all: Map<string, Tile>) => shared.map((id) => placeOf(all.get(id)));
  const isApart = !isSame(placesIn(ours), placesIn(others));
  const moved = (all: Map<string, Tile>) => !isSame(placesIn(all), placesIn(before));
  return { tiles, places: isApart ? sideOf(moved(ours), moved(others)) : undefined };
}

export type Choices = {
  tiles: Record<string, Choice>;
  places: Choice;
  /** Of tabs that one side removed and the other uses. */
  tabs?: Record<string, Choice>;
};

type Compared = Difference & { tabs?: readonly { id: string; removedBy: Choice }[] };

/** Each side's own changes stay; where both changed something, mine, until somebody chooses. */
export function firstChoices({ tiles, places, tabs = [] }: Compared): Choices {
  const choose = (side: Side | undefined): Choice => (side === 'theirs' ? 'theirs' : 'mine');
  return {
    tiles: Object.fromEntries(tiles.map(({ id, side }) => [id, choose(side)])),
    places: choose(places),
    // A tab that is used is not lost by itself.
    tabs: Object.fromEntries(
      tabs.map(({ id, removedBy }) => [id, removedBy === 'mine' ? 'theirs' : 'mine']),
    ),
  };
}

export function mergeTiles(
  { mine, theirs }: Omit<Sides, 'base'>,
  choices: Choices,
  tabs: readonly DashboardTab[] = [],
): Tile[] {
  const [ours, others] = [byId(mine), byId(theirs)];
  const ids = [...new Set([...mine, ...theirs].map(({ id }) => id))];
  const [first, second] = choices.places === 'mine' ? [ours, others] : [others, ours];
  const merged = ids.flatMap((id): Tile[] => {
    const from = choices.tiles[id] === 'theirs' ? others : ours;
    // Both have the same content where nothing was to be chosen.
    const content = id in choices.tiles ? from.get(id) : (ours.get(id) ?? others.get(id));
    const place = placeOf(first.get(id) ?? second.get(id));
    return content ? [{ ...content, ...place }] : [];
  });
  return settleTabs(merged, tabs);
}

function sideOf(isMine: boolean, isTheirs: boolean): Side {
  if (isMine && isTheirs) return 'both';
  return isTheirs ? 'theirs' : 'mine';
}

function aspectsOf(from: Tile | undefined, to: Tile | undefined): Aspect[] {
  if (!from && !to) return [];
  if (!from) return ['added'];
  if (!to) return ['removed'];
  const compared: [Aspect, (tile: Tile) => unknown][] = [
    ['title', ({ title }) => title],
    ['kind', ({ kind }) => kind],
    ['query', (tile) => (isAsking(tile) ? tile.queryId : null)],
    ['chart', drawingOf],
    ['format', (tile) => (isAsking(tile) ? tile.formats : null)],
    ['values', (tile) => (isAsking(tile) ? tile.parameters : [])],
    ['text', wordsOf],
    ['behaviour', (tile) => (isAsking(tile) ? tile.click : null)],
    ['tab', ({ tab }) => tab],
    ['phone', ({ phone }) => phone],
  ];
  return compared.flatMap(([aspect, read]) => (isSame(read(from), read(to)) ? [] : [aspect]));
}

/** What only the kind of the tile knows of how it is drawn. */
function drawingOf(tile: Tile): unknown {
  if (tile.kind === 'chart') return [tile.chart, tile.rest];
  if (tile.kind === 'pivot') return tile.pivot;
  if (tile.kind === 'gauge') return { goal: tile.goal, look: tile.look };
  return tile.kind === 'number' ? tile.isDownGood : null;
}

/** What is written on it. */
function wordsOf(tile: Tile): unknown {
  if (tile.kind === 'link') return [tile.text, tile.href];
  if (tile.kind === 'image') return [tile.connectorId, tile.path, tile.alt, tile.fit];
  return tile.kind === 'text' ? tile.text : null;
}

function contentOf(tile: Tile | undefined): TileContent | undefined {
  if (!tile) return undefined;
  const { x: _x, y: _y, w: _w, h: _h, ...content } = tile;
  return content;
}

function placeOf(tile: Tile | undefined) {
  if (!tile) return undefined;
  const { x, y, w, h } = tile;
  return { x, y, w, h };
}

function byId(tiles: readonly Tile[]): Map<string, Tile> {
  return new Map(tiles.map((tile) => [tile.id, tile]));
}

/** Whatever order the fields come in. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, sortFields) === JSON.stringify(other, sortFields);
}

function sortFields(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
