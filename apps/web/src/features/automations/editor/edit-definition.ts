import {
  type Definition,
  type Edge,
  node as nodeForm,
  type Node,
  type NodeKind,
  trigger as triggerForm,
  type Trigger,
  type TriggerKind,
} from '@causeway/contract/automations/definition.ts';
import { portsOf, reachableFrom, readGraph } from '@causeway/contract/automations/graph.ts';

// Changes of a workflow, each a new definition: what is undone is simply the one before.

export type Part = Trigger | Node;
/** Where a step is put: behind a port, perhaps between it and what it led to. */
export type Place = { from: string; port: string; to?: string | undefined };

export const STEP_WIDTH = 236;
export const STEP_HEIGHT = 58;
export const ROW_GAP = 120;

export function partsOf({ triggers, nodes }: Definition): Part[] {
  return [...triggers, ...nodes];
}

export function findPart(definition: Definition, id: string | undefined): Part | undefined {
  return partsOf(definition).find((part) => part.id === id);
}

export function isTrigger(definition: Definition, id: string): boolean {
  return definition.triggers.some((trigger) => trigger.id === id);
}

export function portsOfPart(definition: Definition, part: Part): string[] {
  return isTrigger(definition, part.id) ? ['out'] : portsOf(part as Node);
}

/** What a new step of a kind begins with; the schemas fill in the rest. */
const seeds: Partial<Record<NodeKind, object>> = {
  filter: { items: '', conditions: [emptyCondition()] },
  if: { conditions: [emptyCondition()] },
  sort: { items: '' },
  aggregate: { items: '', measures: [{ name: 'count', summary: 'count' }] },
  join: { left: '', right: '' },
  dedupe: { items: '' },
  parse: { text: '' },
  format: { value: '' },
  upsert: { rows: '' },
  switch: { value: '', cases: [{ name: 'one', equals: '' }] },
  forEach: { items: '' },
  set: { fields: [{ name: '', value: '' }] },
  code: { code: 'return { ...trigger };\n' },
};

function emptyCondition() {
  return { left: '', operator: 'equals', right: '' };
}

export function makeNode(kind: NodeKind, id: string, position: { x: number; y: number }): Node {
  return nodeForm.parse({ ...seeds[kind], kind, id, position });
}

/** Of a schedule, `zone` says whose nine o'clock it is: the project's. */
type NewTrigger = { kind: TriggerKind; zone: string };

export function makeTrigger(
  { kind, zone }: NewTrigger,
  id: string,
  position: Part['position'],
): Trigger {
  const settings: Partial<Record<TriggerKind, object>> = {
    schedule: { cron: '0 9 * * 1-5', zone },
    interval: { seconds: 3_600 },
    rows: { connectorId: null },
    objects: { connectorId: null, below: true },
    workflow: { workflowId: null },
    alert: { dashboardId: null },
  };
  return triggerForm.parse({ ...settings[kind], kind, id, position });
}

/** `query`, `query_2` …: short, as expressions name it. */
export function freeId(definition: Definition, wanted: string): string {
  const taken = new Set(partsOf(definition).map(({ id }) => id));
  const base = wanted.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).slice(0, 36);
  if (!taken.has(base)) return base;
  let count = 2;
  while (taken.has(`${base}_${count}`)) count += 1;
  return `${base}_${count}`;
}

export function addStep(definition: Definition, kind: NodeKind, place?: Place) {
  const id = freeId(definition, kind);
  if (!place || kind === 'note') {
    const node = makeNode(kind, id, freePosition(definition));
    return { id, definition: { ...definition, nodes: [...definition.nodes, node] } };
  }
  const from = findPart(definition, place.from);
  const to = findPart(definition, place.to);
  const position = { x: sidewards(definition, from, place), y: (from?.position.y ?? 0) + ROW_GAP };
  const moved = to ? makeRoom(definition, to) : definition;
  const node = makeNode(kind, id, position);
  const [way] = portsOf(node);
  const edges: Edge[] = [{ from: place.from, port: place.port, to: id }];
  if (to && way !== undefined) edges.push({ from: id, port: way, to: to.id });
  const kept = moved.edges.filter(
    (edge) => !(to && edge.from === place.from && edge.port === place.port && edge.to === to.id),
  );
  return {
    id,
    definition: { ...moved, nodes: [...moved.nodes, node], edges: [...kept, ...edges] },
  };
}

/** Ways out of one step stand side by side. */
function sidewards(definition: Definition, from: Part | undefined, { port, to }: Place): number {
  if (!from) return 0;
  const target = findPart(definition, to);
  if (target) return target.position.x;
  const ports = portsOfPart(definition, from);
  const middle = (ports.length - 1) / 2;
  const beside = definition.edges.filter((edge) => edge.from === from.id && edge.port === port);
  const shift = (ports.indexOf(port) - middle + beside.length) * (STEP_WIDTH + 44);
  return from.position.x + shift;
}

/** Everything from a step on moves down by a row. */
function makeRoom(definition: Definition, to: Part): Definition {
  const behind = reachableFrom(readGraph(definition), to.id).add(to.id);
  return {
    ...definition,
    nodes: definition.nodes.map((node) =>
      behind.has(node.id)
        ? { ...node, position: { x: node.position.x, y: node.position.y + ROW_GAP } }
        : node,
    ),
  };
}

function freePosition(definition: Definition) {
  const parts = partsOf(definition);
  const x = Math.max(0, ...parts.map(({ position }) => position.x)) + STEP_WIDTH + 44;
  return { x: parts.length === 0 ? 0 : x, y: Math.min(0, ...parts.map((one) => one.position.y)) };
}

export function addTrigger(definition: Definition, wanted: NewTrigger) {
  const id = freeId(definition, wanted.kind === 'manual' ? 'start' : wanted.kind);
  const made = makeTrigger(wanted, id, freePosition(definition));
  const first = definition.triggers[0];
  // What starts a workflow in another way starts the same steps.
  const edges = definition.edges
    .filter(({ from }) => from === first?.id)
    .map((edge) => ({ ...edge, from: id }));
  return {
    id,
    definition: {
      ...definition,
      triggers: [...definition.triggers, made],
      edges: [...definition.edges, ...edges],
    },
  };
}

/** Another trigger of this kind in its place, with the same lines. */
export function replaceTrigger(definition: Definition, id: string, wanted: NewTrigger): Definition {
  return {
    ...definition,
    triggers: definition.triggers.map((trigger) =>
      trigger.id === id
        ? { ...makeTrigger(wanted, id, trigger.position), title: trigger.title }
        : trigger,
    ),
  };
}

export function changePart(definition: Definition, id: string, patch: object): Definition {
  const apply = <One extends Part>(part: One): One =>
    part.id === id ? { ...part, ...patch } : part;
  return {
    ...definition,
    triggers: definition.triggers.map(apply),
    nodes: definition.nodes.map(apply),
  };
}

/** What came before it leads on to what came behind it. */
export function removePart(definition: Definition, id: string): Definition {
  const part = findPart(definition, id);
  if (!part) return definition;
  const [way] = portsOfPart(definition, part);
  const entering = definition.edges.filter((edge) => edge.to === id);
  const leaving = definition.edges.filter((edge) => edge.from === id && edge.port === way);
  const others = definition.edges.filter((edge) => edge.to !== id && edge.from !== id);
  const joined = entering.flatMap(({ from, port }) =>
    leaving.map(({ to }) => ({ from, port, to })),
  );
  return {
    ...definition,
    triggers: definition.triggers.filter((trigger) => trigger.id !== id),
    nodes: definition.nodes.filter((node) => node.id !== id),
    edges: unique([...others, ...joined]),
  };
}

export function duplicatePart(definition: Definition, id: string) {
  const node = definition.nodes.find((one) => one.id === id);
  if (!node) return undefined;
  const made = {
    ...node,
    id: freeId(definition, node.kind),
    position: { x: node.position.x + STEP_WIDTH + 44, y: node.position.y },
  };
  return { id: made.id, definition: { ...definition, nodes: [...definition.nodes, made] } };
}

export function connect(definition: Definition, edge: Edge): Definition {
  if (edge.from === edge.to || isTrigger(definition, edge.to)) return definition;
  return { ...definition, edges: unique([...definition.edges, edge]) };
}

export function disconnect(definition: Definition, gone: Edge): Definition {
  return { ...definition, edges: definition.edges.filter((edge) => keyOf(edge) !== keyOf(gone)) };
}

export function keyOf({ from, port, to }: Edge): string {
  return `${from} ${port} ${to}`;
}

function unique(edges: Edge[]): Edge[] {
  return [...new Map(edges.map((edge) => [keyOf(edge), edge])).values()];
}

export function moveParts(
  definition: Definition,
  positions: ReadonlyMap<string, { x: number; y: number }>,
): Definition {
  const move = <One extends Part>(part: One): One => {
    const position = positions.get(part.id);
    return position ? { ...part, position } : part;
  };
  return {
    ...definition,
    triggers: definition.triggers.map(move),
    nodes: definition.nodes.map(move),
  };
}
