import type { DiagramReference, DiagramTable } from '@causeway/contract/tables/diagram.ts';
import { settingsNameOf } from '@causeway/contract/tables/names.ts';
import { graphlib, layout } from '@dagrejs/dagre';

/** Sizes of a table on the canvas; its style has the same. */
export const TABLE_WIDTH = 240;
const HEAD_HEIGHT = 34;
const LINE_HEIGHT = 22;
const EDGES = 10;
const GAP = 28;
const LAYER_GAP = 96;

export type Placed = { id: string; table: DiagramTable; x: number; y: number; height: number };
type Joined = { id: string; reference: DiagramReference; from: Placed; to: Placed };
export type DrawnDiagram = { tables: Placed[]; references: Joined[] };

export function idOf({ schema, name }: Pick<DiagramTable, 'schema' | 'name'>): string {
  return settingsNameOf({ schema, table: name });
}

/**
 * Tables in layers, those that are referred to left of those that refer to them, so that references
 * read from right to left. Tables without any stand below in lines.
 */
export function layOut(tables: DiagramTable[], references: DiagramReference[]): DrawnDiagram {
  const joined = new Set(
    references.flatMap(({ from, to }) => [settingsNameOf(from), settingsNameOf(to)]),
  );
  const layered = placeInLayers(
    tables.filter((table) => joined.has(idOf(table))),
    references,
  );
  const alone = tables.filter((table) => !joined.has(idOf(table)));
  const placed = [...layered, ...placeInLines(alone, extentOf(layered))];
  const byId = new Map(placed.map((one) => [one.id, one]));
  return {
    tables: placed,
    references: references.flatMap((reference, place) => {
      const from = byId.get(settingsNameOf(reference.from));
      const to = byId.get(settingsNameOf(reference.to));
      // The name of a rule is that of its table alone.
      return from && to ? [{ id: `${place} ${reference.name}`, reference, from, to }] : [];
    }),
  };
}

function placeInLayers(tables: DiagramTable[], references: DiagramReference[]): Placed[] {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: GAP, ranksep: LAYER_GAP, ranker: 'network-simplex' });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const table of tables) {
    graph.setNode(idOf(table), { width: TABLE_WIDTH, height: heightOf(table) });
  }
  for (const { from, to } of references) {
    const [source, target] = [settingsNameOf(to), settingsNameOf(from)];
    if (source !== target) graph.setEdge(source, target);
  }
  layout(graph);
  return tables.map((table) => {
    const height = heightOf(table);
    // The middle of it is what was laid out.
    const { x = 0, y = 0 } = graph.node(idOf(table)) as { x?: number; y?: number };
    return { id: idOf(table), table, x: x - TABLE_WIDTH / 2, y: y - height / 2, height };
  });
}

function placeInLines(tables: DiagramTable[], above: { width: number; bottom: number }): Placed[] {
  const perLine = Math.max(3, Math.floor((above.width + GAP) / (TABLE_WIDTH + GAP)));
  const placed: Placed[] = [];
  let y = above.bottom;
  for (let start = 0; start < tables.length; start += perLine) {
    const line = tables.slice(start, start + perLine);
    for (const [place, table] of line.entries()) {
      const x = place * (TABLE_WIDTH + GAP);
      placed.push({ id: idOf(table), table, x, y, height: heightOf(table) });
    }
    y += Math.max(...line.map(heightOf)) + GAP;
  }
  return placed;
}

function extentOf(placed: Placed[]): { width: number; bottom: number } {
  if (placed.length === 0) return { width: 4 * TABLE_WIDTH, bottom: 0 };
  return {
    width: Math.max(...placed.map(({ x }) => x + TABLE_WIDTH)),
    bottom: Math.max(...placed.map(({ y, height }) => y + height)) + 2 * GAP,
  };
}

function heightOf({ columns, columnCount }: DiagramTable): number {
  const lines = columns.length + (columnCount > columns.length ? 1 : 0);
  return HEAD_HEIGHT + lines * LINE_HEIGHT + EDGES;
}
