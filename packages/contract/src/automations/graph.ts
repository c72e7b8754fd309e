import type { Definition, Edge, Node } from './definition.ts';

/** The ports edges of a node can leave by. */
export function portsOf(node: Node): string[] {
  return [...plainPorts(node), ...('onError' in node && node.onError === 'route' ? ['error'] : [])];
}

function plainPorts(node: Node): string[] {
  switch (node.kind) {
    case 'if':
      return ['true', 'false'];
    case 'switch':
      return [...node.cases.map(({ name }) => name), 'else'];
    case 'forEach':
      return ['each', 'done'];
    case 'approval':
      return ['approved', 'rejected'];
    case 'stop':
    case 'note':
      return [];
    default:
      return ['out'];
  }
}

export type Graph = {
  nodes: Map<string, Node>;
  leaving: Map<string, Edge[]>;
  entering: Map<string, Edge[]>;
  /** Sources first; what is in a cycle, or hangs on one, is missing. */
  order: string[];
  /** The forEach a node belongs to, the innermost; null at the top. */
  scopeOf: Map<string, string | null>;
};

export function readGraph({ triggers, nodes, edges }: Definition): Graph {
  const known = new Set([...triggers, ...nodes].map(({ id }) => id));
  const leaving = new Map<string, Edge[]>();
  const entering = new Map<string, Edge[]>();
  for (const edge of edges) {
    if (!known.has(edge.from) || !known.has(edge.to)) continue;
    push(leaving, edge.from, edge);
    push(entering, edge.to, edge);
  }
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const order = sortByEdges([...known], leaving, entering);
  const graph = {
    nodes: byId,
    leaving,
    entering,
    order,
    scopeOf: new Map<string, string | null>(),
  };
  for (const id of known) graph.scopeOf.set(id, null);
  // Outer loops come before inner ones, so what an inner one reaches is its own in the end.
  for (const id of order) {
    if (byId.get(id)?.kind !== 'forEach') continue;
    for (const inside of reachableFrom(graph, id, 'each')) graph.scopeOf.set(inside, id);
  }
  return graph;
}

function push(lists: Map<string, Edge[]>, key: string, edge: Edge): void {
  const list = lists.get(key);
  if (list) list.push(edge);
  else lists.set(key, [edge]);
}

function sortByEdges(
  ids: string[],
  leaving: Map<string, Edge[]>,
  entering: Map<string, Edge[]>,
): string[] {
  const open = new Map(ids.map((id) => [id, entering.get(id)?.length ?? 0]));
  const order = ids.filter((id) => open.get(id) === 0);
  for (const id of order) {
    for (const { to } of leaving.get(id) ?? []) {
      const left = (open.get(to) ?? 0) - 1;
      open.set(to, left);
      if (left === 0) order.push(to);
    }
  }
  return order;
}

/** Everything behind a node, or behind one port of it. */
export function reachableFrom(
  { leaving }: Pick<Graph, 'leaving'>,
  id: string,
  port?: string,
): Set<string> {
  const found = new Set<string>();
  const first = (leaving.get(id) ?? []).filter((edge) => port === undefined || edge.port === port);
  const next = first.map(({ to }) => to);
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    if (found.has(at)) continue;
    found.add(at);
    for (const { to } of leaving.get(at) ?? []) next.push(to);
  }
  return found;
}

/** Everything in front of a node: the steps whose outputs it can read. */
export function ancestorsOf({ entering }: Pick<Graph, 'entering'>, id: string): Set<string> {
  const found = new Set<string>();
  const next = (entering.get(id) ?? []).map(({ from }) => from);
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    if (found.has(at)) continue;
    found.add(at);
    for (const { from } of entering.get(at) ?? []) next.push(from);
  }
  return found;
}

/**
 * The trigger a test begins at: one that leads to the step it goes up to, or to any step at all; of
 * those the first that is preferred.
 */
export function triggerToTry(
  definition: Definition,
  { upTo, preferred }: { upTo: string | undefined; preferred: readonly string[] },
): string | undefined {
  const graph = readGraph(definition);
  const before = upTo === undefined ? undefined : ancestorsOf(graph, upTo);
  const ids = definition.triggers.map(({ id }) => id);
  const leading = ids.filter((id) => (before ? before.has(id) : graph.leaving.has(id)));
  return preferred.find((id) => leading.includes(id)) ?? leading[0] ?? ids[0];
}
