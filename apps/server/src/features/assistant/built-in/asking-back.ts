import type { Catalog, Table } from './catalog.ts';
import type { Reply } from './reply.ts';
import { sayIn } from './sentences.ts';
import type { Slots } from './slots.ts';
import type { Situation } from './understand.ts';

type Understand = (question: string, situation: Situation) => Reply;

/** Which of the two numbers is the month depends on who writes it. */
const slashedDay = /\b(\d{1,2})\/(\d{1,2})\/((?:19|20)\d\d)\b/;

/** Both ways to read a day, to choose from; the one where there is one. */
export function readSlashed(
  question: string,
  situation: Situation,
  language: 'en' | 'de',
  understand: Understand,
): Reply | undefined {
  const found = slashedDay.exec(question);
  if (!found) return undefined;
  const [written, first, second, year] = found;
  const ways = [
    [first, second],
    [second, first],
  ]
    .map(([month = '', day = '']) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
    .filter((way) => !Number.isNaN(Date.parse(way)));
  const items = [...new Set(ways)].map((way) => question.replace(written, way));
  if (items.length === 1) return understand(items[0]!, situation);
  if (items.length === 0) return undefined;
  const say = sayIn(language);
  return { kind: 'say', text: say.whichDay, choices: { label: say.nearest, items } };
}

const MOST_WAYS = 4;

/** `Top 5 products`: by what they brought in, by a number of their own, by what belongs to them. */
export function askByWhat(
  question: string,
  table: Table,
  situation: Situation,
  { slots, language, understand }: { slots: Slots; language: 'en' | 'de'; understand: Understand },
): Reply {
  const say = sayIn(language);
  const counts = listBelonging(situation.catalog, table).map((name) => say.numberOf(name));
  const ways = [say.revenueWord, ...listNumbers(table), ...counts];
  // What is biggest is asked for again as a list of the first: `biggest by rating` says little.
  const isList = slots.cues.has('top') || slots.cues.has('bottom');
  const asked = isList ? question.replace(/[?.!\s]+$/, '') : `Top 10 ${table.name}`;
  const items = ways
    .map((by) => say.ranked(asked, by))
    .filter((item) => understand(item, { ...situation, isTrial: true }).kind === 'run')
    .slice(0, MOST_WAYS);
  return {
    kind: 'say',
    text: say.byWhat(table.name),
    ...(items.length > 0 && { choices: { label: say.nearest, items } }),
  };
}

function listNumbers({ columns }: Table): string[] {
  return columns
    .filter(({ kind, isKey, isReference }) => kind === 'number' && !isKey && !isReference)
    .map(({ name }) => name)
    .slice(0, 2);
}

function listBelonging({ references }: Catalog, { name }: Table): string[] {
  return [...new Set(references.filter(({ to }) => to === name).map(({ from }) => from))];
}
