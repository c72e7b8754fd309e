import { amountOf, type Catalog, type Column, keepsSales, type Table } from './catalog.ts';
import type { Mention } from './matching.ts';
import type { OwnMeasure } from './own-measure.ts';
import { type Measure, placeOf } from './plan.ts';
import type { Placed, Slots } from './slots.ts';

const functions = ['avg', 'max', 'min', 'sum'] as const;
export const grains = ['day', 'week', 'month', 'quarter', 'year', 'weekday', 'hour'] as const;

/** What is read as revenue where the question says so, by how surely it is. */
const revenueNames = [['revenue'], ['total'], ['line_total'], ['amount']];

/** Whether there is anything that revenue could be. */
export function hasRevenue(catalog: Catalog): boolean {
  return fixed(catalog, 'sum', revenueNames) !== undefined;
}

export type Measured = { measure: Measure; candidates: { from: string; measure: Measure }[] };

/** What is counted or summed, where words say so. */
export function findMeasure(
  catalog: Catalog,
  { placed, cues }: Slots,
  main: Table | undefined,
): Measured | undefined {
  const own = placed.find((one) => one.kind === 'own');
  if (own) {
    const { measure } = own;
    return { measure: { fn: 'own', own: measure }, candidates: [ownAt(measure)] };
  }
  const fn = functions.find((one) => cues.has(one));
  const isRated = cues.has('rated') || cues.has('badly-rated');
  const columns = placed.flatMap((one) =>
    one.kind === 'mention' && one.mention.kind === 'column' && one.mode !== 'without'
      ? [{ ...one, mention: one.mention }]
      : [],
  );
  if (isRated) return fixed(catalog, 'avg', [['rating'], ['score'], ['stars']]);
  if (cues.has('revenue')) return fixed(catalog, fn ?? 'sum', revenueNames);
  const compared = comparedColumns(placed);
  const numbers = columns.find(
    ({ mention }) =>
      mention.column.kind === 'number' &&
      !mention.column.isReference &&
      !compared.has(mention.column),
  );
  const chosen = numbers?.mention;
  if (cues.has('count') && !fn && cues.has('distinct')) {
    const counted = columns[0]?.mention;
    if (counted) return only(counted.table, { fn: 'count-distinct', column: placeOf(counted) });
  }
  if (chosen && cues.has('sold') && chosen.column.called.includes('quantity')) {
    return { ...fixed(catalog, 'sum', [['quantity']], /item|line|sale/)! };
  }
  if (chosen && (fn || isMeasured(placed, chosen))) {
    return only(chosen.table, { fn: fn ?? usualFn(chosen.column), column: placeOf(chosen) });
  }
  if (cues.has('sold') && !cues.has('count'))
    return fixed(catalog, 'sum', [['quantity']], /item|line|sale/);
  if (fn && fn !== 'sum' && main) {
    const amount = amountOf(main);
    if (amount) return only(main, { fn, column: { table: main.name, column: amount.name } });
  }
  if (cues.has('value') && main) {
    const amount = amountOf(main);
    if (amount)
      return only(main, {
        fn: fn ?? 'sum',
        column: { table: main.name, column: amount.name },
      });
  }
  if (cues.has('count') && main) return only(main, { fn: 'count' });
  return undefined;
}

function ownAt(own: OwnMeasure): { from: string; measure: Measure } {
  return { from: own.table, measure: { fn: 'own', own } };
}

/** A number column is measured when it stands at the beginning or behind `by` of a ranking; else it filters. */
function isMeasured(placed: readonly Placed[], chosen: Mention): boolean {
  const cues = new Set(placed.flatMap((one) => (one.kind === 'cue' ? [one.cue] : [])));
  const at = placed.findIndex((one) => one.kind === 'mention' && one.mention === chosen);
  const ranks = cues.has('top') || cues.has('bottom') || cues.has('most') || cues.has('fewest');
  if (ranks) return true;
  if (!cues.has('by') && !grains.some((grain) => cues.has(grain))) return false;
  return at >= 0 && placed[at]!.mode === 'main' && !cues.has('count');
}

function usualFn({ called }: Column): 'avg' | 'sum' {
  const usual =
    /(?:^|_)(?:rating|score|satisfaction|price|salary|wage|rate|percent(?:age)?|age|weight|margin)(?:_|$)/;
  return called.some((name) => usual.test(name)) ? 'avg' : 'sum';
}

/** Columns that stand beside a comparison: they filter. */
function comparedColumns(placed: readonly Placed[]): Set<Column> {
  const columns = new Set<Column>();
  placed.forEach((one, at) => {
    if (one.kind !== 'cue' || !['more', 'less', 'at-least', 'at-most'].includes(one.cue)) return;
    if (placed[at + 1]?.kind !== 'number') return;
    const near = [placed[at - 1], placed[at + 2]].find(
      (other) => other?.kind === 'mention' && other.mention.kind === 'column',
    );
    if (near?.kind === 'mention' && near.mention.kind === 'column')
      columns.add(near.mention.column);
  });
  return columns;
}

export function only(table: Table, measure: Measure): Measured {
  return { measure, candidates: [{ from: table.name, measure }] };
}

/** A measure that may be in several tables: the first that reaches what it is asked by. */
function fixed(
  catalog: Catalog,
  fn: 'sum' | 'avg' | 'max' | 'min',
  names: string[][],
  table = /./,
): Measured | undefined {
  const candidates = names.flatMap(([name = '']) =>
    catalog.tables
      .filter((one) => !one.isView && table.test(one.name))
      .flatMap((one) =>
        one.columns
          .filter((column) => column.called.includes(name) && column.kind === 'number')
          .map((column) => ({ one, column })),
      )
      .toSorted((a, b) => salesRank(a.one) - salesRank(b.one))
      .map(({ one, column }) => ({
        from: one.name,
        measure: { fn, column: { table: one.name, column: column.name } } as Measure,
      })),
  );
  const first = candidates[0];
  return first && { measure: first.measure, candidates };
}

const salesRank = (table: Table) => (keepsSales(table) ? 0 : 1);
