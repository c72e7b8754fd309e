import { fold, type Token } from './words.ts';

export type Cue =
  | 'count'
  | 'sum'
  | 'avg'
  | 'max'
  | 'min'
  | 'distinct'
  | 'by'
  | 'top'
  | 'bottom'
  | 'last'
  | 'first'
  | 'without'
  | 'with'
  | 'more'
  | 'less'
  | 'at-least'
  | 'at-most'
  | 'most'
  | 'fewest'
  | 'show'
  | 'versus'
  | 'values'
  | 'duplicates'
  | 'range'
  | 'change'
  | 'missing'
  | 'sold'
  | 'revenue'
  | 'value'
  | 'day'
  | 'week'
  | 'month'
  | 'quarter'
  | 'year'
  | 'weekday'
  | 'hour'
  | 'expensive'
  | 'cheap'
  | 'heavy'
  | 'light'
  | 'large'
  | 'small'
  | 'rated'
  | 'badly-rated'
  | 'paid-most'
  | 'paid-least';

/** Words and phrases that say what is wanted, not of what. The longest that fits is taken. */
const phrases: Record<Cue, string> = {
  count:
    'gross ist die tabelle|big is the table|large is the table|how many|number of|count of|count|counts|counting|wie viele|wie vielen|aus wie vielen|wieviele|anzahl|anzahl der|zaehle|zaehlt|zahl der',
  sum: 'sum|sums|summiert|sum of|total|in total|summe|summe der|gesamt|gesamte|gesamter|gesamtes|gesamten|insgesamt',
  avg: 'average|mean|avg|on average|durchschnittlich|durchschnittliche|durchschnittlicher|durchschnittliches|durchschnittlichen|durchschnitt|im schnitt|im durchschnitt|mittlere|mittlerer|mittleres',
  max: 'highest|maximum|max|hoechste|hoechster|hoechstes|hoechsten|maximale|maximaler|maximal',
  min: 'lowest|minimum|min|niedrigste|niedrigster|niedrigstes|niedrigsten|minimale|minimaler|minimal',
  distinct:
    'different|distinct|unique|verschiedene|verschiedenen|unterschiedliche|unterschiedlichen|eindeutige|eindeutig|einmalig',
  by: 'by|per|for each|for every|in each|each|grouped by|broken down by|nach|je|pro|fuer jede|fuer jeden|fuer jedes|jeder|jedes|jedem|jede|jeweils nach|aufgeteilt nach|gruppiert nach',
  top: 'top|best|beste|besten|bester|staerkste|staerksten|strongest|meistverkaufte|meistverkauften|best selling|bestselling|best sellers|bestverkaufte|bestverkauften',
  bottom: 'worst|bottom|weakest|schlechteste|schlechtesten|schwaechste|schwaechsten|flop',
  last: 'last|latest|newest|most recent|recent|letzte|letzten|letzter|neueste|neuesten|neuester|juengste|juengsten',
  first:
    'first|oldest|earliest|erste|ersten|erster|aelteste|aeltesten|aeltester|frueheste|fruehesten|frueheste',
  without:
    'without|with no|have no|has no|having no|that never|who never|never|that have not|who have not|have not|has not|do not have|does not have|not|no|ohne|die nie|nie|niemals|noch nie|kein|keine|keinen|keinem|keiner|nicht',
  with: 'with|having|that have|who have|have|has|mit',
  more: 'more than|over|above|greater than|higher than|larger than|mehr als|ueber|groesser als|hoeher als|>|after|nach dem',
  less: 'less than|under|below|fewer than|lower than|smaller than|weniger als|unter|kleiner als|niedriger als|<',
  'at-least': 'at least|minimum of|mindestens|ab|>=',
  'at-most': 'at most|up to|hoechstens|bis zu|maximal|<=',
  most: 'the most|most|meiste|meisten|am meisten|largest number of|highest number of|biggest number of',
  fewest: 'the fewest|fewest|the least|least|wenigste|wenigsten|am wenigsten',
  show: 'show|show me|list|display|give me|zeig|zeige|zeig mir|zeige mir|liste|gib mir|auflisten|anzeigen',
  versus:
    'vs|versus|against|compared to|compared with|compare|comparison|comparison of|gegen|gegenueber|verglichen mit|im vergleich zu|im vergleich zum|im vergleich zur|im vergleich mit|vergleiche|vergleich|vergleich von|zum|zur|than|als',
  change:
    'change|change in|change of|changes in|difference|difference of|difference in|difference between|veraenderung|veraenderung von|veraenderung des|veraenderung der|veraenderung bei|unterschied|unterschied bei|unterschied zwischen',
  range: 'range of|range|spanne von|spanne der|spanne des|bandbreite von|bandbreite der',
  values: 'values of|which values|list of|werte von|welche werte|liste der',
  duplicates:
    'duplicate|duplicates|double rows|twice|more than once|zweimal|zweimal vor|kommt zweimal vor|mehr als einmal|duplicated|doubled|repeated|dubletten|dublette|doppelte|doppelten|doppelter|mehrfache|mehrfach|doppelt',
  missing:
    'how complete is|how complete are|how complete|completeness of|wie vollstaendig ist|wie vollstaendig sind|wie vollstaendig|vollstaendigkeit von|missing|empty|null|nulls|fehlende|fehlenden|fehlt|fehlen|leere|leer',
  revenue:
    'revenue|sales|turnover|earnings|income|umsatz|umsatzes|umsaetze|umsaetzen|erloes|erloese|einnahmen|gesamtumsatz',
  value: 'value|wert|warenkorbwert',
  sold: 'sold|verkauft|verkaufte|verkauften|selling',
  day: 'day|daily|tag|taeglich|tage',
  week: 'week|weekly|woche|woechentlich',
  // How something went is looked at by month where nothing else is said.
  month:
    'month|monthly|over time|trend|entwicklung|entwickelt|im zeitverlauf|verlauf|monat|monatlich|monatliche|monatlicher',
  quarter: 'quarter|quarterly|quartal|quartalsweise',
  year: 'year|yearly|annual|jahr|jaehrlich|jaehrliche',
  weekday: 'weekday|day of the week|day of week|wochentag|wochentage',
  hour: 'hour|hour of the day|hour of day|hourly|stunde|stunden|uhrzeit|tageszeit',
  expensive: 'most expensive|priciest|teuerste|teuersten|teuerster|teuerstes|dearest',
  cheap: 'cheapest|least expensive|guenstigste|guenstigsten|billigste|billigsten|billigster',
  heavy: 'heaviest|schwerste|schwersten',
  light: 'lightest|leichteste|leichtesten',
  large: 'biggest|largest|greatest|groesste|groessten|groesster|groesstes',
  small: 'smallest|kleinste|kleinsten|kleinster|kleinstes',
  rated: 'best rated|top rated|highest rated|bestbewertete|bestbewerteten|am besten bewerteten',
  'badly-rated':
    'worst rated|lowest rated|schlechtbewertete|schlechtest bewertete|am schlechtesten bewerteten',
  'paid-most':
    'earn the most|earns the most|earn most|verdienen am meisten|verdient am meisten|am meisten verdienen|am meisten verdient|best paid|highest paid|bestbezahlte|bestbezahlten|bestverdienende|bestverdienenden',
  'paid-least':
    'earn the least|earns the least|verdienen am wenigsten|verdient am wenigsten|am wenigsten verdienen|worst paid|lowest paid|schlechtbezahlte|am schlechtesten bezahlten',
};

const byPhrase = new Map<string, Cue>(
  Object.entries(phrases).flatMap(([cue, list]) =>
    fold(list)
      .split('|')
      .map((phrase): [string, Cue] => [phrase, cue as Cue]),
  ),
);
const LONGEST_PHRASE = 4;

export type Item = { cue: Cue; word: string } | { token: Token };

/** The cues in a question. Where a word is a name of what is there, `isName` says so, and it is no cue. */
export function readCues(
  tokens: readonly Token[],
  isName: (cue: Cue, at: number) => boolean = () => false,
): Item[] {
  const items: Item[] = [];
  for (let at = 0; at < tokens.length;) {
    // `in sales` is where somebody works, not what was earned.
    const isPlace =
      tokens[at]!.word === 'sales' && /^(in|of|the)$/.test(tokens[at - 1]?.word ?? '');
    const read = isPlace ? undefined : cueAt(tokens, at);
    const found = read && isName(read.cue, at) ? undefined : read;
    items.push(found ? { cue: found.cue, word: found.phrase } : { token: tokens[at]! });
    at += found?.length ?? 1;
  }
  return items;
}

function cueAt(tokens: readonly Token[], at: number) {
  for (let length = LONGEST_PHRASE; length >= 1; length -= 1) {
    const words = tokens.slice(at, at + length);
    if (words.length < length || words.some(isNamed)) continue;
    const phrase = words.map(({ word }) => word).join(' ');
    const cue = byPhrase.get(phrase);
    if (cue)
      return { cue, phrase: words.map(({ word, typed }) => typed ?? word).join(' '), length };
  }
  return undefined;
}

/** Said of something, whatever the words would say by themselves. */
const isNamed = ({ quoted, own }: Token) => quoted !== undefined || own !== undefined;

export function isCue(word: string): boolean {
  return byPhrase.has(word);
}

export const cueWords: readonly string[] = [...byPhrase.keys()].filter(
  (phrase) => !phrase.includes(' ') && phrase.length > 3,
);

/** Words that say something only beside others. */
export const phraseWords: ReadonlySet<string> = new Set(
  [...byPhrase.keys()].filter((phrase) => phrase.includes(' ')).flatMap((one) => one.split(' ')),
);
