import type { PageContext } from '@causeway/contract/assistant/threads.ts';
import type { Catalog, Table } from './catalog.ts';
import { cueWords, isCue } from './cues.ts';
import { mentionsAt, repair } from './matching.ts';
import { takePeriods, wallClock } from './periods.ts';
import { NoWay, type Plan, writeSql } from './plan.ts';
import { nearestNames } from './nearest-names.ts';
import { planQuestion } from './plan-question.ts';
import type { Reply } from './reply.ts';
import { sayCell, sayIn, sayNotes, sayResult, sayRows, titleOf } from './say.ts';
import { compareReply, duplicatesReply, emptyReply, valuesReply } from './other-replies.ts';
import { explainError } from './sql-states.ts';
import { fillSlots, type Slots } from './slots.ts';
import { suggestions } from './suggestions.ts';
import { factsReply } from './facts.ts';
import { isWhy, whyReply } from './why.ts';
import { fillers } from './vocabulary.ts';
import { fold, type Token, tokenize } from './words.ts';

export type Situation = {
  catalog: Catalog;
  language: 'en' | 'de';
  now: Date;
  page: PageContext | undefined;
};

const german =
  /\b(wie|viele|den|fehler|erklaere|wo|was|heisst|zeig|zeige|welche|welcher|nach|mit|ohne|der|die|das|und|im|je|pro|aus|letzten|diesen|dieses|anzahl|beschreibe|durchschnittliche[rns]?|umsatz|kunden|bestellungen|produkte|hoechste[rns]?|doppelte)\b/g;
const english =
  /\b(how|many|show|which|what|by|with|without|the|and|in|per|from|last|this|number|describe|average|revenue|customers|orders|products|highest|duplicate)\b/g;

/** By the words of the question; where they don't tell, as the person's screen. */
export function languageOf(text: string, fallback: 'en' | 'de'): 'en' | 'de' {
  const folded = fold(text);
  const [de, en] = [folded.match(german)?.length ?? 0, folded.match(english)?.length ?? 0];
  return de === en ? fallback : de > en ? 'de' : 'en';
}

const writing =
  /^\s*(please |bitte )?(delete|drop|insert|update|remove|truncate|create|alter|change|add|set|loesch\w*|entfern\w*|aender\w*|fueg\w*|leg\w*|erstell\w*|setz\w*)\b/;
const guessing =
  /\b(forecast|predict\w*|prognos\w*|vorhersag\w*|churn|opinion|should|sollte\w*|recommend\w*|empfehl\w*|sentiment)\b/;
const helping = /^\s*(help|hilfe|what can you do|was kannst du|commands|befehle)\b/;
const listing =
  /\b(which|what|list|show|welche|zeig\w*|liste)\b.*\b(tables|tabellen)\b|^\s*(tables|tabellen|tabellenliste)\s*\??$|\b(which data|what data|was fuer daten|welche daten)\b/;
const describing =
  /\b(describe|beschreib\w*|columns of|fields of|structure of|schema of|spalten (von|der)|felder (von|der)|aufbau (von|der)|what is in|was steht in|explain table|erklaer\w* (die )?tabelle)\b/;
const finding =
  /\b(where is|where are|find column|which table has|which tables have|which table holds|search|wo steht|wo stehen|wo liegen|wo ist|finde|welche tabelle hat|welche tabelle enthaelt|suche)\b/;
const whichTables = /\b(which|what|welche) (tables?|tabellen?)\b/;
const holding = /\b(have|has|hold|holds|contain|contains|with|haben|hat|enthalten|enthaelt|mit)\b/;
const failing =
  /\b(error|fehler|fails?|fehlgeschlagen|sqlstate|wrong with|was ist falsch|korrigiere)\b/;
const aboutDashboard = /\b(this|dieses|das) dashboard\b/;
const opening = /^\s*(open|go to|oeffne|geh zu)\b/;

/** `Write a query that …` asks for what follows: the statement comes with every answer. */
const wrapping =
  /^\s*(?:write|make|build|create|give me|schreib(?:e)?|bau(?:e)?|erstell(?:e)?)(?: me| mir)? (?:a |an |the |eine |die )?(?:sql )?(?:query|statement|abfrage|sql),?(?: that| which| for| to| die| fuer| für| zu)?\s+/i;

/** What is done about a question; never anything about a name that is not there. */
export function understand(asked: string, situation: Situation): Reply {
  const question = asked.replace(wrapping, '');
  const language = languageOf(question, situation.language);
  const say = sayIn(language);
  const { catalog } = situation;
  const folded = fold(question);
  if (helping.test(folded)) return { kind: 'say', text: say.help };
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
  const tokens = repaired(catalog, tokenize(question, language));
  if (isWhy(folded)) {
    const { now } = situation;
    return whyReply({ tokens: tokens.tokens, catalog, now, language });
  }
  // `which tables do we have` names nothing that could be found.
  if (whichTables.test(folded) && holding.test(folded)) {
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
  if (opening.test(folded) || describing.test(folded)) {
    const table = firstTable(catalog, tokens.tokens);
    if (table && opening.test(folded)) return openTable(table, language);
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
    mentionsAt(catalog, [token], 0).length > 0 ||
    takePeriods([token], new Date()).periods.length > 0 ||
    /^(last|past|previous|this|current|since|letzte|seit|diese|vorige|vergangene)/.test(token.word);
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
  const { periods, rest } = takePeriods(tokens, wallClock(now, catalog.zone ?? 'UTC'));
  const slots = fillSlots(catalog, rest);
  if (slots.unknown.length > 0) {
    const named = firstTable(catalog, rest);
    return refuse(say.unknown(quoted(slots.unknown, language)), situation, language, named);
  }
  const slips = corrected.map(({ typed, read }) => say.corrected(typed, read));
  const context = { catalog, slots, periods, language, slips };
  const special =
    duplicatesReply(context) ??
    emptyReply(context) ??
    valuesReply(context) ??
    compareReply(context);
  if (special) return special;
  const planned = planQuestion(catalog, slots, periods);
  const facts = factsReply(context, tokens);
  if (facts) return facts;
  if (!planned || isBlank(slots)) return refuse(say.noPlan, situation, language);
  try {
    return runPlan(
      planned.plan,
      writeSql(catalog, planned.plan),
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

function isBlank({ placed }: Slots): boolean {
  return (
    !placed.some(({ kind }) => kind === 'mention') &&
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
  const timed = plan.dimensions.some(({ kind }) => kind === 'time');
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

function openTable(table: Table, language: 'en' | 'de'): Reply {
  return {
    kind: 'call',
    tool: 'make_link',
    input: { place: 'table', table: table.name, schema: table.schema },
    say: () =>
      language === 'de' ? `Hier geht es zu \`${table.name}\`.` : `This leads to \`${table.name}\`.`,
  };
}

function describe(table: Table, language: 'en' | 'de'): Reply {
  return {
    kind: 'call',
    tool: 'describe_table',
    input: { table: table.name, schema: table.schema },
    say: (told) => sayTable(told as DescribedTable, language),
  };
}

type DescribedTable = {
  table: string;
  comment?: string;
  rows?: number | null;
  columns: { name: string; type: string; nullable: boolean; comment?: string }[];
  references: { columns: string[]; table: string }[];
};

function sayTable(
  { table, comment, rows, columns, references }: DescribedTable,
  language: 'en' | 'de',
): string {
  const head =
    language === 'de'
      ? ['Spalte', 'Typ', 'Leer', 'Bemerkung']
      : ['Column', 'Type', 'Empty', 'Comment'];
  const lines = columns.map((column) => {
    const to = references.find((reference) => reference.columns.includes(column.name));
    const note = [to && `→ ${to.table}`, column.comment?.replaceAll('|', '/')]
      .filter(Boolean)
      .join(' · ');
    return `| \`${column.name}\` | ${column.type} | ${column.nullable ? '✓' : ''} | ${note} |`;
  });
  const about =
    rows === null || rows === undefined
      ? ''
      : language === 'de'
        ? `, etwa ${sayCell(rows, language)} Zeilen`
        : `, about ${sayCell(rows, language)} rows`;
  return [
    `**${table}**${about}${comment ? `. ${comment}` : ''}`,
    '',
    `| ${head.join(' | ')} |`,
    '|---|---|---|---|',
    ...lines,
  ].join('\n');
}

function sayTables(told: unknown, language: 'en' | 'de'): string {
  const tables = told as { table: string; kind: string; rows?: number | null }[];
  const lines = tables.map(
    ({ table, rows }) =>
      `- \`${table}\`${typeof rows === 'number' && rows >= 0 ? ` (${sayCell(rows, language)})` : ''}`,
  );
  return [sayIn(language).tables(tables.length), '', ...lines].join('\n');
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
  return refuse(sayIn(language).unknown(quoted(words, language)), situation, language);
}

/** Tables and columns that the words name. */
function placesOf(catalog: Catalog, tokens: readonly Token[]): Set<string> {
  const found = tokens
    .flatMap((token, at) =>
      fillers.has(token.word) || isCue(token.word) ? [] : mentionsAt(catalog, tokens, at),
    )
    .filter(({ kind }) => kind !== 'value');
  return new Set(
    found.map((mention) =>
      mention.kind === 'table'
        ? `\`${mention.table.name}\``
        : `\`${mention.table.name}.${'column' in mention ? mention.column.name : ''}\``,
    ),
  );
}

function sayPlaces(places: ReadonlySet<string>): string {
  return [...places]
    .slice(0, 12)
    .map((one) => `- ${one}`)
    .join('\n');
}

function firstTable(catalog: Catalog, tokens: readonly Token[]): Table | undefined {
  for (let at = 0; at < tokens.length; at += 1) {
    if (fillers.has(tokens[at]!.word)) continue;
    const found = mentionsAt(catalog, tokens, at).find(({ kind }) => kind === 'table');
    if (found) return found.table;
  }
  return undefined;
}

function namesTable(catalog: Catalog, question: string, language: 'en' | 'de'): boolean {
  return firstTable(catalog, tokenize(question, language)) !== undefined;
}
