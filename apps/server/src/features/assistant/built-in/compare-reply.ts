import type { Catalog, Table } from './catalog.ts';
import { sameParts } from './compared-periods.ts';
import type { Cue } from './cues.ts';
import type { Period } from './days.ts';
import type { Mention } from './matching.ts';
import type { Context } from './other-replies.ts';
import { canReach, type Place, placeOf, type Plan, writeSql } from './plan.ts';
import { dateFor, planQuestion } from './plan-question.ts';
import { readFilters } from './read-filters.ts';
import type { Reply, Told } from './reply.ts';
import { sayCell, sayNotes, sayPeriod, sayResult, titleOf } from './say.ts';
import { sayIn } from './sentences.ts';
import type { Slots } from './slots.ts';
import { partsReply } from './why.ts';

/** `than` and `als` compare with a number; the others set two things side by side. */
const isLoose = new Set(['than', 'als']);
/** These are said of much else too, so they compare only where there is a time to compare with. */
const isWeak = new Set(['zum', 'zur', 'to']);

/**
 * Two things side by side: a number in two stretches of time, or two values of a column. What asks for a
 * comparison and names no two things is asked about: half of it would be another question.
 */
export function compareReply(context: Context & { now: Date }): Reply | undefined {
  const { slots, periods, language } = context;
  const words = slots.placed.flatMap((one) =>
    one.kind === 'cue' && (one.cue === 'versus' || one.cue === 'change') && !isLoose.has(one.word)
      ? [one.word]
      : [],
  );
  const isAsked = words.some((word) => !isWeak.has(word));
  const values = isAsked ? comparedValues(slots) : undefined;
  if (values) return valuesReply(context, values);
  if (periods.length === 0 && !isAsked) return undefined;
  if (periods.length === 1 && words.length === 0) return undefined;
  const isAgainst = slots.cues.has('versus');
  const compared = sameParts(periods, context.now, { isAgainst });
  const planned = compared && planOf(context);
  if (planned) return periodsReply(context, planned, compared);
  return isAsked ? { kind: 'say', text: sayIn(language).whatCompared } : undefined;
}

type Planned = { plan: Plan; at: { place: Place; isZoned: boolean } };

function planOf({ catalog, slots }: Context): Planned | undefined {
  const planned = planQuestion(catalog, withoutComparing(slots), []);
  const plan = planned?.plan.measure ? planned.plan : planned && counting(planned.plan, slots);
  const at = plan && dateFor(catalog, plan.from, slots.placed);
  return plan && at && { plan, at };
}

/** Rows that are named and not measured are counted. */
function counting(plan: Plan, { placed }: Slots): Plan | undefined {
  const isNamed = placed.some((one) => one.kind === 'mention' && one.mention.kind === 'table');
  if (!isNamed) return undefined;
  return { ...plan, measure: { fn: 'count' }, dimensions: [], order: undefined, limit: 1 };
}

function withoutComparing(slots: Slots): Slots {
  const compares = (cue: Cue) => cue === 'versus' || cue === 'change';
  return {
    ...slots,
    placed: slots.placed.filter((one) => one.kind !== 'cue' || !compares(one.cue)),
    cues: new Set([...slots.cues].filter((cue) => !compares(cue))),
  };
}

function periodsReply(
  { catalog, language, slips }: Context,
  { plan, at }: Planned,
  compared: [Period, Period],
): Reply {
  const named = plan.dimensions.filter(({ kind }) => kind !== 'time');
  if (named.length > 0) {
    return partsReply({ catalog, plan, at, compared, dimensions: named, language });
  }
  const whole: Plan = { ...plan, dimensions: [], order: undefined };
  const parts = compared.map((period) => {
    const filter = { kind: 'period' as const, at: at.place, period, isZoned: at.isZoned };
    const sql = writeSql(catalog, { ...whole, filters: [...plan.filters, filter] });
    return `select '${period.label}' as period, (\n${sql}\n) as value`;
  });
  const title = titleOf(whole, language);
  const say = sayIn(language);
  return {
    kind: 'run',
    sql: parts.join('\nunion all\n'),
    title,
    about: title.slice(0, 120),
    shape: 'table',
    say: (told) =>
      [
        sayChange(told, title, compared, language),
        ...[...slips, say.date(`${at.place.table}.${at.place.column}`, catalog.zone ?? 'UTC')].map(
          (note) => `_${note}_`,
        ),
      ].join('\n\n'),
  };
}

function sayChange(
  { rows }: Told,
  title: string,
  [earlier, later]: [Period, Period],
  language: 'en' | 'de',
): string {
  const [before, after] = rows.map((row) => Number(row[1] ?? 0));
  const percent = Math.round(((after ?? 0) / (before ?? 0) - 1) * 1_000) / 10;
  const change = before ? `${percent > 0 ? '+' : ''}${sayCell(percent, language)} %` : '–';
  return sayIn(language).why(
    title,
    sayCell(before ?? null, language),
    sayCell(after ?? null, language),
    change,
    [sayPeriod(earlier, language), sayPeriod(later, language)],
  );
}

type ValueMention = Extract<Mention, { kind: 'value' }>;

/** Values of one column: `Germany and Austria`, `web with app`. */
function comparedValues({ placed }: Slots): ValueMention[] | undefined {
  const values = placed.flatMap((one) =>
    one.kind === 'mention' && one.mention.kind === 'value' ? [one.mention] : [],
  );
  const [first] = values;
  const same = values.filter(({ column }) => column === first?.column);
  return same.length >= 2 ? same : undefined;
}

function valuesReply(context: Context, values: readonly ValueMention[]): Reply | undefined {
  const { catalog, slots, periods, language, slips } = context;
  const asked = withoutComparing(slots);
  const at = placeOf(values[0]!);
  const planned = planQuestion(catalog, asked, periods);
  const measured = planned?.plan.measure ? planned.plan : undefined;
  const plan: Plan = {
    ...(measured ?? counted(catalog, asked, values[0]!.table)),
    dimensions: [{ kind: 'column', at }],
    order: { by: 'measure', isDescending: true },
    limit: 100,
  };
  if (!canReach(catalog, plan.from, [at.table])) return undefined;
  const title = titleOf(plan, language);
  const notes = [...slips, ...sayNotes(catalog, plan, planned?.notes ?? [], language)];
  return {
    kind: 'run',
    sql: writeSql(catalog, plan),
    title,
    about: title.slice(0, 120),
    shape: 'bar',
    say: (told) =>
      [sayResult(told, plan, language), ...notes.map((note) => `_${note}_`)].join('\n\n'),
  };
}

/** What is named besides the values is counted, where it has them; else the rows that bear them. */
function counted(catalog: Catalog, slots: Slots, bearing: Table): Plan {
  const named = slots.placed.flatMap((one) =>
    one.kind === 'mention' && one.mention.kind === 'table' ? [one.mention.table.name] : [],
  );
  const from = named.find((name) => canReach(catalog, name, [bearing.name])) ?? bearing.name;
  return {
    from,
    measure: { fn: 'count' },
    dimensions: [],
    filters: readFilters(catalog, slots, undefined),
    order: undefined,
    limit: 100,
  };
}
