import type { Definition, Node, Problem } from './definition.ts';
import { ExpressionProblem, parseTemplate, type Template } from './expressions.ts';
import { ancestorsOf, type Graph, portsOf, readGraph } from './graph.ts';
import { templatesOf, textsIn } from './templated.ts';

/**
 * What keeps a workflow from running, as far as it can be seen in the workflow itself. Whether its
 * connectors, credentials and schedules exist is for the server to add.
 */
export function checkDefinition(definition: Definition): Problem[] {
  const crowded = findCrowded(definition);
  if (crowded) return [crowded];
  const graph = readGraph(definition);
  const problems = [
    ...checkTriggers(definition),
    ...checkNames(definition),
    ...checkEdges(definition, graph),
    ...checkCycles(definition, graph),
    ...checkLoops(definition, graph),
    ...definition.nodes.flatMap((node) => checkNode(node, graph)),
    ...checkConcurrencyKey(definition),
  ];
  return problems.slice(0, MOST_PROBLEMS);
}

const MOST_PROBLEMS = 200;
const MOST_EXPRESSIONS = 2_000;

/** More expressions than anybody writes: not even looked at, which would take long. */
export function findCrowded({ nodes }: Definition): Problem | undefined {
  let count = 0;
  for (const node of nodes) {
    for (const [field, value] of templatesOf(node)) {
      for (const [, text] of textsIn(value, field)) {
        for (let at = text.indexOf('{{'); at !== -1; at = text.indexOf('{{', at + 2)) {
          count += 1;
          if (count <= MOST_EXPRESSIONS) continue;
          const message = `A workflow has at most ${MOST_EXPRESSIONS} expressions.`;
          return problemAt('expression', message, { place: node.id, field, reason: 'crowded' });
        }
      }
    }
  }
  return undefined;
}

export function problemAt(
  code: Problem['code'],
  message: string,
  where: Partial<Omit<Problem, 'code' | 'message'>> = {},
): Problem {
  const nowhere = { place: null, field: null, at: null, reason: null, name: null };
  return { code, message, ...nowhere, isWarning: false, ...where };
}

function checkTriggers({ triggers }: Definition): Problem[] {
  if (triggers.length === 0) return [problemAt('no-trigger', 'Nothing starts this workflow.')];
  const hooks = triggers.filter(({ kind }) => kind === 'webhook');
  const problems = hooks.slice(1).map(({ id }) => {
    return problemAt('double-trigger', 'A workflow has one webhook.', { place: id });
  });
  for (const trigger of triggers) {
    const missing = missingOfTrigger(trigger);
    if (!missing) continue;
    problems.push(problemAt('missing', 'This is missing.', { place: trigger.id, field: missing }));
  }
  return problems;
}

function missingOfTrigger(trigger: Definition['triggers'][number]): string | undefined {
  if (trigger.kind === 'schedule') return trigger.cron === '' ? 'cron' : undefined;
  if (trigger.kind === 'workflow') return trigger.workflowId === null ? 'workflowId' : undefined;
  if (trigger.kind === 'alert') return trigger.dashboardId === null ? 'dashboardId' : undefined;
  if (trigger.kind === 'objects') return trigger.connectorId === null ? 'connectorId' : undefined;
  if (trigger.kind === 'webhook') {
    const { auth } = trigger;
    return auth.kind !== 'none' && auth.credentialId === null ? 'auth.credentialId' : undefined;
  }
  if (trigger.kind !== 'rows') return undefined;
  if (trigger.connectorId === null) return 'connectorId';
  if (trigger.table === '') return 'table';
  return trigger.by.kind === 'polling' && trigger.by.column === '' ? 'by.column' : undefined;
}

function checkNames({ triggers, nodes }: Definition): Problem[] {
  const seen = new Set<string>();
  return [...triggers, ...nodes].flatMap(({ id }) => {
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    return [problemAt('double-id', `Two steps are called ${id}.`, { place: id, field: 'id' })];
  });
}

function checkEdges({ triggers, edges }: Definition, graph: Graph): Problem[] {
  const starts = new Set(triggers.map(({ id }) => id));
  return edges.flatMap((edge) => {
    const from = graph.nodes.get(edge.from);
    const isKnown = (from ?? starts.has(edge.from)) && graph.nodes.has(edge.to);
    if (!isKnown) {
      const place = graph.nodes.has(edge.to) ? edge.to : edge.from;
      return [
        problemAt('unknown-edge-end', 'A line leads to a step that is not there.', { place }),
      ];
    }
    const ports = from ? portsOf(from) : ['out'];
    if (ports.includes(edge.port)) return [];
    const message = `${edge.from} has no way out called ${edge.port}.`;
    return [problemAt('unknown-port', message, { place: edge.from })];
  });
}

/** What the order leaves out but nothing of it leads out of is in a cycle. */
function checkCycles({ nodes }: Definition, graph: Graph): Problem[] {
  const sorted = new Set(graph.order);
  const stuck = nodes.filter(({ id }) => !sorted.has(id));
  return stuck
    .filter(({ id }) => ancestorsOf(graph, id).has(id))
    .map(({ id }) => problemAt('cycle', 'These steps lead back to themselves.', { place: id }));
}

/** A loop is entered by `each` and left by `done`, and by nothing else. */
function checkLoops({ nodes, edges }: Definition, graph: Graph): Problem[] {
  const problems = edges.flatMap((edge) => {
    const from = graph.nodes.get(edge.from);
    const entersLoop = from?.kind === 'forEach' && edge.port === 'each';
    const expected = entersLoop ? edge.from : (graph.scopeOf.get(edge.from) ?? null);
    if (!graph.nodes.has(edge.to) || expected === (graph.scopeOf.get(edge.to) ?? null)) return [];
    const message = 'Steps of a loop and steps behind it can not be connected.';
    return [problemAt('leaves-loop', message, { place: edge.to })];
  });
  const idle = nodes.filter(({ id, kind }) => kind !== 'note' && !graph.entering.has(id));
  const warnings = idle.map(({ id }) => {
    const message = 'Nothing leads to this step.';
    return problemAt('unreachable', message, { place: id, isWarning: true });
  });
  return [...problems, ...warnings];
}

function checkNode(node: Node, graph: Graph): Problem[] {
  const missing = missingOfNode(node).map((field) =>
    problemAt('missing', 'This is missing.', { place: node.id, field }),
  );
  const known = ancestorsOf(graph, node.id);
  const inExpressions = templatesOf(node).flatMap(([field, value]) =>
    [...textsIn(value, field)].flatMap(([path, text]) =>
      checkTemplate(text, known).map((found) => ({ ...found, place: node.id, field: path })),
    ),
  );
  return [...missing, ...inExpressions, ...checkFilter(node)];
}

/** A filter asks for each item, which the sandbox would be too slow for. */
function checkFilter(node: Node): Problem[] {
  if (node.kind !== 'filter') return [];
  return [...textsIn(node.conditions, 'conditions')].flatMap(([field, text]) => {
    const code = findCode(text);
    if (code === undefined) return [];
    const message = 'A filter compares plain paths. Use a code step for more.';
    const where = { place: node.id, field, at: code };
    return [problemAt('expression', message, { ...where, reason: 'filter-path' })];
  });
}

function findCode(text: string): number | undefined {
  try {
    const part = parseTemplate(text).parts.find(({ kind }) => kind === 'code');
    return part?.kind === 'code' ? part.at : undefined;
  } catch {
    return undefined;
  }
}

function missingOfNode(node: Node): string[] {
  const needed: Partial<Record<Node['kind'], string[]>> = {
    query: ['connectorId', 'sql'],
    execute: ['connectorId', 'sql'],
    upsert: ['connectorId', 'table', 'keys'],
    object: ['connectorId'],
    operation: ['operation'],
    code: ['code'],
    http: ['url'],
    ai: ['prompt'],
    mail: ['to', 'subject'],
    workflow: ['workflowId'],
    if: ['conditions'],
    switch: ['cases'],
    sort: ['by'],
    join: ['leftKey', 'rightKey'],
    forEach: ['items'],
  };
  const settings = node as unknown as Record<string, unknown>;
  return (needed[node.kind] ?? []).filter((field) => {
    const value = settings[field];
    const isText = typeof value === 'string' && value.trim() === '';
    return value === null || value === undefined || isText || isEmptyList(value);
  });
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Whether its expressions can be read, and only name steps that come before. */
export function checkTemplate(text: string, known: ReadonlySet<string>): Problem[] {
  let template: Template;
  try {
    template = parseTemplate(text);
  } catch (error) {
    if (!(error instanceof ExpressionProblem)) throw error;
    return [problemAt('expression', error.message, { at: error.at, reason: error.reason })];
  }
  return template.parts.flatMap((part) => {
    if (part.kind !== 'path' || part.path[0] !== 'steps') return [];
    const named = String(part.path[1] ?? '');
    if (known.has(named)) return [];
    const message = `There is no step ${named} before this one.`;
    return [problemAt('unknown-step', message, { at: part.at, name: named })];
  });
}

function checkConcurrencyKey({ settings }: Definition): Problem[] {
  const { concurrencyKey } = settings;
  if (concurrencyKey === null) return [];
  const where = { place: 'settings', field: 'concurrencyKey' };
  const code = findCode(concurrencyKey);
  if (code !== undefined) {
    const message = 'A key is made of plain paths.';
    return [problemAt('expression', message, { ...where, at: code, reason: 'key-path' })];
  }
  return checkTemplate(concurrencyKey, new Set()).map((found) => ({ ...found, ...where }));
}
