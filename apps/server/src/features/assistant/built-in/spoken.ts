import { fold } from './words.ts';

/**
 * Words that belong to one language alone. Names of tables are none of them: `felder von orders` is
 * German, whatever the table is called; nor is what both have (`in`, `name`, `am`).
 */
const german = new Set(
  `wie viele viel wieviele wo was wer wann warum wieso weshalb heisst welche welcher welches welchen der die das den dem des
  ein eine einen einer eines und oder mit ohne nach von vom zum zur bei aus im fuer je pro seit zwischen bis gegen gegenueber ueber unter
  nie nicht kein keine ist sind gibt hat haben zeig zeige liste nenne beschreibe erklaere vergleiche zaehle suche finde oeffne geh
  letzten letzte letzter letztes diesen dieses dieser diese anzahl summe durchschnitt durchschnittliche durchschnittlicher
  durchschnittliches hoechste hoechster hoechstes niedrigste groesste groessten kleinste besten beste schlechteste schwaechste
  meisten wenigsten neueste neuesten erste ersten aelteste doppelte dubletten fehlende leere fehler spalte spalten felder tabelle
  tabellen werte wert zeilen aufbau spanne verschiedene veraenderung unterschied tag tage woche wochen monat monate quartal jahr jahre
  wochentag stunde umsatz kunden bestellungen produkte eindeutig vollstaendig hilfe leer gab keinen`.split(
    /\s+/,
  ),
);
const english = new Set(
  `how many much where which what who when why the a an and or with without by of from for per since between until till against
  versus over under never not no is are there do does have has show list give describe explain compare count search find open go
  last this these those number sum total average mean highest lowest biggest largest smallest best worst most fewest newest latest
  first oldest duplicate duplicates missing empty column columns fields table tables values rows range different change difference
  day days week weeks month months quarter year years weekday hour revenue unique complete help`.split(
    /\s+/,
  ),
);

/** By the words of the question; where they don't tell, as the person's screen. */
export function languageOf(text: string, fallback: 'en' | 'de'): 'en' | 'de' {
  const words = fold(text).split(/[^\p{L}]+/u);
  const count = (language: ReadonlySet<string>) =>
    words.filter((word) => language.has(word)).length;
  const [de, en] = [count(german), count(english)];
  return de === en ? fallback : de > en ? 'de' : 'en';
}
