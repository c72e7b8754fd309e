import type { UiLanguage } from '@causeway/contract/settings/settings.ts';

/** The few words that paper and mails need besides what tiles say. */
type Says = {
  failed: string;
  noRows: string;
  empty: string;
  emptyText: string;
  cut: string;
  ambiguous: string;
  topSeries: (shown: string, all: string) => string;
  negativePie: string;
  lost: (count: number) => string;
  noTotals: string;
  notLast: (count: string) => string;
  notFiltered: (names: string) => string;
  firstRows: (count: string) => string;
  ofGoal: (percent: string, goal: string) => string;
  asOf: (moment: string, zone: string) => string;
  page: (page: string, pages: string) => string;
  moreRows: (count: string) => string;
  running: string;
  total: string;
};

export const says: Record<UiLanguage, Says> = {
  en: {
    failed: 'This tile could not be read.',
    noRows: 'No rows.',
    empty: '(empty)',
    emptyText: '(empty text)',
    cut: 'Not all of it fits here.',
    ambiguous: 'Several rows fall on the same point; group them in the query.',
    topSeries: (shown, all) => `The ${shown} largest of ${all} series are drawn.`,
    negativePie: 'Parts below zero are not seen in a pie.',
    lost: (count) =>
      count === 1 ? '1 row has no place on the map.' : `${count} rows have no place on the map.`,
    noTotals: 'The query does not tell its totals.',
    notLast: (count) => `The last of the first ${count} rows; there are more.`,
    notFiltered: (names) => `Not filtered by: ${names}.`,
    firstRows: (count) => `The first ${count} rows.`,
    ofGoal: (percent, goal) => `${percent} of ${goal}`,
    asOf: (moment, zone) => `As of ${moment} (${zone})`,
    page: (page, pages) => `Page ${page} of ${pages}`,
    moreRows: (count) => `${count} more rows in the product`,
    running: 'So far; this time is not over.',
    total: 'Total',
  },
  de: {
    failed: 'Diese Kachel konnte nicht gelesen werden.',
    noRows: 'Keine Zeilen.',
    empty: '(leer)',
    emptyText: '(leerer Text)',
    cut: 'Hier passt nicht alles hin.',
    ambiguous: 'Mehrere Zeilen fallen auf denselben Punkt; die Abfrage sollte sie gruppieren.',
    topSeries: (shown, all) => `Gezeichnet sind die ${shown} größten von ${all} Reihen.`,
    negativePie: 'Teile unter null sieht man im Kreis nicht.',
    lost: (count) =>
      count === 1
        ? '1 Zeile hat keinen Ort auf der Karte.'
        : `${count} Zeilen haben keinen Ort auf der Karte.`,
    noTotals: 'Die Abfrage verrät keine Summen.',
    notLast: (count) => `Die letzte der ersten ${count} Zeilen; es gibt mehr.`,
    notFiltered: (names) => `Nicht gefiltert nach: ${names}.`,
    firstRows: (count) => `Die ersten ${count} Zeilen.`,
    ofGoal: (percent, goal) => `${percent} von ${goal}`,
    asOf: (moment, zone) => `Stand ${moment} (${zone})`,
    page: (page, pages) => `Seite ${page} von ${pages}`,
    moreRows: (count) => `${count} weitere Zeilen im Produkt`,
    running: 'Bisher; der Zeitraum läuft noch.',
    total: 'Gesamt',
  },
};
