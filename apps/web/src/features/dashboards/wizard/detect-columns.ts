import type { TableColumn } from '@causeway/contract/tables/details.ts';

/** What columns of a table are good for on a dashboard. */
export type DetectedColumns = {
  /** Best first; what is chosen is the first unless somebody chooses another. */
  dates: string[];
  measures: { name: string; by: 'sum' | 'avg' }[];
  dimensions: string[];
  place: { latitude: string; longitude: string } | undefined;
};

export type Column = Pick<TableColumn, 'name' | 'category' | 'typeName' | 'constraintType'>;

/** Words of names, in the languages our readers name columns in. */
const words = (text: string) => text.trim().split(/\s+/);

const goodDates = words(`created ordered placed opened sold happened occurred issued started booked
  angelegt erstellt erfasst bestellt gestellt gebucht eröffnet verkauft aufnahme aufgenommen eingang
  eingegangen beginn gemessen durchgeführt datum`);
/** What happens to some rows later on. */
const laterDates = words(`paid shipped delivered closed discharged due end finished
  bezahlt versandt versendet geliefert geschlossen entlassen entlassung fällig ende abgeschlossen`);
const badDates = words(`updated deleted birth expire valid modified
  geändert aktualisiert gelöscht geburt gültig haltbar ablauf`);
const noMeasures = words(`id code year zip postal position phone lat lon lng latitude longitude
  jahr plz postleitzahl telefon nr nummer`);
const averaged = words(`price rate rating score age percent ratio satisfaction size height width
  length weight temperature preis quote note alter prozent größe groesse höhe hoehe breite länge
  laenge gewicht temperatur`);
const goodMeasures = words(`total revenue amount sales value sum turnover profit cost
  umsatz betrag summe gesamt erlös wert gewinn kosten`);
const goodNames = words(`status type kind category channel country region source
  art typ kategorie kanal land quelle`);

/**
 * From the names and types of columns, and how many values texts have. `values` counts those of a
 * sample: a dimension has a few, between 2 and 50.
 */
export function detectColumns(
  columns: readonly Column[],
  values: ReadonlyMap<string, number>,
): DetectedColumns {
  const dates = columns
    .filter(({ typeName }) => ['date', 'timestamp', 'timestamptz'].includes(typeName))
    .map(({ name }) => name)
    .toSorted((one, other) => scoreOfDate(other) - scoreOfDate(one));
  const measures = columns
    .filter(({ category, constraintType }) => category === 'N' && !isKey(constraintType))
    .filter(({ name, typeName }) => typeName !== 'oid' && !hasPart(name, noMeasures))
    .map(({ name }) => ({
      name,
      by: hasPart(name, averaged) ? ('avg' as const) : ('sum' as const),
    }))
    .toSorted((one, other) => scoreOfMeasure(other) - scoreOfMeasure(one));
  const dimensions = columns
    .filter(({ category, constraintType }) => 'SEB'.includes(category) && !isKey(constraintType))
    .map(({ name }) => name)
    .filter((name) => isBetween(values.get(name) ?? 0, 2, 50))
    .toSorted((one, other) => Number(hasPart(other, goodNames)) - Number(hasPart(one, goodNames)));
  return { dates, measures, dimensions, place: findPlace(columns) };
}

function findPlace(columns: readonly Column[]): DetectedColumns['place'] {
  const find = (names: string[]) =>
    columns.find(({ name, category }) => category === 'N' && names.includes(name.toLowerCase()));
  const latitude = find(['lat', 'latitude'])?.name;
  const longitude = find(['lon', 'lng', 'long', 'longitude'])?.name;
  return latitude && longitude ? { latitude, longitude } : undefined;
}

function isKey(constraint: Column['constraintType']): boolean {
  return constraint === 'PRIMARY KEY' || constraint === 'FOREIGN KEY' || constraint === 'UNIQUE';
}

/** What can be added up before what is averaged; what a business counts by before both. */
function scoreOfMeasure({ name, by }: DetectedColumns['measures'][number]): number {
  const isGood = hasPart(name, goodMeasures) || /[€$£¥]/.test(name);
  return 2 * Number(isGood) + Number(by === 'sum');
}

function scoreOfDate(name: string): number {
  if (hasStart(name, goodDates)) return 2;
  if (hasStart(name, laterDates)) return 0;
  return hasStart(name, badDates) ? -1 : 1;
}

/** Whole words of a name: `unit_price`, `unitPrice`, `Preis (netto)`. */
function hasPart(name: string, known: readonly string[]): boolean {
  return name
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((part) => known.includes(part));
}

function hasStart(name: string, known: readonly string[]): boolean {
  return known.some((word) => name.toLowerCase().startsWith(word));
}

function isBetween(count: number, least: number, most: number): boolean {
  return count >= least && count <= most;
}
