import type {
  Definition,
  Edge,
  Node,
  WorkflowSettings,
} from '@causeway/contract/automations/definition.ts';
import { readGraph } from '@causeway/contract/automations/graph.ts';
import { templatesOf } from '@causeway/contract/automations/templated.ts';
import { codesIn, compileValue, type Value } from './values.ts';

/** A step ready to be run: its settings compiled, its place in the graph known. */
export type PlannedStep = {
  node: Node;
  entering: Edge[];
  /** Settings with expressions, by field. */
  values: [field: string, value: Value][];
  /** Expressions that go to the sandbox; mostly none. */
  codes: string[];
  /** The settings that the history shows as its input. */
  shown: string[];
};

/** Steps that run together: those of the whole, or those of one loop's body. */
export type ScopePlan = {
  /** Sources first. */
  steps: PlannedStep[];
};

export type Plan = {
  definition: Definition;
  settings: WorkflowSettings;
  /** By the forEach they belong to; '' is the top. */
  scopes: Map<string, ScopePlan>;
  concurrencyKey: Value | undefined;
};

/** Reads a definition once, so that a run only has to look things up. It has to be free of problems. */
export function makePlan(definition: Definition): Plan {
  const graph = readGraph(definition);
  const scopes = new Map<string, ScopePlan>([['', { steps: [] }]]);
  for (const id of graph.order) {
    const node = graph.nodes.get(id);
    if (!node || node.kind === 'note') continue;
    if (node.kind === 'forEach') scopes.set(id, { steps: [] });
    const scope = scopes.get(graph.scopeOf.get(id) ?? '');
    scope?.steps.push(planStep(node, graph.entering.get(id) ?? []));
  }
  const { settings } = definition;
  const { concurrencyKey } = settings;
  return {
    definition,
    settings,
    scopes,
    concurrencyKey: concurrencyKey === null ? undefined : compileValue(concurrencyKey),
  };
}

function planStep(node: Node, entering: Edge[]): PlannedStep {
  const values = templatesOf(node).map(([field, value]): [string, Value] => [
    field,
    compileValue(value),
  ]);
  // What a filter compares is asked for each item, so it is evaluated there.
  const asked = values.filter(([field]) => node.kind !== 'filter' || field !== 'conditions');
  return {
    node,
    entering,
    values,
    codes: asked.flatMap(([, value]) => codesIn(value)),
    shown: Object.keys(node).filter((field) => !housekeeping.has(field)),
  };
}

const housekeeping = new Set(['id', 'kind', 'title', 'position', 'retry', 'onError', 'inDoubt']);
