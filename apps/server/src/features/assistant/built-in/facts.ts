import { quoteIdentifier } from '#platform/db/sql.ts';
import type { Catalog } from './catalog.ts';
import { grains } from './find-measure.ts';
import type { Period } from './days.ts';
import { type Dimension, nameWeekday, NoWay, type Plan, writeSql } from './plan.ts';
import { planQuestion } from './plan-question.ts';
import type { Reply } from './reply.ts';
import { sayCell, sayCount, sayNotes } from './say.ts';
import { sayIn } from './sentences.ts';
import type { Slots } from './slots.ts';
import type { Token } from './words.ts';

type Context = {
  catalog: Catalog;
  slots: Slots;
  periods: readonly Period[];
  language: 'en' | 'de';
  slips: string[];
};

const joining = new Set(['and', 'und', 'sowie']);
const MOST_GROUPS = 100_000;

/**
 * Two things counted by the same, `tickets and orders by employee`: each is counted apart and they are
 * put side by side. Joined to each other, every ticket would count every order again.
 */
export function factsReply(context: Context, tokens: readonly Token[]): Reply | undefined {
  const { catalog, slots, periods, language } = context;
  const isGrouped = slots.cues.has('by') || grains.some((grain) => slots.cues.has(grain));
  if (!isGrouped || !tokens.some(({ word }) => joining.has(word))) return undefined;
  const named = slots.placed.flatMap((one) =>
    one.kind === 'mention' && one.mode === 'main' && one.mention.kind === 'table'
      ? [one.mention.table]
      : [],
  );
  const [one, other] = named;
  if (!one || !other || one === other || named.length > 2) return undefined;
  const plans = [other, one].map((left) => planQuestion(catalog, without(slots, left), periods));
  const [first, second] = plans;
  if (!first?.plan.measure || !second?.plan.measure) return undefined;
  try {
    return {
      kind: 'run',
      sql: writeSideBySide(context, first.plan, second.plan),
      title: `${one.name}, ${other.name}`,
      about: `${one.name}, ${other.name}`.slice(0, 120),
      shape: 'table',
      say: (told) => {
        const notes = [first, second].flatMap(({ plan, notes: own }) =>
          sayNotes(catalog, plan, own, language),
        );
        const said = [...context.slips, ...new Set(notes)].map((note) => `_${note}_`);
        const { none, lost } = sayIn(language);
        const count = told.rows.length === 0 ? none : `${sayCount(told, language)}.`;
        const [by] = first.plan.dimensions;
        const nameless = told.rows.find(([label]) => label === null);
        const numbers = nameless?.slice(1).map((cell) => sayCell(cell, language));
        const apart =
          by?.kind === 'entity' && numbers ? [`_${lost(numbers.join(' / '), by.table)}_`] : [];
        return [count, ...apart, ...said].join('\n\n');
      },
    };
  } catch (error) {
    if (!(error instanceof NoWay)) throw error;
    const { noWay, twoWays } = sayIn(language);
    return { kind: 'say', text: (error.isAmbiguous ? twoWays : noWay)(error.from, error.to) };
  }
}

function without(slots: Slots, left: { name: string }): Slots {
  return {
    ...slots,
    placed: slots.placed.filter(
      (one) =>
        one.kind !== 'mention' ||
        one.mode !== 'main' ||
        one.mention.kind !== 'table' ||
        one.mention.table.name !== left.name,
    ),
  };
}

function writeSideBySide({ catalog, language }: Context, first: Plan, second: Plan): string {
  const widths = first.dimensions.map(widthOf);
  const keys = widths.flatMap((width, at) =>
    Array.from({ length: width }, (_, index) => `k${at}_${index}`),
  );
  const part = (plan: Plan, values: string) => {
    const sql = writeSql(
      catalog,
      { ...plan, order: undefined, limit: MOST_GROUPS },
      { withKeys: true },
    );
    return `select ${keys.map((key) => `part.${key}`).join(', ')}, ${values}\nfrom (\n${sql}\n) part (${[...keys, 'n'].join(', ')})`;
  };
  // The last part of a key is what people call it.
  const labels = first.dimensions.map((dimension, at) => {
    const key = `k${at}_${widths[at]! - 1}`;
    const isWeekday = dimension.kind === 'time' && dimension.grain === 'weekday';
    const shown = isWeekday ? nameWeekday(key, language) : key;
    return `${shown} as ${quoteIdentifier(labelOf(dimension))}`;
  });
  return [
    `select ${labels.join(', ')}, coalesce(sum(one), 0) as ${quoteIdentifier(first.from)}, coalesce(sum(other), 0) as ${quoteIdentifier(second.from)}`,
    `from (\n${part(first, 'n as one, null::numeric as other')}\nunion all\n${part(second, 'null, n')}\n) both_counted`,
    `group by ${keys.join(', ')}`,
    `order by ${first.dimensions[0]?.kind === 'time' ? 'k0_0' : `${labels.length + 1} desc, 1`}`,
    'limit 200',
  ].join('\n');
}

function widthOf(dimension: Dimension): number {
  return dimension.kind === 'entity' ? dimension.key.length + 1 : 1;
}

function labelOf(dimension: Dimension): string {
  if (dimension.kind === 'entity') return dimension.label;
  return dimension.kind === 'column' ? dimension.at.column : dimension.grain;
}
