import { type Catalog, type Column, columnCalled, type Table } from './catalog.ts';
import type { Cue } from './cues.ts';
import { findMeasure, grains } from './find-measure.ts';
import type { Slots } from './slots.ts';

type Quality = { names: string[]; isDescending: boolean };

/** Sorted by a quality: which column it is, and which end comes first. */
export const qualities: Partial<Record<Cue, Quality>> = {
  expensive: { names: ['price', 'total', 'amount', 'cost'], isDescending: true },
  cheap: { names: ['price', 'total', 'amount', 'cost'], isDescending: false },
  heavy: { names: ['weight_grams', 'weight'], isDescending: true },
  light: { names: ['weight_grams', 'weight'], isDescending: false },
  large: { names: ['total', 'amount', 'size', 'quantity', 'price'], isDescending: true },
  small: { names: ['total', 'amount', 'size', 'quantity', 'price'], isDescending: false },
  'paid-most': { names: ['salary', 'wage'], isDescending: true },
  'paid-least': { names: ['salary', 'wage'], isDescending: false },
};

export function qualityIn(cues: ReadonlySet<Cue>): Quality | undefined {
  return Object.entries(qualities).find(([cue]) => cues.has(cue as Cue))?.[1];
}

export function qualityColumn(table: Table, { names }: Quality): Column | undefined {
  return columnCalled(table, names, 'number');
}

/** What is ranked and by nothing: `top 5 products` can be meant in several ways. */
export function rankedByNothing(catalog: Catalog, slots: Slots): Table | undefined {
  const { placed, cues } = slots;
  const quality = qualityIn(cues);
  if (!cues.has('top') && !cues.has('bottom') && !quality) return undefined;
  const tables = placed.flatMap((one) =>
    one.kind === 'mention' && one.mention.kind === 'table' ? [one.mention.table] : [],
  );
  const [entity] = tables;
  const isAlone = entity && tables.every((table) => table === entity);
  if (!isAlone || findMeasure(catalog, slots, entity)) return undefined;
  if (quality && qualityColumn(entity, quality)) return undefined;
  const isGrouped = grains.some((grain) => cues.has(grain));
  const hasColumn = placed.some(
    (one) => one.kind === 'mention' && one.mention.kind === 'column' && one.mode === 'by',
  );
  return isGrouped || hasColumn ? undefined : entity;
}
