import type { Definition } from '@causeway/contract/automations/definition.ts';
import { graphlib, layout } from '@dagrejs/dagre';
import {
  moveParts,
  type Part,
  partsOf,
  portsOfPart,
  STEP_HEIGHT,
  STEP_WIDTH,
} from './edit-definition.ts';

/** What was written by hand or by a program says of no step where it stands: then all are laid out. */
export function placeParts(definition: Definition): Definition {
  const [first, ...others] = partsOf(definition);
  const isPlaced = others.some(
    ({ position: { x, y } }) => x !== first?.position.x || y !== first.position.y,
  );
  return isPlaced || others.length === 0 ? definition : layOut(definition);
}

/** Steps in rows, what starts them on top; ways out of a step keep their order from left to right. */
export function layOut(definition: Definition): Definition {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 44, ranksep: 62 });
  graph.setDefaultEdgeLabel(() => ({}));
  const parts = partsOf(definition).filter(({ kind }) => kind !== 'note');
  for (const { id } of parts) graph.setNode(id, { width: STEP_WIDTH, height: STEP_HEIGHT });
  for (const part of parts) {
    for (const port of portsOfPart(definition, part)) {
      for (const { to } of definition.edges.filter(
        (edge) => edge.from === part.id && edge.port === port,
      )) {
        if (graph.hasNode(to)) graph.setEdge(part.id, to);
      }
    }
  }
  layout(graph, { constraints: besides(definition, parts) });
  const placed = parts.map(({ id }): [string, { x: number; y: number }] => {
    const { x = 0, y = 0 } = graph.node(id) as { x?: number; y?: number };
    return [id, { x: Math.round(x - STEP_WIDTH / 2), y: Math.round(y - STEP_HEIGHT / 2) }];
  });
  return moveParts(definition, new Map(placed));
}

/** What is led to by ways out that stand side by side stands side by side too, so that no lines cross. */
function besides(definition: Definition, parts: Part[]) {
  return parts.flatMap((part) => {
    const targets = portsOfPart(definition, part).flatMap((port) =>
      definition.edges
        .filter((edge) => edge.from === part.id && edge.port === port)
        .map(({ to }) => to),
    );
    return targets.slice(1).map((right, index) => ({ left: targets[index] ?? '', right }));
  });
}
