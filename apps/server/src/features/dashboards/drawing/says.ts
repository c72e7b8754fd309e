import type { UiLanguage } from '@causeway/contract/settings/settings.ts';

/** The few words that paper and mails need besides what tiles say. */
type Says = {
  failed: string;
  noRows: string;
  empty: string;
  emptyText: string;
  cut: string;
  ambiguous: string;
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
    firstRows: (count) => `Die ersten ${count} Zeilen.`,
    ofGoal: (percent, goal) => `${percent} von ${goal}`,
    asOf: (moment, zone) => `Stand ${moment} (${zone})`,
    page: (page, pages) => `Seite ${page} von ${pages}`,
    moreRows: (count) => `${count} weitere Zeilen im Produkt`,
    running: 'Bisher; der Zeitraum läuft noch.',
    total: 'Gesamt',
  },
};
