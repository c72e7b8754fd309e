import { amountOf, type Catalog, dateOf } from './catalog.ts';

/** Questions about this very database that run as they stand. */
export function suggestions({ tables }: Catalog, language: 'en' | 'de'): string[] {
  const own = tables.filter(({ isView }) => !isView);
  const dated = own.find((table) => dateOf(table) && amountOf(table)) ?? own.find(dateOf);
  const first = own.find((table) => table !== dated) ?? own[0];
  if (!first) return [];
  const isGerman = language === 'de';
  return [
    isGerman ? `Wie viele ${first.name}` : `How many ${first.name}`,
    ...(dated
      ? [isGerman ? `Anzahl ${dated.name} pro Monat` : `Number of ${dated.name} per month`]
      : []),
    isGerman ? `Beschreibe ${(dated ?? first).name}` : `Describe ${(dated ?? first).name}`,
  ];
}
