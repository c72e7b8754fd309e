import { amountOf, type Catalog, dateOf, type Table } from './catalog.ts';

/** Questions about this very database that run as they stand; about what was named, where something was. */
export function suggestions(catalog: Catalog, language: 'en' | 'de', named?: Table): string[] {
  const own = byWeight(catalog);
  const isDated = (table: Table) => dateOf(table) !== undefined;
  const dated =
    (named && isDated(named) ? named : undefined) ??
    own.find((table) => isDated(table) && amountOf(table)) ??
    own.find(isDated);
  const first = (named !== dated ? named : undefined) ?? own.find((table) => table !== dated);
  const counted = first ?? dated;
  if (!counted) return [];
  const described = named ?? dated ?? counted;
  const isGerman = language === 'de';
  return [
    isGerman ? `Wie viele ${counted.name}` : `How many ${counted.name}`,
    ...(dated
      ? [isGerman ? `Anzahl ${dated.name} pro Monat` : `Number of ${dated.name} per month`]
      : []),
    isGerman ? `Beschreibe ${described.name}` : `Describe ${described.name}`,
  ];
}

/** Tables, first what much hangs on, and what has a name one would type. */
export function byWeight({ tables, references }: Catalog): Table[] {
  const weights = new Map<string, number>();
  for (const { from, to } of references) {
    weights.set(from, (weights.get(from) ?? 0) + 1);
    weights.set(to, (weights.get(to) ?? 0) + 2);
  }
  const weightOf = ({ name }: Table) =>
    (weights.get(name) ?? 0) + (/^[a-z]\w*$/i.test(name) ? 0 : -100);
  return tables
    .filter(({ isView }) => !isView)
    .toSorted((one, other) => weightOf(other) - weightOf(one));
}
