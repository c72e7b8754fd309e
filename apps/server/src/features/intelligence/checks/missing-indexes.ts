import { identifier } from '#platform/db/sql.ts';
import type { Picture, SeenColumn, SeenTable } from '../catalog/picture.ts';
import { about, type Candidate } from './candidate.ts';
import { covers, fixByIndex } from './indexes.ts';

const LEAST_ROWS = 100_000;
const LEAST_A_DAY = 100;
const MOST_KEPT = 0.05;
/** Workers share the rows of a node that is read in parallel. */
const WORKERS = 3;

/** Large tables that are read from end to end again and again. */
export function busyTables({ tables, statisticsDays }: Picture): SeenTable[] {
  return tables.filter(({ kind, rows, sequential }) => {
    const aDay = sequential / Math.max(1, statisticsDays);
    return kind === 'r' && (rows ?? 0) > LEAST_ROWS && aDay >= LEAST_A_DAY;
  });
}

/** A part of a plan as EXPLAIN (FORMAT JSON, VERBOSE) tells it. */
export type PlanNode = {
  'Node Type'?: string;
  'Relation Name'?: string;
  Schema?: string;
  Alias?: string;
  Filter?: string;
  'Plan Rows'?: number;
  'Parallel Aware'?: boolean;
  Plans?: PlanNode[];
};

type Statement = { name: string; sql: string };

/**
 * The planner itself says it: all of a large table is read and hardly any of it kept, by columns that
 * an index could find. A report that needs all rows keeps them, so it is none of these.
 */
export function judgePlan(
  picture: Pick<Picture, 'statisticsDays'>,
  busy: readonly SeenTable[],
  { plan, statement }: { plan: PlanNode; statement: Statement },
): Candidate[] {
  return nodesOf(plan).flatMap((node) => {
    const table = busy.find(({ schema, name }) => {
      return schema === node.Schema && name === node['Relation Name'];
    });
    if (node['Node Type'] !== 'Seq Scan' || !table || !node.Filter) return [];
    const rows = table.rows ?? 0;
    const kept = (node['Plan Rows'] ?? rows) * (node['Parallel Aware'] ? WORKERS : 1);
    if (kept / rows >= MOST_KEPT) return [];
    const columns = searchedBy(table, node.Alias ?? table.name, node.Filter);
    const isCovered = table.indexes.some((index) => covers(index, columns, table));
    if (columns.length === 0 || isCovered) return [];
    return [toCandidate(picture, table, { columns, kept, statement })];
  });
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

const MOST_EQUAL = 2;

/** What is compared with `=` first, then one that is compared with a range: so an index is read. */
function searchedBy(table: SeenTable, alias: string, filter: string): number[] {
  const having = (signs: readonly string[]) =>
    table.columns
      .filter((column) => isCompared(column, alias, filter, signs))
      .map(({ number }) => number);
  const equal = having([' = ']).slice(0, MOST_EQUAL);
  const ranged = having([' > ', ' >= ', ' < ', ' <= ']).filter((one) => !equal.includes(one));
  return [...equal, ...ranged.slice(0, 1)];
}

/** As Postgres writes conditions: `(o.city = …`, `((o.city)::text = …`. */
function isCompared(
  { name }: SeenColumn,
  alias: string,
  filter: string,
  signs: readonly string[],
): boolean {
  const written = [name, identifier(name).text].flatMap((column) => {
    return [alias, identifier(alias).text].map((table) => `${table}.${column}`);
  });
  return written.some((one) =>
    signs.some(
      (sign) => filter.includes(`(${one}${sign}`) || filter.includes(`(${one})::text${sign}`),
    ),
  );
}

type Missing = { columns: number[]; kept: number; statement: Statement };

function toCandidate(
  { statisticsDays }: Pick<Picture, 'statisticsDays'>,
  table: SeenTable,
  { columns, kept, statement }: Missing,
): Candidate {
  const rows = table.rows ?? 0;
  return about(table, columns, {
    check: 'missing-index',
    severity: 'medium',
    facts: {
      count: rows,
      kept: Math.round(kept),
      times: Math.round(table.sequential / Math.max(1, statisticsDays)),
      statement: statement.name,
    },
    size: rows,
    sql: `explain ${statement.sql}`,
    fix: fixByIndex(table, columns),
  });
}
