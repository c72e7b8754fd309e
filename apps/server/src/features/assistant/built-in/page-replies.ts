import type { Reply } from './reply.ts';
import { plain, sayIn } from './sentences.ts';
import { fillers, meaningsOf, valueMeaningsOf } from './vocabulary.ts';
import { stem, wordsOf } from './words.ts';

const opening =
  /^\s*(open|go to|take me to|navigate to|jump to|oeffne|geh zu[rm]?|gehe zu[rm]?|bring mich zu[rm]?)\b/;
const showing = /^\s*(show|display|zeig\w*)\b/;

/** Pages by the words people have for them. */
const pages: Record<string, RegExp> = {
  dashboards: /^(dashboards?|uebersichten)$/,
  workflows: /^(workflows?|automations?|automationen|automatisierungen|ablaeufe)$/,
  sql: /^(sql|sql editor|editor|sql-editor)$/,
  snippets: /^(snippets?|community)$/,
  intelligence: /^(intelligence|findings|befunde)$/,
  connectors: /^(connectors?|connections|verbindungen)$/,
  members: /^(members|team|mitglieder)$/,
  import: /^(import)$/,
};

const saysOpening = new Set(
  'open go take me to navigate jump oeffne geh gehe zu zur zum bring mich show display zeig zeige mir das den die der the my our unser unsere page seite'.split(
    ' ',
  ),
);

export function isOpening(folded: string): boolean {
  return opening.test(folded);
}

/** A page of the product, or one of its dashboards by its name. */
export function pageReply(folded: string, language: 'en' | 'de'): Reply | undefined {
  const words = folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word && !saysOpening.has(word));
  const isOpen = opening.test(folded);
  const named = words.join(' ');
  const place = Object.entries(pages).find(([, names]) => names.test(named))?.[0];
  if (place && (isOpen || showing.test(folded))) return linkTo(place, language);
  const isDashboard = words.some((word) => /dashboards?$/.test(word));
  if (!isDashboard || !(isOpen || showing.test(folded))) return undefined;
  // `das Umsatz-Dashboard` is one word or two.
  const wanted = words
    .flatMap((word) => wordsOf(word.replace(/dashboards?$/, '')))
    .filter((word) => !fillers.has(word));
  if (wanted.length === 0) return linkTo('dashboards', language);
  return dashboardReply(wanted, language);
}

function linkTo(place: string, language: 'en' | 'de'): Reply {
  const say = sayIn(language);
  return { kind: 'call', tool: 'make_link', input: { place }, say: () => say.leads };
}

type Saved = { dashboards: { id: string; name: string }[] };

function dashboardReply(wanted: readonly string[], language: 'en' | 'de'): Reply {
  const say = sayIn(language);
  const find = (told: unknown) => bestNamed((told as Saved).dashboards, wanted);
  return {
    kind: 'call',
    tool: 'find_saved',
    input: { text: '' },
    say: (told) => {
      if (find(told)) return say.leads;
      const names = (told as Saved).dashboards.map(({ name }) => `- ${plain(name)}`);
      const none = say.noDashboard(plain(wanted.join(' ')));
      return [none, ...(names.length > 0 ? [say.dashboardsThere, names.join('\n')] : [])].join(
        '\n\n',
      );
    },
    next: (told) => {
      const found = find(told);
      return found && { tool: 'make_link', input: { place: 'dashboard', id: found.id } };
    },
  };
}

/** A word and what it means in either language: `Umsatz` and `Sales` are both revenue. */
function meant(word: string): string[] {
  const root = stem(word);
  return [...meaningsOf(root), ...valueMeaningsOf(root)].map((meaning) => meaning.join('_'));
}

/** The one whose name has most of the words; none where two have as many. */
function bestNamed<Named extends { name: string }>(
  all: readonly Named[],
  wanted: readonly string[],
): Named | undefined {
  const scored = all.map((one) => {
    const stems = new Set(wordsOf(one.name).flatMap(meant));
    const isIn = (word: string) => meant(word).some((part) => stems.has(part));
    return { one, score: wanted.filter(isIn).length };
  });
  const best = Math.max(0, ...scored.map(({ score }) => score));
  const closest = scored.filter(({ score }) => score === best);
  return best > 0 && closest.length === 1 ? closest[0]!.one : undefined;
}
