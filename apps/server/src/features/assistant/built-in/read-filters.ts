import { amountOf, type Catalog, isTemporal, type Table, tableOf } from './catalog.ts';
import type { Measured } from './find-measure.ts';
import type { Mention } from './matching.ts';
import { type Filter, placeOf } from './plan.ts';
import type { Placed, Slots } from './slots.ts';

export const operators = { more: '>', less: '<', 'at-least': '>=', 'at-most': '<=' } as const;

export function readFilters(
  catalog: Catalog,
  { placed, cues }: Slots,
  measured: Measured | undefined,
): Filter[] {
  const filters: Filter[] = [];
  const base = measured?.candidates[0]?.from ?? firstTable(placed)?.name;
  placed.forEach((one, at) => {
    if (one.kind === 'cue' && one.cue in operators) {
      const filter = comparison(catalog, placed, at, base);
      if (filter) filters.push(filter);
    }
    if (one.kind !== 'mention') return;
    const { mention } = one;
    if (mention.kind === 'value') {
      const operator = one.mode === 'without' ? ('<>' as const) : ('=' as const);
      filters.push({ kind: 'compare', at: placeOf(mention), operator, value: mention.value });
    } else if (mention.kind === 'column') {
      const filter = columnFilter(placed, at, mention, one.mode);
      if (
        filter &&
        !(
          measured &&
          'column' in measured.measure &&
          measured.measure.column.column === mention.column.name
        )
      )
        filters.push(filter);
    } else if (
      one.mode === 'without' ||
      (one.mode === 'with' && !cues.has('most') && !cues.has('fewest'))
    ) {
      const filter = existence(catalog, mention.table, base, one.mode === 'without');
      if (filter) filters.push(filter);
    }
  });
  return mergeValues(filters);
}

/** `from Germany and Austria` is either of them: no row has two values in one column. */
function mergeValues(filters: readonly Filter[]): Filter[] {
  const merged: Filter[] = [];
  for (const filter of filters) {
    const same = merged.findIndex(
      (one) =>
        (one.kind === 'among' || (one.kind === 'compare' && one.operator === '=')) &&
        filter.kind === 'compare' &&
        filter.operator === '=' &&
        typeof filter.value === 'string' &&
        one.at.table === filter.at.table &&
        one.at.column === filter.at.column,
    );
    const before = merged[same];
    if (before?.kind === 'among' && filter.kind === 'compare') {
      before.values.push(String(filter.value));
    } else if (before?.kind === 'compare' && filter.kind === 'compare') {
      const values = [String(before.value), String(filter.value)];
      merged[same] = { kind: 'among', at: filter.at, values };
    } else merged.push(filter);
  }
  return merged;
}

export function firstTable(placed: readonly Placed[]): Table | undefined {
  const found = placed.find((one) => one.kind === 'mention' && one.mention.kind === 'table');
  return found?.kind === 'mention' ? found.mention.table : undefined;
}

function comparison(
  catalog: Catalog,
  placed: readonly Placed[],
  at: number,
  base: string | undefined,
): Filter | undefined {
  const cue = placed[at];
  const number = placed[at + 1];
  if (cue?.kind !== 'cue' || number?.kind !== 'number') return undefined;
  const operator = operators[cue.cue as keyof typeof operators];
  const near = [placed[at - 1], placed[at + 2]].find(
    (one) =>
      one?.kind === 'mention' &&
      one.mention.kind === 'column' &&
      one.mention.column.kind === 'number',
  );
  if (near?.kind === 'mention' && near.mention.kind === 'column') {
    const { mention } = near;
    // What costs more than so much is about its price, not about what it cost us.
    const price =
      mention.column.name === 'cost'
        ? mention.table.columns.find(({ name }) => name === 'price')
        : undefined;
    const column = price?.name ?? mention.column.name;
    return {
      kind: 'compare',
      at: { table: mention.table.name, column },
      operator,
      value: number.number,
    };
  }
  const table = base === undefined ? undefined : tableOf(catalog, base);
  const amount = table && amountOf(table);
  if (!table || !amount) return undefined;
  return {
    kind: 'compare',
    at: { table: table.name, column: amount.name },
    operator,
    value: number.number,
  };
}

function columnFilter(
  placed: readonly Placed[],
  at: number,
  mention: Extract<Mention, { kind: 'column' }>,
  mode: Placed['mode'],
): Filter | undefined {
  const { column } = mention;
  const before = placed[at - 1];
  if (mode === 'by') return undefined;
  if (column.kind === 'boolean') {
    return { kind: 'compare', at: placeOf(mention), operator: '=', value: mode !== 'without' };
  }
  if (mode === 'without') return { kind: 'null', at: placeOf(mention), isNull: true };
  if (column.kind === 'number' && before?.kind === 'number' && !isCompared(placed, at - 1)) {
    return { kind: 'compare', at: placeOf(mention), operator: '=', value: before.number };
  }
  // Discontinued products, employees who left: a moment that only some have.
  if (isTemporal(column) && column.isNullable && mode === 'main')
    return { kind: 'null', at: placeOf(mention), isNull: false };
  if (mode === 'with' && column.isNullable && column.kind !== 'number')
    return { kind: 'null', at: placeOf(mention), isNull: false };
  return undefined;
}

function isCompared(placed: readonly Placed[], at: number): boolean {
  const before = placed[at - 1];
  return (
    before?.kind === 'cue' &&
    (before.cue in operators || ['top', 'last', 'first', 'bottom'].includes(before.cue))
  );
}

function existence(
  catalog: Catalog,
  table: Table,
  base: string | undefined,
  isNegated: boolean,
): Filter | undefined {
  if (base === undefined || table.name === base) return undefined;
  const reference = catalog.references.find((one) => one.from === table.name && one.to === base);
  if (!reference) return undefined;
  return {
    kind: 'exists',
    table: table.name,
    fromColumns: reference.fromColumns,
    toColumns: reference.toColumns,
    isNegated,
  };
}
