import { meanings as general, valueWords } from './business-words.ts';
import { tradeStates, tradeWords } from './trade-words.ts';
import { fold, stem } from './words.ts';

const meanings: Record<string, string> = { ...tradeWords, ...tradeStates, ...general };

function index(words: Record<string, string>): Map<string, string[][]> {
  const byStem = new Map<string, string[][]>();
  for (const [word, meaning] of Object.entries(words)) {
    const key = stem(fold(word));
    const names = meaning
      .split(' ')
      .filter(Boolean)
      .map((name) => name.split('_').map(stem));
    byStem.set(key, [...(byStem.get(key) ?? []), ...names]);
  }
  return byStem;
}

const meaningsByStem = index(meanings);
const valuesByStem = index({ ...tradeStates, ...valueWords });

const SHORTEST_HEAD = 4;

/** Whether a compound ends with a word: `Fachabteilung` is an `Abteilung`. */
export function isHead(compound: string, word: string): boolean {
  return (
    word.length >= SHORTEST_HEAD && compound.length - word.length >= 3 && compound.endsWith(word)
  );
}

const linkers = ['s', 'es', 'n', 'en', 'e', 'er', ''];

/** The two words a compound is made of: `Durchschnittspreis` is average and price. */
export function cutCompound(
  word: string,
  isWord: (word: string) => boolean,
): [string, string] | undefined {
  if (word.length < 7) return undefined;
  for (let at = word.length - 3; at >= 3; at -= 1) {
    const right = word.slice(at);
    if (!isWord(stem(right))) continue;
    for (const linker of linkers) {
      if (!word.slice(0, at).endsWith(linker)) continue;
      const left = word.slice(0, at - linker.length);
      if (left.length < 3 || !(isWord(stem(left)) || isWord(left))) continue;
      return [left, right];
    }
  }
  return undefined;
}

/** What a word may mean, itself first: each a list of stems that stand together in a name. */
export function meaningsOf(wordStem: string): string[][] {
  return [[wordStem], ...(meaningsByStem.get(wordStem) ?? [])];
}

export function valueMeaningsOf(wordStem: string): string[][] {
  return [[wordStem], ...(valuesByStem.get(wordStem) ?? [])];
}

export function isBusinessWord(wordStem: string): boolean {
  return meaningsByStem.has(wordStem) || valuesByStem.has(wordStem);
}

/** As they are written, for slips of the hand. */
export const businessWords: readonly string[] = [
  ...Object.keys(meanings),
  ...Object.keys(valueWords),
];

/** Said beside a date, and nothing more; a value of that name is found before. */
export const softWords = new Set(
  'new neu neue neuen neuer signed up sign haben sich opened eroeffnet'.split(' '),
);

/** Words that say nothing about data. */
export const fillers = new Set(
  fold(
    `shows lists gives returns zeigt listet liefert the a an of in is are there do does did we have has had our my me all show list give display what which who whom was were and to for from please it its
    their them they that this on at be been with get find tell many much can could you i us any some table tables column columns value values data row rows record records
    entry entries come comes coming see look got sorted ordered by than as so far now currently existing exist made placed euro eur dollar usd per overall into out
    der die das den dem des ein eine einen einem einer eines von vom in im ist sind gibt es haben hat hatten wir unser unsere unserer unseren mir mich alle allen aller zeig zeige zeigen liste
    gib nenne welche welcher welches welchen was wer wie und zu zum zur fuer aus bitte mit an am auf bei wurden wurde waren war werden wird sich man kann du ich uns tabelle tabellen spalte spalten wert werte
    chart charts graph plot diagram diagramm diagramme grafik kurve balkendiagramm saeulendiagramm liniendiagramm kreisdiagramm als
    daten zeile zeilen eintrag eintraege kommen kommt derzeit aktuell bisher vorhanden existieren vorhandene gab gabs gibts noch schon jemals insgesamt momentan zurzeit bei durch nur auch mal denn eigentlich
    just only also still already ever at all hoch gehoert gehoeren deren dessen ueberhaupt`,
  ).split(/\s+/),
);
