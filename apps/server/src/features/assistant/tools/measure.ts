import { z } from 'zod';
import type { Cell } from '@causeway/contract/artifacts.ts';
import type { StepRows } from '@causeway/contract/assistant/parts.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { type Catalog, type Column, type Table } from '../built-in/catalog.ts';
import {
  type Dimension,
  type Filter,
  NoWay,
  type Plan,
  weekdayNames,
  writeSql,
} from '../built-in/plan.ts';
import { readCatalog } from '../built-in/read-catalog.ts';
import { groupsForModel, rowsForModel } from './for-model.ts';
import { connectorOf } from './schema.ts';
import { readRows } from './sql.ts';
import { defineTool, type ToolContext } from './tool.ts';

const name = z.string().min(1).max(300);
const place = { table: name.optional().describe('The first table unless said'), column: name };
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);

const asked = z.object({
  from: name.describe('The table whose rows are counted or summed'),
  measure: z.object({
    function: z.enum(['count', 'count-distinct', 'sum', 'avg', 'min', 'max']),
    column: name.optional().describe('Of the first table; none for count'),
  }),
  dimensions: z
    .array(
      z.object({
        ...place,
        grain: z
          .enum(['day', 'week', 'month', 'quarter', 'year', 'weekday', 'hour'])
          .optional()
          .describe('Of a date; weekday is 1 for Monday to 7 for Sunday, hour 0 to 23'),
      }),
    )
    .max(3)
    .default([]),
  filters: z
    .array(
      z.object({
        ...place,
        operator: z.enum(['=', '<>', '>', '>=', '<', '<=', 'is null', 'is not null']),
        value: z.union([z.string().max(500), z.number(), z.boolean()]).optional(),
      }),
    )
    .max(10)
    .default([]),
  period: z.object({ ...place, from: day, to: day.describe('The day after the last') }).optional(),
  order: z.enum(['highest first', 'lowest first', 'by dimension']).default('by dimension'),
  limit: z.int().min(1).max(200).default(100),
  about: z.string().max(120).default('').describe('What is asked, in a few words'),
});
type Asked = z.infer<typeof asked>;

/**
 * A number over rows, by groups: names are held against the catalog and tables are joined from many to
 * one only, so nothing is invented and nothing counted twice. What a model may see of data that is
 * not to leave, it sees by this.
 */
export const measure = defineTool({
  name: 'measure',
  description:
    'Counts, sums or averages rows of a table, by up to three dimensions (of it, or of tables it refers to), ' +
    'with filters and a period. Prefer it to run_sql for numbers: its joins never multiply rows.',
  input: asked,
  effect: 'reads',
  scope: 'data:read',
  run: async (context, input) => {
    const { zone, language } = context;
    const read = await readCatalog(context.as, connectorOf(context).id, namesIn(input));
    const catalog = { ...read, ...(zone !== undefined && { zone }) };
    const plan = planOf(catalog, input);
    const sql = written(catalog, plan, { language });
    const counted = await readRows(context, written(catalog, plan, { withCount: true }));
    const { rows, sizes } = withoutCount(counted.rows);
    const shown = withWeekdays(rows, plan, language);
    const resultId = `r${context.results.size + 1}`;
    context.results.set(resultId, { ...shown, sql, asOf: new Date().toISOString() });
    const about = input.about || input.from;
    return {
      told: { resultId, ...(toldOf(context, { ...counted, rows, sizes }, plan) as object) },
      step: { about, sql, rows: shown },
      ...(sharesLabels(context) && hasWords(rows) && { sources: [about] }),
    };
  },
});

/** People read the names of weekdays, as the statement has them; a model counts on with their numbers. */
function withWeekdays(
  { fields, rows, hasMore }: StepRows,
  { dimensions }: Plan,
  language: 'en' | 'de',
): StepRows {
  const isWeekday = dimensions.map((one) => one.kind === 'time' && one.grain === 'weekday');
  const names = weekdayNames(language);
  const named = (cell: Cell): Cell => (cell === null ? null : (names[Number(cell) - 1] ?? cell));
  return {
    fields: fields.map((field, at) => (isWeekday[at] ? { ...field, type: 'text' } : field)),
    rows: rows.map((row) => row.map((cell, at) => (isWeekday[at] ? named(cell) : cell))),
    hasMore,
  };
}

function toldOf(
  { isTrusted, level }: ToolContext,
  { rows, sizes, masked }: { rows: StepRows; sizes: number[]; masked: boolean[] },
  plan: Plan,
): unknown {
  if (isTrusted || level !== 'aggregates') return rowsForModel(rows, level, masked);
  const fn = plan.measure?.fn ?? 'count';
  return groupsForModel(rows, { sizes, isAdditive: fn === 'count' || fn === 'sum' });
}

function sharesLabels({ level }: ToolContext): boolean {
  return level === 'samples' || level === 'full';
}

function hasWords({ fields, rows }: StepRows): boolean {
  return rows.some((row) =>
    row.some(
      (cell, index) =>
        typeof cell === 'string' &&
        !/^(int|float|numeric|date|timestamp)/.test(fields[index]!.type),
    ),
  );
}

/** The last column says how many rows a group has; it is for us. */
function withoutCount({ fields, rows, hasMore }: StepRows): { rows: StepRows; sizes: number[] } {
  return {
    rows: {
      fields: fields.slice(0, -1),
      rows: rows.map((row): Cell[] => row.slice(0, -1)),
      hasMore,
    },
    sizes: rows.map((row) => Number(row.at(-1))),
  };
}

function written(
  catalog: Catalog,
  plan: Plan,
  options: { withCount?: true; language?: 'en' | 'de' },
): string {
  try {
    return writeSql(catalog, plan, options);
  } catch (error) {
    if (!(error instanceof NoWay)) throw error;
    const why = error.isAmbiguous
      ? 'There are several ways; which one is meant has to be written as SQL.'
      : 'No references lead there.';
    throw new Failure('E_VALIDATION', `From ${error.from} to ${error.to}: ${why}`);
  }
}

function planOf(catalog: Catalog, input: Asked): Plan {
  const from = tableIn(catalog, input.from);
  const at = (wanted: { table?: string | undefined; column: string }) => {
    const table = wanted.table === undefined ? from : tableIn(catalog, wanted.table);
    const column = columnIn(table, wanted.column);
    return { column, at: { table: table.name, column: column.name } };
  };
  const { function: fn, column } = input.measure;
  if (fn !== 'count' && column === undefined) {
    throw new Failure('E_VALIDATION', `${fn} needs a column of ${from.name}.`);
  }
  const measured = fn === 'count' ? { fn } : { fn, column: at({ column: column ?? '' }).at };
  const dimensions = input.dimensions.map((one): Dimension => {
    const found = at(one);
    if (one.grain === undefined) return { kind: 'column', at: found.at };
    requireDate(found.column);
    return { kind: 'time', at: found.at, grain: one.grain, isZoned: found.column.isZoned };
  });
  const filters = input.filters.map((one): Filter => {
    const { at: where } = at(one);
    if (one.operator === 'is null' || one.operator === 'is not null') {
      return { kind: 'null', at: where, isNull: one.operator === 'is null' };
    }
    if (one.value === undefined)
      throw new Failure('E_VALIDATION', `${one.operator} needs a value.`);
    return { kind: 'compare', at: where, operator: one.operator, value: one.value };
  });
  if (input.period) {
    const { from: first, to } = input.period;
    const found = at(input.period);
    requireDate(found.column);
    const period = { from: first, to, label: '' };
    const { isZoned } = found.column;
    filters.push({ kind: 'period', at: found.at, period, isZoned });
  }
  const order =
    input.order === 'by dimension'
      ? ({ by: 'dimension', isDescending: false } as const)
      : ({ by: 'measure', isDescending: input.order === 'highest first' } as const);
  return { from: from.name, measure: measured, dimensions, filters, order, limit: input.limit };
}

function tableIn({ tables }: Catalog, wanted: string): Table {
  const bare = wanted.includes('.') ? wanted.slice(wanted.indexOf('.') + 1) : wanted;
  const found = tables.find((table) => table.name === wanted || table.name === bare);
  if (found) return found;
  throw new Failure('E_TABLE_NOT_FOUND', `There is no table ${wanted.slice(0, 100)}.`);
}

function columnIn({ name: table, columns }: Table, wanted: string): Column {
  const found = columns.find((column) => column.name === wanted);
  if (found) return found;
  const names = columns.slice(0, 40).map((column) => column.name);
  throw new Failure('E_VALIDATION', `${table} has no such column; it has ${names.join(', ')}.`);
}

function requireDate({ name: column, kind }: Column): void {
  if (kind === 'time' || kind === 'date') return;
  throw new Failure('E_VALIDATION', `${column} is no date.`);
}

/** Of very many tables only those are read that are named. */
function namesIn({ from, dimensions, filters, period }: Asked): string {
  const tables = [...dimensions, ...filters, ...(period ? [period] : [])].map(({ table }) => table);
  return [from, ...tables].join(' ');
}
