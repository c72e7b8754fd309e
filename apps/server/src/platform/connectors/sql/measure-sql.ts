import type { MeasureProblem } from '@causeway/contract/assistant/measures.ts';
import { parseSync } from 'libpg-query';

/** One aggregate and its condition, with the columns of the table they are of named as those of `t`. */
export type MeasureSql =
  | { expression: string; filter: string | null; columns: string[] }
  | { problem: MeasureProblem };

type Given = { expression: string; filter: string | null };

const aggregates = new Set(
  `sum count avg min max stddev stddev_pop stddev_samp variance var_pop var_samp bool_and bool_or every
    percentile_cont percentile_disc mode corr regr_slope`.split(/\s+/),
);

const SELECT = 'select ';
const WHERE = 'select 1 where ';

/**
 * Parsed alone first, so that nothing can close the brackets it is put into later; then between them,
 * so that what only ends well alone (a semicolon, say) is refused too.
 */
export function readMeasureSql({ expression, filter }: Given): MeasureSql {
  try {
    const measured = judgeExpression(expression);
    const held = filter === null ? undefined : judgeFilter(filter);
    const columns = [...new Set([...measured, ...(held ?? [])].map(({ name }) => name))];
    const own = {
      expression: qualified(expression, SELECT, measured),
      filter: filter === null ? null : qualified(filter, WHERE, held ?? []),
    };
    const where = own.filter === null ? '' : ` where (${own.filter}\n)`;
    requireParsed(`select (${own.expression}\n) from t t${where}`);
    return { ...own, columns };
  } catch (error) {
    if (error instanceof NoMeasure) return { problem: error.problem };
    throw error;
  }
}

class NoMeasure extends Error {
  readonly problem: MeasureProblem;
  constructor(problem: MeasureProblem) {
    super(problem);
    this.problem = problem;
  }
}

type Tree = Record<string, unknown>;
type Column = { name: string; at: number };

function judgeExpression(expression: string): Column[] {
  const select = requireParsed(`${SELECT}${expression}\n`);
  requireOnly(select, ['targetList']);
  const target = onlyTarget(select);
  if ('name' in target) throw new NoMeasure('one');
  const found = look(target['val']);
  if (found.aggregates === 0) throw new NoMeasure('aggregate');
  if (found.columns.some(({ isOutside }) => isOutside)) throw new NoMeasure('outside');
  return found.columns;
}

function judgeFilter(filter: string): Column[] {
  const select = requireParsed(`${WHERE}${filter}\n`);
  requireOnly(select, ['targetList', 'whereClause']);
  const found = look(select['whereClause']);
  if (found.aggregates > 0) throw new NoMeasure('one');
  return found.columns;
}

function requireParsed(sql: string): Tree {
  let tree: Tree;
  try {
    tree = parseSync(sql) as Tree;
  } catch (error) {
    // Not the parser's word on the text: its memory is in an unknown state, the thread ends.
    if (!(error as { sqlDetails?: unknown }).sqlDetails) throw error;
    throw new NoMeasure('syntax');
  }
  const statements = (tree['stmts'] ?? []) as { stmt?: Tree }[];
  const select = statements[0]?.stmt?.['SelectStmt'] as Tree | undefined;
  if (statements.length !== 1 || !select) throw new NoMeasure('one');
  return select;
}

function requireOnly(select: Tree, parts: string[]): void {
  const allowed = new Set([...parts, 'limitOption', 'op']);
  if (Object.keys(select).some((part) => !allowed.has(part))) throw new NoMeasure('one');
  if (select['op'] !== undefined && select['op'] !== 'SETOP_NONE') throw new NoMeasure('one');
}

function onlyTarget(select: Tree): Tree {
  const targets = (select['targetList'] ?? []) as { ResTarget?: Tree }[];
  const target = targets[0]?.ResTarget;
  if (targets.length !== 1 || !target) throw new NoMeasure('one');
  return target;
}

type Found = { aggregates: number; columns: (Column & { isOutside: boolean })[] };

/** Everything below a node: what it aggregates, and which columns it names. */
function look(node: unknown, within = false, found: Found = { aggregates: 0, columns: [] }): Found {
  if (Array.isArray(node)) {
    for (const one of node) look(one, within, found);
    return found;
  }
  if (typeof node !== 'object' || node === null) return found;
  for (const [kind, inner] of Object.entries(node)) {
    // Of JSON_ARRAY(select …) there is no sublink, but there is a query.
    if (kind === 'SubLink' || kind === 'SelectStmt') throw new NoMeasure('subquery');
    if (kind === 'over') throw new NoMeasure('window');
    if (kind === 'ParamRef') throw new NoMeasure('parameter');
    if (kind === 'ColumnRef') {
      found.columns.push({ ...columnOf(inner as Tree), isOutside: !within });
      continue;
    }
    const isAggregate = kind === 'FuncCall' && aggregates.has(nameOf(inner as Tree));
    if (isAggregate) found.aggregates += 1;
    look(inner, within || isAggregate, found);
  }
  return found;
}

function columnOf({ fields, location }: Tree): Column {
  const [field, ...more] = (fields ?? []) as { String?: { sval?: string } }[];
  const name = field?.String?.sval;
  if (name === undefined || more.length > 0) throw new NoMeasure('qualified');
  return { name, at: Number(location) };
}

function nameOf({ funcname }: Tree): string {
  const parts = (funcname ?? []) as { String?: { sval?: string } }[];
  return parts.at(-1)?.String?.sval ?? '';
}

/** Places are counted in bytes, from the beginning of the statement. */
function qualified(text: string, before: string, columns: readonly Column[]): string {
  const places = columns.map(({ at }) => at - before.length).toSorted((one, other) => one - other);
  const bytes = Buffer.from(text);
  const pieces = [0, ...places].map((from, index) =>
    bytes.subarray(from, places[index] ?? bytes.length).toString(),
  );
  return pieces.join('t.');
}
