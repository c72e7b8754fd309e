import { isFarFrom, type Plan, type PlanNode } from './plan-tree.ts';

/** A node as EXPLAIN tells it; when it was run it has other names, and says how it went. */
type RawNode = {
  name?: string;
  operator_name?: string;
  operator_cardinality?: number;
  /** Seconds of its own, without what lies below. */
  operator_timing?: number;
  extra_info?: Record<string, string | string[]>;
  children?: RawNode[];
};

/** Reads what DuckDB's EXPLAIN (FORMAT JSON) answers; undefined where it is no plan. */
export function readDuckPlan(answer: unknown): Plan | undefined {
  const isAnalyzed = !Array.isArray(answer);
  const [top] = isAnalyzed ? ((answer as RawNode | null)?.children ?? []) : (answer as RawNode[]);
  // What was run stands below the EXPLAIN itself.
  const raw = nameOf(top) === 'EXPLAIN_ANALYZE' ? top?.children?.[0] : top;
  if (!raw) return undefined;
  const packed = withoutPacking(raw);
  const latency = (answer as { latency?: number }).latency;
  return {
    root: toNode(packed, { total: isAnalyzed ? secondsOf(packed) : undefined, id: '0' }),
    planningMs: undefined,
    executionMs: latency === undefined ? undefined : latency * 1_000,
  };
}

type Reading = { total: number | undefined; id: string };

function toNode(raw: RawNode, { total, id }: Reading): PlanNode {
  const guess = raw.extra_info?.['Estimated Cardinality'];
  const rows = typeof guess === 'string' ? Number(guess) : undefined;
  const { operator_cardinality: found = 0, operator_timing: seconds = 0 } = raw;
  const isAnalyzed = total !== undefined;
  return {
    id,
    title: titleOf(raw),
    subject: subjectOf(raw),
    notes: notesOf(raw),
    rows,
    cost: undefined,
    actual: isAnalyzed ? { rows: found, milliseconds: seconds * 1_000 } : undefined,
    share: isAnalyzed ? seconds / Math.max(total, Number.EPSILON) : undefined,
    isMisjudged: isAnalyzed && rows !== undefined && isFarFrom(rows, found),
    children: (raw.children ?? []).map((child, place) =>
      toNode(child, { total, id: `${id}.${place}` }),
    ),
  };
}

/** Steps that only make values smaller on their way and larger again say nothing to a reader. */
function withoutPacking(raw: RawNode): RawNode {
  const children = (raw.children ?? []).map(withoutPacking);
  const [only] = children;
  const { Projections: made } = raw.extra_info ?? {};
  const isPacking =
    nameOf(raw) === 'PROJECTION' &&
    listOf(made).every((part) => /^(#\d+|__internal_\w+\(.*\))$/.test(part));
  if (!isPacking || !only || children.length > 1) return { ...raw, children };
  const seconds = (raw.operator_timing ?? 0) + (only.operator_timing ?? 0);
  return { ...only, operator_timing: seconds };
}

function secondsOf({ operator_timing: own = 0, children = [] }: RawNode): number {
  return children.reduce((sum, child) => sum + secondsOf(child), own);
}

/** `HASH_JOIN` of type LEFT is a Hash Left Join. */
function titleOf(raw: RawNode): string {
  const words = nameOf(raw)
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase());
  const join = raw.extra_info?.['Join Type'];
  if (words.at(-1) !== 'Join' || typeof join !== 'string' || join === 'INNER') {
    return words.join(' ');
  }
  const kind = join.charAt(0) + join.slice(1).toLowerCase();
  return [...words.slice(0, -1), kind, 'Join'].join(' ');
}

function subjectOf({ extra_info: info = {} }: RawNode): string {
  return [...listOf(info['Filename(s)']), ...listOf(info['CTE Name'])].join(', ');
}

const NOTES = [
  'Conditions',
  'Filters',
  'Expression',
  'Groups',
  'Aggregates',
  'Order By',
  'Projections',
];

function notesOf({ extra_info: info = {} }: RawNode): string[] {
  return NOTES.flatMap((name) => {
    // A place in the step below is no name anybody knows.
    const parts = listOf(info[name]).filter((part) => part !== '' && !/^#\d+$/.test(part));
    return parts.length > 0 ? [`${name}: ${parts.join(', ')}`] : [];
  });
}

function nameOf(raw: RawNode | undefined): string {
  return (raw?.operator_name ?? raw?.name ?? '').trim();
}

function listOf(value: string | string[] | undefined): string[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
