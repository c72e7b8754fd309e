/** A node of a plan, as people read it. */
export type PlanNode = {
  id: string;
  /** Hash Join, Seq Scan … */
  title: string;
  /** On which table, with which index. */
  subject: string;
  /** Conditions and keys, in the database's words. */
  notes: string[];
  /** What was expected; not every node has a guess, and DuckDB has no costs. */
  rows: number | undefined;
  cost: number | undefined;
  /** Only of a plan that was run: rows and milliseconds over all rounds. */
  actual: { rows: number; milliseconds: number } | undefined;
  /** Its own part of the whole, without what lies below; 0 to 1. */
  share: number | undefined;
  /** The estimate is ten times off or more, one way or the other. */
  isMisjudged: boolean;
  children: PlanNode[];
};

export type Plan = {
  root: PlanNode;
  planningMs: number | undefined;
  executionMs: number | undefined;
};

type RawNode = Record<string, unknown> & { Plans?: RawNode[] };

const NOTES = [
  'Index Cond',
  'Recheck Cond',
  'Hash Cond',
  'Merge Cond',
  'Join Filter',
  'Filter',
  'Sort Key',
  'Group Key',
];
const MISJUDGED = 10;

/** Reads what EXPLAIN (FORMAT JSON) answers; undefined where it is no plan. */
export function readPlan(answer: unknown): Plan | undefined {
  const [whole] = Array.isArray(answer) ? (answer as Record<string, unknown>[]) : [];
  const raw = whole?.Plan as RawNode | undefined;
  if (!raw) return undefined;
  const isAnalyzed = raw['Actual Total Time'] !== undefined;
  const total = isAnalyzed ? timeOf(raw) : numberOf(raw, 'Total Cost');
  return {
    root: toNode(raw, { total, isAnalyzed, id: '0' }),
    planningMs: whole?.['Planning Time'] as number | undefined,
    executionMs: whole?.['Execution Time'] as number | undefined,
  };
}

type Reading = { total: number; isAnalyzed: boolean; id: string };

function toNode(raw: RawNode, reading: Reading): PlanNode {
  const below = raw.Plans ?? [];
  const weigh = (node: RawNode) =>
    reading.isAnalyzed ? timeOf(node) : numberOf(node, 'Total Cost');
  const own = Math.max(0, weigh(raw) - below.reduce((sum, node) => sum + weigh(node), 0));
  const rows = numberOf(raw, 'Plan Rows');
  const loops = numberOf(raw, 'Actual Loops');
  const actualRows = numberOf(raw, 'Actual Rows') * Math.max(1, loops);
  return {
    id: reading.id,
    title: titleOf(raw),
    subject: subjectOf(raw),
    notes: notesOf(raw),
    rows,
    cost: numberOf(raw, 'Total Cost'),
    actual: reading.isAnalyzed ? { rows: actualRows, milliseconds: timeOf(raw) } : undefined,
    share: reading.total === 0 ? 0 : Math.min(1, own / reading.total),
    isMisjudged: reading.isAnalyzed && loops > 0 && isFarFrom(rows, numberOf(raw, 'Actual Rows')),
    children: below.map((node, place) =>
      toNode(node, { ...reading, id: `${reading.id}.${place}` }),
    ),
  };
}

function titleOf(raw: RawNode): string {
  const type = textOf(raw, 'Node Type');
  const join = textOf(raw, 'Join Type');
  const operation = textOf(raw, 'Operation');
  if (type === 'ModifyTable') return operation;
  if (type === 'Aggregate') return [textOf(raw, 'Strategy'), type].filter(Boolean).join(' ');
  if (join === '' || join === 'Inner') return type;
  return type === 'Nested Loop' ? `${type} ${join} Join` : type.replace(/Join$/, `${join} Join`);
}

function subjectOf(raw: RawNode): string {
  const table =
    textOf(raw, 'Relation Name') || textOf(raw, 'CTE Name') || textOf(raw, 'Function Name');
  const alias = textOf(raw, 'Alias');
  const index = textOf(raw, 'Index Name');
  const named = alias && alias !== table ? `${table} ${alias}`.trim() : table;
  return [named, index].filter(Boolean).join(' · ');
}

function notesOf(raw: RawNode): string[] {
  const conditions = NOTES.flatMap((name) => {
    const value = raw[name];
    if (value === undefined) return [];
    return [`${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`];
  });
  const removed = numberOf(raw, 'Rows Removed by Filter');
  const read = numberOf(raw, 'Shared Read Blocks');
  return [
    ...conditions,
    ...(removed > 0 ? [`Rows Removed by Filter: ${removed}`] : []),
    ...(read > 0 ? [`Shared Read Blocks: ${read}`] : []),
  ];
}

/** Postgres tells the time of one round. */
function timeOf(raw: RawNode): number {
  return numberOf(raw, 'Actual Total Time') * Math.max(1, numberOf(raw, 'Actual Loops'));
}

/** Ten times off or more, where it matters. */
export function isFarFrom(expected: number, actual: number): boolean {
  const [low, high] = [Math.min(expected, actual), Math.max(expected, actual)];
  return high >= MISJUDGED && high / Math.max(1, low) >= MISJUDGED;
}

function numberOf(raw: RawNode, name: string): number {
  const value = raw[name];
  return typeof value === 'number' ? value : 0;
}

function textOf(raw: RawNode, name: string): string {
  const value = raw[name];
  return typeof value === 'string' ? value : '';
}
