import { type Catalog, dateOf, isTemporal, labelOf, type Table, tableOf } from './catalog.ts';
import type { Cue } from './cues.ts';
import { findMeasure, grains, type Measured, only } from './find-measure.ts';
import { reaches } from './joins.ts';
import type { Mention } from './matching.ts';
import type { Period } from './days.ts';
import {
  canReach,
  type Dimension,
  type Filter,
  type Measure,
  type Place,
  placeOf,
  type Plan,
} from './plan.ts';
import { qualityColumn, qualityIn } from './rankings.ts';
import { firstTable, operators, readFilters } from './read-filters.ts';
import type { Placed, Slots } from './slots.ts';

export type Planned = { plan: Plan; notes: Note[]; isRows: boolean };
export type Note =
  | { kind: 'measure'; measure: Measure; from: string }
  | { kind: 'date'; at: Place }
  /** What rows are sorted by, where the question said it in another word. */
  | { kind: 'order'; at: Place }
  | { kind: 'implied'; from: string; to: string };

const MOST_ROWS = 200;

/** The plan of a question whose words are all known; undefined where they make none. */
export function planQuestion(
  catalog: Catalog,
  slots: Slots,
  periods: readonly Period[],
): Planned | undefined {
  const { placed, cues } = slots;
  const mentions = placed.filter((one) => one.kind === 'mention');
  const tables = (mode: Placed['mode']) =>
    mentions.flatMap((one) =>
      one.mode === mode && one.mention.kind === 'table' ? [one.mention.table] : [],
    );
  const main = tables('main');
  const mentioned = mentions.find(({ mode }) => mode === 'main')?.mention.table;
  const measured = findMeasure(catalog, slots, main[0] ?? mentioned);
  const ranked = ['top', 'bottom', 'most', 'fewest', 'rated', 'badly-rated'].some((cue) =>
    cues.has(cue as Cue),
  );
  const grouped = cues.has('by') || grains.some((grain) => cues.has(grain));
  const isRows = !measured && !ranked && !grouped;
  if (isRows)
    return planRows(
      catalog,
      slots,
      periods,
      main[0] ?? firstTable(placed) ?? mentioned ?? withoutValue(placed),
    );

  const entity = ranked ? (main[0] ?? tables('by')[0]) : undefined;
  const wanted = listDimensions(catalog, slots, { entity, isRanked: ranked, measured });
  const first =
    main[0] ??
    mentioned ??
    tables('by')[0] ??
    tables('most')[0] ??
    tables('fewest')[0] ??
    tables('with')[0];
  const measure = measured ?? countedIn(slots, entity, first);
  if (!measure) return undefined;
  const filters = readFilters(catalog, slots, measure);
  const needed = [...wanted.map(tableOfDimension), ...filters.map(tableOfFilter)].filter(
    (name) => name !== undefined,
  );
  const begun = beginAt(catalog, measure, needed);
  if (!begun) return undefined;
  const dimensions = [...wanted, ...timeDimensions(catalog, slots, begun.from)].filter(
    distinctDimension,
  );
  const timed = periodFilters(catalog, begun.from, periods, slots);
  const isDescending = !(cues.has('bottom') || cues.has('fewest') || cues.has('badly-rated'));
  const limit = ranked ? (numberAfter(placed) ?? (slots.isSingular ? 1 : 10)) : 1_000;
  const plan: Plan = {
    from: begun.from,
    measure: begun.measure,
    dimensions,
    filters: [...filters, ...timed.filters],
    order: orderOf(dimensions, ranked, isDescending),
    limit,
  };
  const notes: Note[] = [{ kind: 'measure', measure: begun.measure, from: begun.from }];
  const at = timed.at ?? dimensions.find((one) => one.kind === 'time')?.at;
  if (at) notes.push({ kind: 'date', at });
  return { plan, notes, isRows: false };
}

/** Without another word, rows of what is named are counted. */
function countedIn(
  { placed }: Slots,
  entity: Table | undefined,
  main: Table | undefined,
): Measured | undefined {
  const counted = placed.flatMap((one) =>
    one.kind === 'mention' && one.mention.kind === 'table' && one.mention.table !== entity
      ? [one.mention.table]
      : [],
  );
  const target = entity ? (counted.at(-1) ?? entity) : main;
  return target && only(target, { fn: 'count' });
}

type Wanted = { entity: Table | undefined; isRanked: boolean; measured: Measured | undefined };

function listDimensions(
  catalog: Catalog,
  { placed }: Slots,
  { entity, isRanked, measured }: Wanted,
): Dimension[] {
  const dimensions: Dimension[] = [];
  if (entity) dimensions.push(entityOf(entity));
  const measuredColumn =
    measured && 'column' in measured.measure ? measured.measure.column : undefined;
  const columnsInMain = isRanked && !entity;
  placed.forEach((one, at) => {
    if (one.kind !== 'mention' || (one.mode !== 'by' && !columnsInMain)) return;
    const next = placed[at + 1];
    const { mention } = one;
    if (next?.kind === 'mention' && next.isAdjacent && qualifies(catalog, mention, next.mention))
      return;
    if (mention.kind === 'column') {
      const isMeasure =
        measuredColumn?.column === mention.column.name &&
        measuredColumn.table === mention.table.name;
      if (!isMeasure && mention.column.kind !== 'number') dimensions.push(dimensionOf(mention));
      else if (!isMeasure && !isRanked) dimensions.push({ kind: 'column', at: placeOf(mention) });
    }
    if (mention.kind === 'table' && !isRanked) dimensions.push(entityOf(mention.table));
  });
  return dimensions;
}

/** `customer country`: the first word only says whose. */
function qualifies(catalog: Catalog, first: Mention, second: Mention): boolean {
  if (first.kind !== 'table') return false;
  return (
    first.table === second.table ||
    reaches(catalog, first.table.name, second.table.name) !== undefined
  );
}

function dimensionOf(mention: Extract<Mention, { kind: 'column' }>): Dimension {
  const { column } = mention;
  if (!isTemporal(column)) return { kind: 'column', at: placeOf(mention) };
  return { kind: 'time', at: placeOf(mention), grain: 'month', isZoned: column.isZoned };
}

function entityOf(table: Table): Dimension {
  const key = table.columns.filter(({ isKey }) => isKey).map(({ name }) => name);
  return { kind: 'entity', table: table.name, key, label: labelOf(table).name };
}

/** Where the measure is taken: its own table, or one between where only that reaches what it is asked by. */
function beginAt(
  catalog: Catalog,
  { candidates }: Measured,
  needed: string[],
): { from: string; measure: Measure } | undefined {
  const direct = candidates.find(({ from }) => canReach(catalog, from, needed));
  if (direct) return direct;
  const counted = candidates[0];
  if (!counted || counted.measure.fn !== 'count') return counted;
  for (const reference of catalog.references.filter(({ to }) => to === counted.from)) {
    if (reference.fromColumns.length !== 1 || !canReach(catalog, reference.from, needed)) continue;
    const column = { table: reference.from, column: reference.fromColumns[0]! };
    return { from: reference.from, measure: { fn: 'count-distinct', column } };
  }
  return counted;
}

function timeDimensions(catalog: Catalog, { cues, placed }: Slots, from: string): Dimension[] {
  const grain = grains.find((one) => cues.has(one));
  if (!grain) return [];
  const at = dateFor(catalog, from, placed);
  return at ? [{ kind: 'time', at: at.place, grain, isZoned: at.isZoned }] : [];
}

/** The date that is meant: one that is named, the table's own, or that of what its rows belong to. */
export function dateFor(
  catalog: Catalog,
  from: string,
  placed: readonly Placed[],
): { place: Place; isZoned: boolean } | undefined {
  const named = placed.find(
    (one) =>
      one.kind === 'mention' &&
      one.mention.kind === 'column' &&
      isTemporal(one.mention.column) &&
      reaches(catalog, from, one.mention.table.name) !== undefined,
  );
  if (named?.kind === 'mention' && named.mention.kind === 'column') {
    return { place: placeOf(named.mention), isZoned: named.mention.column.isZoned };
  }
  const names = [
    from,
    ...catalog.references.filter((reference) => reference.from === from).map(({ to }) => to),
  ];
  for (const name of names) {
    const column = dateOf(tableOf(catalog, name));
    if (column) return { place: { table: name, column: column.name }, isZoned: column.isZoned };
  }
  return undefined;
}

function periodFilters(
  catalog: Catalog,
  from: string,
  periods: readonly Period[],
  { placed }: Slots,
): { filters: Filter[]; at?: Place } {
  const [period] = periods;
  if (!period) return { filters: [] };
  const at = dateFor(catalog, from, placed);
  if (!at) return { filters: [] };
  return { filters: [{ kind: 'period', at: at.place, period, isZoned: at.isZoned }], at: at.place };
}

function tableOfDimension(dimension: Dimension): string | undefined {
  return dimension.kind === 'entity' ? dimension.table : dimension.at.table;
}

function tableOfFilter(filter: Filter): string | undefined {
  return filter.kind === 'exists' ? undefined : filter.at.table;
}

function distinctDimension(dimension: Dimension, index: number, all: Dimension[]): boolean {
  return all.findIndex((other) => JSON.stringify(other) === JSON.stringify(dimension)) === index;
}

function orderOf(
  dimensions: readonly Dimension[],
  isRanked: boolean,
  isDescending: boolean,
): Plan['order'] {
  if (isRanked) return { by: 'measure', isDescending };
  if (dimensions.some(({ kind }) => kind === 'time'))
    return { by: 'dimension', isDescending: false };
  return dimensions.length > 0 ? { by: 'measure', isDescending: true } : undefined;
}

function numberAfter(placed: readonly Placed[]): number | undefined {
  const at = placed.findIndex((one, index) => {
    if (one.kind !== 'number') return false;
    const before = placed[index - 1];
    const isCompared = before?.kind === 'cue' && before.cue in operators;
    return !isCompared;
  });
  const found = placed[at];
  return found?.kind === 'number'
    ? Math.max(1, Math.min(MOST_ROWS, Math.round(found.number)))
    : undefined;
}

/** `missing phone`: rows of the table whose column is named. */
function withoutValue(placed: readonly Placed[]): Table | undefined {
  const found = placed.find((one) => one.kind === 'mention' && one.mode === 'without');
  return found?.kind === 'mention' && found.mention.kind === 'column'
    ? found.mention.table
    : undefined;
}

function planRows(
  catalog: Catalog,
  slots: Slots,
  periods: readonly Period[],
  from: Table | undefined,
): Planned | undefined {
  const { placed, cues } = slots;
  if (!from) return undefined;
  const filters = readFilters(catalog, slots, only(from, { fn: 'count' }));
  const timed = periodFilters(catalog, from.name, periods, slots);
  const quality = qualityIn(cues);
  const sorted = quality && qualityColumn(from, quality);
  const date = dateFor(catalog, from.name, placed);
  const order: Plan['order'] = sorted
    ? { by: { table: from.name, column: sorted.name }, isDescending: quality.isDescending }
    : cues.has('last') && date
      ? { by: date.place, isDescending: true }
      : cues.has('first') && date
        ? { by: date.place, isDescending: false }
        : undefined;
  const limit = numberAfter(placed) ?? (order ? 10 : 100);
  const plan: Plan = {
    from: from.name,
    measure: undefined,
    dimensions: [],
    filters: [...filters, ...timed.filters],
    order,
    limit,
  };
  const notes: Note[] = [
    ...(sorted ? [{ kind: 'order' as const, at: { table: from.name, column: sorted.name } }] : []),
    ...(timed.at ? [{ kind: 'date' as const, at: timed.at }] : []),
  ];
  return { plan, notes, isRows: true };
}
