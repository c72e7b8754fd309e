import type { PageContext } from '@causeway/contract/assistant/threads.ts';
import { askByWhat, readSlashed } from './asking-back.ts';
import type { Catalog, Table } from './catalog.ts';
import { compareReply } from './compare-reply.ts';
import { cueWords, isCue, phraseWords } from './cues.ts';
import { factsReply } from './facts.ts';
import { mentionsAt, repair } from './matching.ts';
import { nearestNames } from './nearest-names.ts';
import { duplicatesReply, emptyReply, rangeReply, valuesReply } from './other-replies.ts';
import { isOpening, pageReply } from './page-replies.ts';
import { takePeriods, wallClock } from './periods.ts';
import { takeMeasures } from './own-measures.ts';
import { NoWay, type Plan, writeSql } from './plan.ts';
import { planQuestion } from './plan-question.ts';
import { rankedByNothing } from './rankings.ts';
import type { Reply } from './reply.ts';
import { sayNotes, sayResult, sayRows, titleOf } from './say.ts';
import {
  describe,
  firstTable,
  namesTable,
  openTable,
  placesOf,
  sayPlaces,
  sayTables,
} from './schema-replies.ts';
import { sayIn } from './sentences.ts';
import { fillSlots, type Slots } from './slots.ts';
import { languageOf } from './spoken.ts';
import { explainError } from './sql-states.ts';
import { suggestions } from './suggestions.ts';
import { findUnheeded, type Unheeded } from './unheeded.ts';
import { fillers } from './vocabulary.ts';
import { isWhy, whyReply } from './why.ts';
import { fold, type Token, tokenize } from './words.ts';

export type Situation = {
  catalog: Catalog;
  language: 'en' | 'de';
  now: Date;
  page: PageContext | undefined;
  /** Only whether it can be answered is asked. */
  isTrial?: true;
};

const writing =
  /^\s*(please |bitte )?(delete|drop|insert|update|remove|truncate|create|alter|change (?!(since|in|of|from|between|over)\b)|add|set|loesch\w*|entfern\w*|aender\w*|fueg\w*|leg\w*|erstell\w*|setz\w*)\b/;
const guessing =
  /\b(forecast|predict\w*|prognos\w*|vorhersag\w*|churn|opinion|should|sollte\w*|recommend\w*|empfehl\w*|sentiment)\b/;
const helping = /^\s*(help|hilfe|what can you do|was kannst du|commands|befehle)\b/;
const listing =
  /\b(which|what|list|show|welche|zeig\w*|liste)\b.*\b(tables|tabellen)\b|^\s*(tables|tabellen|tabellenliste)\s*\??$|\b(which data|what data|was fuer daten|welche daten)\b/;
const describing =
  /\b(describe|beschreib\w*|columns of|fields of|structure of|schema of|spalten (von|der)|felder (von|der)|aufbau (von|der)|what is in|was steht in|explain table|erklaer\w* (die )?tabelle)\b/;
const finding =
  /\b(where is|where are|find column|which table has|which tables have|which table holds|what holds|what contains|what stores|search|wo steht|wo stehen|wo liegen|wo ist|finde|welche tabelle hat|welche tabelle enthaelt|suche)\b/;
const whichTables = /\b(which|what|welche) (tables?|tabellen?)\b/;
const tablesWith = /^\s*(tables|tabellen) (with|about|that have|that hold|mit|ueber|zu)\b/;
const holding = /\b(have|has|hold|holds|contain|contains|with|haben|hat|enthalten|enthaelt|mit)\b/;
const failing =
  /\b(error|fehler|fails?|fehlgeschlagen|sqlstate|wrong with|was ist falsch|korrigiere)\b/;
const uniqueAsking = /^\s*(is|are|ist|sind)\b/;
const either = new Set(['or', 'oder']);
const aboutDashboard = /\b(this|dieses|das) dashboard\b/;

/** `Write a query that …` asks for what follows: the statement comes with every answer. */
const wrapping =
  /^\s*(?:write|make|build|create|draw|plot|give me|schreib(?:e)?|bau(?:e)?|erstell(?:e)?|zeichne)(?: me| mir)? (?:a |an |the |eine |ein |die )?(?:(?:bar|line|pie) )?(?:sql )?(?:query|statement|abfrage|sql|chart|graph|diagram|diagramm|grafik),?(?: that| which| for| to| of| with| die| das| fuer| für| zu| zum| zur| von| mit)?\s+/i;
/** What is done about a question; never anything about a name that is not there. */
export function understand(asked: string, situation: Situation): Reply {
  const question = asked.replace(wrapping, '');
  const language = languageOf(question, situation.language);
  const say = sayIn(language);
  const { catalog } = situation;
  const folded = fold(question);
  if (helping.test(folded)) return { kind: 'say', text: say.help };
  const day = readSlashed(question, situation, language, understand);
  if (day) return day;
  const isError = failing.test(folded) && !namesTable(catalog, question, language);
  if (isError || /\b[0-9]{2}[0-9A-Z]{3}\b/.test(question)) {
    const explained = explainError(question, situation.page?.error, language);
    const near = nearestNames(catalog, situation.page?.error ?? question);
    const names = near.map((name) => `\`${name}\``).join(', ');
    const text = names === '' ? explained : `${explained}\n\n${say.nearestNames(names)}`;
    if (explained && text) return { kind: 'say', text };
  }
  const { dashboardId } = situation.page ?? {};
  if (dashboardId !== undefined && aboutDashboard.test(folded) && !guessing.test(folded)) {
    const input = { dashboardId };
    return { kind: 'call', tool: 'show_dashboard', input, say: (told) => say.dashboard(told) };
  }
  if (writing.test(folded)) return refuseWriting(question, situation, language);
  if (guessing.test(folded)) return refuse(say.needsModel, situation, language);
  const tokens = repaired(catalog, takeMeasures(catalog, tokenize(question, language)));
  if (isWhy(folded)) {
    const { now } = situation;
    return whyReply({ tokens: tokens.tokens, catalog, now, language });
  }
  // `which tables do we have` names nothing that could be found.
  if (tablesWith.test(folded) || (whichTables.test(folded) && holding.test(folded))) {
    const found = placesOf(catalog, tokens.tokens);
    if (found.size > 0) return { kind: 'say', text: sayPlaces(found) };
  }
  if (listing.test(folded))
    return {
      kind: 'call',
      tool: 'list_tables',
      input: {},
      say: (told) => sayTables(told, language),
    };
  const page = pageReply(folded, language);
  if (page) return page;
  if (isOpening(folded) || describing.test(folded)) {
    const table = firstTable(catalog, tokens.tokens);
    if (table && isOpening(folded)) return openTable(table, language);
    if (table) return describe(table, language);
  }
  if (finding.test(folded)) return find(catalog, tokens.tokens, situation, language);
  return answerData(question, tokens, situation, language);
}

type Repaired = ReturnType<typeof repair>;

function repaired(catalog: Catalog, tokens: Token[]): Repaired {
  const isKnown = (token: Token) =>
    fillers.has(token.word) ||
    isCue(token.word) ||
    phraseWords.has(token.word) ||
    mentionsAt(catalog, [token], 0).length > 0 ||
    takePeriods([token], new Date()).periods.length > 0 ||
    /^(last|past|previous|this|current|since|until|till|between|bis|letzte|seit|diese|vorige|vergangene|zwischen|(first|second|third|fourth|erste|zweite|dritte|vierte)[snm]?$)/.test(
      token.word,
    );
  return repair(catalog, tokens, isKnown, cueWords);
}

function answerData(
  question: string,
  { tokens, corrected }: Repaired,
  situation: Situation,
  language: 'en' | 'de',
): Reply {
  const say = sayIn(language);
  const { catalog, now } = situation;
  const clock = wallClock(now, catalog.zone ?? 'UTC');
  const { periods, rest } = takePeriods(tokens, clock);
  // Said of two values of a column; between anything else it would be read as `and`.
  const eithers = rest.filter(({ word }) => either.has(word));
  const slots = fillSlots(
    catalog,
    rest.filter((token) => !eithers.includes(token)),
  );
  if (slots.unknown.length > 0) {
    const named = firstTable(catalog, rest);
    const text = say.unknown(quoted(slots.unknown, language), slots.unknown.length === 1);
    return refuse(text, situation, language, named);
  }
  const slips = corrected.map(({ typed, read }) => say.corrected(typed, read));
  const asksUnique = slots.cues.has('distinct') && uniqueAsking.test(fold(question));
  const context = { catalog, slots, periods, language, slips, asksUnique };
  const special =
    duplicatesReply(context) ??
    emptyReply(context) ??
    rangeReply(context) ??
    compareReply({ ...context, now: clock }) ??
    valuesReply(context);
  if (special) return special;
  // Only one of them would be looked at.
  if (periods.length > 1) return refuse(say.whatCompared, situation, language);
  const ranked = rankedByNothing(catalog, slots);
  // A way to ask that asks again is none.
  if (ranked && situation.isTrial) return refuse(say.noPlan, situation, language);
  if (ranked) return askByWhat(question, ranked, situation, { slots, language, understand });
  const planned = planQuestion(catalog, slots, periods);
  const facts = factsReply(context, tokens);
  if (facts) return facts;
  if (!planned || isBlank(slots)) return refuse(say.noPlan, situation, language);
  const isEither = planned.plan.filters.some(({ kind }) => kind === 'among');
  if (eithers.length > 0 && !isEither) {
    const words = [...new Set(eithers.map(({ word }) => word))];
    const text = say.unknown(quoted(words, language), words.length === 1);
    return refuse(text, situation, language);
  }
  const unheeded = findUnheeded(slots, periods, planned.plan);
  if (unheeded) return refuse(sayUnheeded(unheeded, language), situation, language);
  try {
    return runPlan(
      planned.plan,
      writeSql(catalog, planned.plan, { language }),
      [...slips, ...sayNotes(catalog, planned.plan, planned.notes, language)],
      { language, now },
    );
  } catch (error) {
    if (!(error instanceof NoWay)) throw error;
    const text = error.isAmbiguous
      ? say.twoWays(error.from, error.to)
      : say.noWay(error.from, error.to);
    return refuse(text, situation, language);
  }
}

function sayUnheeded(unheeded: Unheeded, language: 'en' | 'de'): string {
  const say = sayIn(language);
  if (unheeded.kind === 'date') return say.noDate(unheeded.table);
  return unheeded.kind === 'periods' ? say.periods : say.unheeded(quoted(unheeded.words, language));
}

function isBlank({ placed }: Slots): boolean {
  return (
    !placed.some(({ kind }) => kind === 'mention' || kind === 'own') &&
    !placed.some((one) => one.kind === 'cue' && one.cue === 'revenue')
  );
}

function runPlan(
  plan: Plan,
  sql: string,
  notes: string[],
  { language, now }: { language: 'en' | 'de'; now: Date },
): Reply {
  const title = titleOf(plan, language);
  // Weekdays are seven things, not a stretch of time.
  const timed = plan.dimensions.some((one) => one.kind === 'time' && one.grain !== 'weekday');
  const isDrawn = plan.measure !== undefined && plan.dimensions.length === 1;
  const shape =
    plan.measure && plan.dimensions.length === 0
      ? 'sql'
      : isDrawn
        ? timed
          ? 'line'
          : 'bar'
        : 'table';
  return {
    kind: 'run',
    sql,
    about: title.slice(0, 120),
    title,
    shape,
    say: (told) => {
      const said = [...sayRows(told, plan, now, language), ...notes];
      return [sayResult(told, plan, language), ...said.map((note) => `_${note}_`)].join('\n\n');
    },
  };
}

function quoted(words: readonly string[], language: 'en' | 'de'): string {
  return words.map((word) => (language === 'de' ? `„${word}“` : `“${word}”`)).join(', ');
}

function refuse(text: string, situation: Situation, language: 'en' | 'de', named?: Table): Reply {
  const items = suggestions(situation.catalog, language, named);
  return {
    kind: 'say',
    text,
    ...(items.length > 0 && { choices: { label: sayIn(language).nearest, items } }),
  };
}

function refuseWriting(question: string, situation: Situation, language: 'en' | 'de'): Reply {
  const { tokens } = repaired(situation.catalog, tokenize(question, language));
  const table = firstTable(situation.catalog, tokens);
  const text = sayIn(language).readOnly;
  if (!table) return { kind: 'say', text };
  return {
    kind: 'call',
    tool: 'make_link',
    input: { place: 'table', table: table.name, schema: table.schema },
    say: () => text,
  };
}

function find(
  catalog: Catalog,
  tokens: readonly Token[],
  situation: Situation,
  language: 'en' | 'de',
): Reply {
  const places = placesOf(catalog, tokens);
  if (places.size > 0) return { kind: 'say', text: sayPlaces(places) };
  const asked = tokens.filter(({ word }) => !fillers.has(word) && !finding.test(word));
  const words = asked.map(({ word }) => word);
  const text = sayIn(language).unknown(quoted(words, language), words.length === 1);
  return refuse(text, situation, language);
}
