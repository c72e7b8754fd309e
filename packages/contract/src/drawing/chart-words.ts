import type { UiLanguage } from '../settings/settings.ts';

/** The words of a picture, and of the sentence that stands for it where it is not seen. */
export type ChartWords = {
  soFar: string;
  by: (measures: string, along: string) => string;
  range: (first: string, last: string) => string;
  values: (count: string) => string;
  series: (count: string, names: string) => string;
  points: (count: string) => string;
  highest: string;
  lowest: string;
  last: string;
  none: string;
};

const words: Record<UiLanguage, ChartWords> = {
  en: {
    soFar: 'so far',
    by: (measures, along) => `${measures} by ${along}`,
    range: (first, last) => `${first} to ${last}`,
    values: (count) => (count === '1' ? '1 value' : `${count} values`),
    series: (count, names) => `${count} series: ${names}`,
    points: (count) => (count === '1' ? '1 point' : `${count} points`),
    highest: 'Highest',
    lowest: 'lowest',
    last: 'last',
    none: 'No numbers.',
  },
  de: {
    soFar: 'bisher',
    by: (measures, along) => `${measures} nach ${along}`,
    range: (first, last) => `${first} bis ${last}`,
    values: (count) => (count === '1' ? '1 Wert' : `${count} Werte`),
    series: (count, names) => `${count} Reihen: ${names}`,
    points: (count) => (count === '1' ? '1 Punkt' : `${count} Punkte`),
    highest: 'Höchster Wert',
    lowest: 'niedrigster',
    last: 'letzter',
    none: 'Keine Zahlen.',
  },
};

/** In the language of who reads, whatever their region. */
export function chartWords(language: string): ChartWords {
  return words[language.startsWith('de') ? 'de' : 'en'];
}
