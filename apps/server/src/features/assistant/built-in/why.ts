import { literal } from '#platform/connectors/sql/literals.ts';
import { type Catalog, type Column, dateOf, type Table, tableOf } from './catalog.ts';
import { sameParts } from './compared-periods.ts';
import type { Period } from './days.ts';
import { hasRevenue } from './find-measure.ts';
import { takePeriods, wallClock } from './periods.ts';
import { type Dimension, type Place, placeOf, type Plan, writeSql } from './plan.ts';
import { dateFor, planQuestion } from './plan-question.ts';
import type { Reply, Told } from './reply.ts';
import { sayCell, sayPeriod, titleOf } from './say.ts';
import { sayIn } from './sentences.ts';
import { fillSlots, type Slots } from './slots.ts';
import { byWeight } from './suggestions.ts';
import type { Token } from './words.ts';

const asking =
  /\b(why|warum|wieso|weshalb|what drove|what drives|was treibt|contributors|beitraege|(explain|erklaer\w*) (the|this|that|den|diesen|die|diese) (drop|fall|decline|rise|increase|growth|change|einbruch|rueckgang|anstieg|abfall|zuwachs|veraenderung))\b/;

/** Words of such a question that say nothing of the data. */
const saysChange =
  /^(why|warum|wieso|weshalb|drove|drives|treibt|contributors?|beitraege|chang\w*|fall|fell|falling|drop\w*|explain|erklaer\w*|decline|growth|einbruch|rueckgang|anstieg|abfall|zuwachs|declin\w*|decreas\w*|increas\w*|grow\w*|grew|rise|rose|rising|up|down|lower|higher|these|those|numbers?|figures?|diese|dieser|zahl|zahlen|aender\w*|geaendert|veraender\w*|gesunken|sinkt|sank|gefallen|faellt|fiel|gestiegen|steigt|stieg|gewachsen|waechst|eingebrochen|weniger|mehr|dashboard|because|compared|verglichen)$/;

export function isWhy(folded: string): boolean {
  return asking.test(folded);
}

const MOST_DIMENSIONS = 3;
const MOST_SHOWN = 12;
const MOST_VALUES = 50;

type Asked = { tokens: readonly Token[]; catalog: Catalog; now: Date; language: 'en' | 'de' };

/**
 * What a change is made of: the measure in two stretches of time, whole and by the columns that have few
 * values, ordered by how much each part changed. It tells parts, not reasons.
 */
export function whyReply({ tokens, catalog, now, language }: Asked): Reply {
  const say = sayIn(language);
  const clock = wallClock(now, catalog.zone ?? 'UTC');
  const { periods, rest } = takePeriods([...tokens], clock);
  const slots = fillSlots(
    catalog,
    rest.filter(({ word }) => !saysChange.test(word)),
  );
  const planned = planQuestion(catalog, slots, []);
  const measured = planned?.plan.measure ? planned.plan : measureOf(planned?.plan, slots);
  if (!measured || slots.unknown.length > 0) return askWhich(catalog, slots.unknown, language);
  const fn = measured.measure?.fn;
  if (fn !== 'count' && fn !== 'sum') return { kind: 'say', text: say.whyAdds };
  const at = dateFor(catalog, measured.from, slots.placed);
  if (!at) return { kind: 'say', text: say.whyDate(measured.from) };
  const compared = sameParts(periods, clock);
  if (!compared) return askWhich(catalog, [], language);
  const named = measured.dimensions.filter(({ kind }) => kind !== 'time');
  const dimensions = named.length > 0 ? named : listParts(catalog, measured.from);
  return partsReply({ catalog, plan: measured, at, compared, dimensions, language });
}

type Compared = {
  catalog: Catalog;
  plan: Plan;
  at: { place: Place; isZoned: boolean };
  compared: [Period, Period];
  dimensions: readonly Dimension[];
  language: 'en' | 'de';
};

/** A measure in two stretches of time, whole and by its parts. */
export function partsReply(asked: Compared): Reply {
  const { catalog, plan: measured, at, compared, dimensions, language } = asked;
  const whole: Plan = { ...measured, dimensions: [], order: undefined, limit: 1 };
  const parts = [undefined, ...dimensions].flatMap((dimension) =>
    compared.map((period, index) => {
      const plan: Plan = {
        ...whole,
        dimensions: dimension ? [dimension] : [],
        limit: 10_000,
        filters: [
          ...measured.filters,
          { kind: 'period', at: at.place, period, isZoned: at.isZoned },
        ],
      };
      return writePart(catalog, plan, index === 0 ? 'before' : 'after');
    }),
  );
  const title = titleOf(whole, language);
  return {
    kind: 'run',
    sql: writeWhole(parts),
    title,
    about: title.slice(0, 120),
    shape: 'table',
    say: (told) => sayWhy(told, title, compared, language),
  };
}

function askWhich(catalog: Catalog, unknown: string[], language: 'en' | 'de'): Reply {
  const say = sayIn(language);
  const quotes = language === 'de' ? (['„', '“'] as const) : (['“', '”'] as const);
  const list = unknown.map((word) => `${quotes[0]}${word}${quotes[1]}`).join(', ');
  const dated = byWeight(catalog).filter((table) => dateOf(table));
  const counts = dated.map(({ name }) => say.whyCount(name));
  const items = [...(hasRevenue(catalog) ? [say.whyRevenue] : []), ...counts].slice(0, 3);
  return {
    kind: 'say',
    text: unknown.length > 0 ? say.unknown(list, unknown.length === 1) : say.whyAsk,
    ...(items.length > 0 && { choices: { label: say.nearest, items } }),
  };
}

/** `the amount of payments`: a number that is named is added up; without one, rows are counted. */
function measureOf(plan: Plan | undefined, { placed }: Slots): Plan | undefined {
  if (!plan) return undefined;
  const named = placed.find(
    (one) =>
      one.kind === 'mention' &&
      one.mention.kind === 'column' &&
      one.mention.column.kind === 'number' &&
      one.mention.table.name === plan.from,
  );
  const column =
    named?.kind === 'mention' && named.mention.kind === 'column'
      ? placeOf(named.mention)
      : undefined;
  const measure: Plan['measure'] = column ? { fn: 'sum', column } : { fn: 'count' };
  return { ...plan, measure, order: undefined };
}

/** Columns that make groups: of the table itself, then of those its rows belong to. */
function listParts(catalog: Catalog, from: string): Dimension[] {
  const near = catalog.references
    .filter((reference) => reference.from === from && reference.to !== from)
    .map(({ to }) => tableOf(catalog, to));
  const once = near.filter(
    (table, index) =>
      near.filter((other) => other === table).length === 1 && near.indexOf(table) === index,
  );
  return [tableOf(catalog, from), ...once]
    .flatMap((table) => table.columns.filter(makesGroups).map((column) => dimension(table, column)))
    .slice(0, MOST_DIMENSIONS);
}

/** What people write there is nobody's group, however few wrote something. */
const free = /note|comment|description|remark|message|text|title|subject|url/;

function makesGroups({ name, kind, isKey, isReference, values }: Column): boolean {
  if (isKey || isReference || free.test(name) || (kind !== 'text' && kind !== 'other'))
    return false;
  return values.length > 1 && values.length <= MOST_VALUES;
}

function dimension(table: Table, column: Column): Dimension {
  return { kind: 'column', at: { table: table.name, column: column.name } };
}

function writePart(catalog: Catalog, plan: Plan, which: 'before' | 'after'): string {
  const [by] = plan.dimensions;
  const named =
    by?.kind === 'column'
      ? `${by.at.table}.${by.at.column}`
      : by?.kind === 'entity'
        ? by.table
        : '';
  const value = by ? `coalesce(part.value::text, '–')` : literal('*');
  const list = by ? 'value, n' : 'n';
  return `select ${literal(which)} as stretch, ${literal(named)} as part, ${value} as value, part.n\nfrom (\n${writeSql(catalog, plan)}\n) part (${list})`;
}

function writeWhole(parts: readonly string[]): string {
  const sum = (which: string) => `coalesce(sum(n) filter (where stretch = '${which}'), 0)`;
  return [
    `select part, value, ${sum('before')} as before, ${sum('after')} as after,`,
    `  ${sum('after')} - ${sum('before')} as change`,
    `from (\n${parts.join('\nunion all\n')}\n) parts`,
    `group by part, value`,
    `order by part = '' desc, abs(${sum('after')} - ${sum('before')}) desc, 1, 2`,
    `limit ${MOST_SHOWN + 1}`,
  ].join('\n');
}

const MOST_SAID = 5;

function sayWhy(
  { rows }: Told,
  title: string,
  [earlier, later]: [Period, Period],
  language: 'en' | 'de',
): string {
  const say = sayIn(language);
  const [total, ...parts] = rows;
  const [before, after] = [Number(total?.[2] ?? 0), Number(total?.[3] ?? 0)];
  const percent = Math.round((after / before - 1) * 1_000) / 10;
  const change = before === 0 ? '–' : `${percent > 0 ? '+' : ''}${sayCell(percent, language)} %`;
  const head = say.why(title, sayCell(before, language), sayCell(after, language), change, [
    sayPeriod(earlier, language),
    sayPeriod(later, language),
  ]);
  const moved = parts.filter((row) => Number(row[4] ?? 0) !== 0).slice(0, MOST_SAID);
  if (moved.length === 0) return before === after ? `${head}\n\n${say.whySame}` : head;
  const lines = moved.map(([part, value, was, is, by]) => {
    const sign = Number(by) > 0 ? '+' : '';
    return `- \`${part}\` = ${String(value).replaceAll(/[\\`*_[\]<>#|]/g, String.raw`\$&`)}: ${sign}${sayCell(by ?? null, language)} (${sayCell(was ?? null, language)} → ${sayCell(is ?? null, language)})`;
  });
  return [head, say.drove, lines.join('\n')].join('\n\n');
}
