import type { Cell } from '@causeway/contract/artifacts.ts';
import type { Catalog } from './catalog.ts';
import { pathTo } from './joins.ts';
import { type Dimension, type Filter, type Measure, type Place, type Plan } from './plan.ts';
import type { Note } from './plan-question.ts';
import type { Told } from './reply.ts';

type Language = 'en' | 'de';

const words = {
  en: {
    introduction: 'No AI model is connected. I run built-in commands.',
    rows: (n: number, more: boolean) =>
      n === 1 ? '1 row' : `${more ? 'More than ' : ''}${n} rows`,
    none: 'No rows match.',
    first: 'First: ',
    assumed: 'Read as',
    count: (table: string) => `number of ${table}`,
    different: (column: string) => `different values of ${column}`,
    fns: { sum: 'sum of', avg: 'average of', min: 'lowest', max: 'highest' },
    by: 'by',
    where: 'where',
    date: (at: string, zone: string) => `Dates are those of \`${at}\`, in ${zone}.`,
    implied: (from: string, to: string) =>
      `\`${from}\` is followed to \`${to}\` by its name: no rule of the database says so.`,
    lost: (value: string, table: string) =>
      `${value} belong to no row of \`${table}\`: shown without a name.`,
    future: (n: number) =>
      n === 1 ? 'One of them lies in the future.' : `${n} of them lie in the future.`,
    why: (name: string, before: string, after: string, change: string, periods: [string, string]) =>
      `${name}: **${before} → ${after}** (${change}), ${periods[1]} against ${periods[0]}.`,
    drove: 'What changed most:',
    whySame: 'It did not change.',
    whyAsk: 'Which number do you mean?',
    whyAdds:
      'I can take sums and counts apart by what they are made of; for averages and extremes ask for them by something.',
    whyDate: (table: string) => `\`${table}\` has no date, so there is nothing to compare.`,
    whyRevenue: 'Why did revenue change?',
    whyCount: (table: string) => `Why did the number of ${table} change?`,
    without: 'without',
    withRows: 'with',
    empty: 'is empty',
    filled: 'is set',
    corrected: (typed: string, read: string) => `“${typed}” is read as “${read}”.`,
    dashboard: (told: unknown) => listTiles(told, 'It has no tiles yet.'),
    failed: (message: string) => `The database refused it: ${message}`,
    unknown: (list: string) =>
      `I don’t know what ${list} means in this database, so I ran nothing.`,
    noPlan: 'I can’t make a query of this.',
    noDatabase: 'Choose a database below first.',
    away: (message: string) =>
      `I could not look anything up. ${message}\n\nAsk again once the database answers; a test of its connector, under Settings › Connectors, names the step that fails.`,
    noWay: (from: string, to: string) =>
      `Nothing in this database leads from \`${from}\` to \`${to}\`, so they can’t be put together.`,
    twoWays: (from: string, to: string) =>
      `There are several ways from \`${from}\` to \`${to}\`. Say which one you mean.`,
    readOnly:
      'I only read. Change data on its own page, where every change can be looked at and taken back:',
    needsModel:
      'This takes an AI model: I count, sum, compare, list and describe, and I don’t guess.',
    nearest: 'I can answer these',
    nearestNames: (names: string) => `What is there: ${names}.`,
    tables: (n: number) => `There are ${n} tables and views:`,
    compare: (before: string, after: string, change: string) => `${before} → ${after} (${change})`,
    help: [
      'I answer commands about the tables of this database, in English or German:',
      '- **how many** orders, customers from Germany, cancelled orders this year',
      '- **sums and averages**: revenue per month, average rating by product',
      '- **top lists**: top 5 customers by revenue, products with the most reviews',
      '- **rows**: last 20 orders, products over 100, customers without orders',
      '- **data quality**: duplicate emails, empty values in customers',
      '- **schema**: which tables are there, describe orders, where is the salary',
      '- **errors**: explain this error',
    ].join('\n'),
  },
  de: {
    introduction: 'Es ist kein KI-Modell verbunden. Ich führe eingebaute Befehle aus.',
    rows: (n: number, more: boolean) =>
      n === 1 ? '1 Zeile' : `${more ? 'Mehr als ' : ''}${n} Zeilen`,
    none: 'Keine Zeile passt.',
    first: 'An erster Stelle: ',
    assumed: 'Verstanden als',
    count: (table: string) => `Anzahl ${table}`,
    different: (column: string) => `verschiedene Werte von ${column}`,
    fns: {
      sum: 'Summe von',
      avg: 'Durchschnitt von',
      min: 'kleinster Wert von',
      max: 'größter Wert von',
    },
    by: 'nach',
    where: 'mit',
    date: (at: string, zone: string) => `Als Datum gilt \`${at}\`, in der Zeitzone ${zone}.`,
    implied: (from: string, to: string) =>
      `\`${from}\` führt dem Namen nach zu \`${to}\`: Keine Regel der Datenbank sagt das.`,
    lost: (value: string, table: string) =>
      `${value} gehören zu keiner Zeile von \`${table}\`: ohne Namen gezeigt.`,
    future: (n: number) =>
      n === 1 ? 'Eine davon liegt in der Zukunft.' : `${n} davon liegen in der Zukunft.`,
    why: (name: string, before: string, after: string, change: string, periods: [string, string]) =>
      `${name}: **${before} → ${after}** (${change}), ${periods[1]} gegenüber ${periods[0]}.`,
    drove: 'Am stärksten verändert:',
    whySame: 'Es hat sich nichts verändert.',
    whyAsk: 'Welche Zahl meinst du?',
    whyAdds:
      'Ich kann Summen und Anzahlen in ihre Teile zerlegen; Durchschnitte und Extreme frag bitte nach etwas aufgeteilt ab.',
    whyDate: (table: string) => `\`${table}\` hat kein Datum, also gibt es nichts zu vergleichen.`,
    whyRevenue: 'Warum hat sich der Umsatz verändert?',
    whyCount: (table: string) => `Warum hat sich die Anzahl ${table} verändert?`,
    without: 'ohne',
    withRows: 'mit',
    empty: 'ist leer',
    filled: 'ist gesetzt',
    corrected: (typed: string, read: string) => `„${typed}“ ist als „${read}“ gelesen.`,
    dashboard: (told: unknown) => listTiles(told, 'Es hat noch keine Kacheln.'),
    failed: (message: string) => `Die Datenbank hat es abgelehnt: ${message}`,
    unknown: (list: string) =>
      `Ich weiß nicht, was ${list} in dieser Datenbank bedeutet, und habe deshalb nichts ausgeführt.`,
    noPlan: 'Daraus kann ich keine Abfrage machen.',
    noDatabase: 'Wähle unten zuerst eine Datenbank.',
    away: (message: string) =>
      `Ich konnte nichts nachsehen. ${message}\n\nFrag noch einmal, sobald die Datenbank antwortet; ein Test ihrer Verbindung, unter Einstellungen › Verbindungen, nennt den Schritt, an dem es scheitert.`,
    noWay: (from: string, to: string) =>
      `In dieser Datenbank führt nichts von \`${from}\` zu \`${to}\`, deshalb lassen sie sich nicht zusammenbringen.`,
    twoWays: (from: string, to: string) =>
      `Es führen mehrere Wege von \`${from}\` zu \`${to}\`. Sag, welchen du meinst.`,
    readOnly:
      'Ich lese nur. Ändere Daten auf ihrer eigenen Seite, wo jede Änderung angesehen und zurückgenommen werden kann:',
    needsModel:
      'Dafür braucht es ein KI-Modell: Ich zähle, summiere, vergleiche, liste und beschreibe, und ich rate nicht.',
    nearest: 'Das kann ich beantworten',
    nearestNames: (names: string) => `Vorhanden ist: ${names}.`,
    tables: (n: number) => `Es gibt ${n} Tabellen und Views:`,
    compare: (before: string, after: string, change: string) => `${before} → ${after} (${change})`,
    help: [
      'Ich beantworte Befehle zu den Tabellen dieser Datenbank, auf Deutsch oder Englisch:',
      '- **wie viele** Bestellungen, Kunden aus Deutschland, stornierte Bestellungen dieses Jahr',
      '- **Summen und Durchschnitte**: Umsatz pro Monat, durchschnittliche Bewertung je Produkt',
      '- **Bestenlisten**: Top 5 Kunden nach Umsatz, Produkte mit den meisten Bewertungen',
      '- **Zeilen**: die letzten 20 Bestellungen, Produkte über 100, Kunden ohne Bestellungen',
      '- **Datenqualität**: doppelte E-Mails, leere Werte in customers',
      '- **Schema**: welche Tabellen gibt es, beschreibe orders, wo steht das Gehalt',
      '- **Fehler**: erkläre diesen Fehler',
    ].join('\n'),
  },
} as const;

export function sayIn(language: Language) {
  return words[language];
}

const at = ({ table, column }: Place) => `${table}.${column}`;

/** A plan in a few words: the title of what is shown. */
export function titleOf(plan: Plan, language: Language): string {
  const say = words[language];
  const measured = plan.measure ? sayMeasure(plan.measure, plan.from, language) : plan.from;
  const dimensions = plan.dimensions
    .map((dimension) => sayDimension(dimension, language))
    .join(', ');
  const filters = plan.filters.map((filter) => sayFilter(filter, language)).join(', ');
  return [measured, dimensions && `${say.by} ${dimensions}`, filters && `${say.where} ${filters}`]
    .filter(Boolean)
    .join(' ')
    .slice(0, 200);
}

function sayMeasure(measure: Measure, from: string, language: Language): string {
  const say = words[language];
  if (measure.fn === 'count') return say.count(from);
  if (measure.fn === 'count-distinct') return say.different(at(measure.column));
  return `${say.fns[measure.fn]} ${at(measure.column)}`;
}

const germanGrains = {
  day: 'Tag',
  week: 'Woche',
  month: 'Monat',
  quarter: 'Quartal',
  year: 'Jahr',
  weekday: 'Wochentag',
  hour: 'Stunde',
};

function sayDimension(dimension: Dimension, language: Language): string {
  if (dimension.kind === 'entity') return dimension.table;
  if (dimension.kind === 'column') return at(dimension.at);
  return language === 'de' ? germanGrains[dimension.grain] : dimension.grain;
}

function sayFilter(filter: Filter, language: Language): string {
  const say = words[language];
  if (filter.kind === 'compare')
    return `${at(filter.at)} ${filter.operator} ${String(filter.value)}`;
  if (filter.kind === 'null') return `${at(filter.at)} ${filter.isNull ? say.empty : say.filled}`;
  if (filter.kind === 'period') return filter.period.label;
  return `${filter.isNegated ? say.without : say.withRows} ${filter.table}`;
}

/** What has to be known to believe the answer: what was measured, when, and along which way. */
export function sayNotes(
  catalog: Catalog,
  plan: Plan,
  notes: readonly Note[],
  language: Language,
): string[] {
  const say = words[language];
  const said = [`${say.assumed}: ${titleOf(plan, language)}.`];
  for (const note of notes)
    if (note.kind === 'date') said.push(say.date(at(note.at), catalog.zone ?? 'UTC'));
  const tables = new Set([
    ...plan.dimensions.map((one) => (one.kind === 'entity' ? one.table : one.at.table)),
    ...plan.filters.flatMap((one) => (one.kind === 'exists' ? [] : [one.at.table])),
  ]);
  const implied = new Set<string>();
  for (const table of tables) {
    const path = pathTo(catalog, plan.from, table);
    for (const reference of Array.isArray(path) ? path : []) {
      if (reference.isImplied)
        implied.add(
          say.implied(`${reference.from}.${reference.fromColumns.join(', ')}`, reference.to),
        );
    }
  }
  return [...said, ...implied];
}

/** What the rows themselves say about how far they are to be believed. */
export function sayRows(told: Told, plan: Plan, now: Date, language: Language): string[] {
  const say = words[language];
  const [dimension] = plan.dimensions;
  const said: string[] = [];
  const lost = told.rows.find(([label]) => label === null);
  if (lost && plan.measure && dimension?.kind === 'entity' && plan.dimensions.length === 1) {
    said.push(say.lost(sayCell(lost.at(-1) ?? null, language), dimension.table));
  }
  const ordered = typeof plan.order?.by === 'object' ? plan.order.by.column : undefined;
  const at = told.columns.findIndex(({ name }) => name === ordered);
  const isDate = /^(date|timestamp)/.test(told.columns[at]?.type ?? '');
  const ahead = isDate ? told.rows.filter((row) => isAfter(row[at] ?? null, now)).length : 0;
  return ahead > 0 ? [...said, say.future(ahead)] : said;
}

function isAfter(cell: Cell, now: Date): boolean {
  // As Postgres prints it: `2026-11-16 10:00:00+00`.
  const text = String(cell)
    .replace(' ', 'T')
    .replace(/([+-]\d\d)$/, '$1:00');
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date > now;
}

/** The result in one sentence. */
export function sayResult(told: Told, plan: Plan, language: Language): string {
  const say = words[language];
  const { rows, columns } = told;
  if (rows.length === 0) return say.none;
  if (plan.measure && plan.dimensions.length === 0) {
    return `**${sayCell(rows[0]?.[0] ?? null, language)}**`;
  }
  const count = sayCount(told, language);
  const isRanked = plan.order?.by === 'measure' && plan.dimensions.length === 1;
  if (!isRanked || columns.length < 2) return `${count}.`;
  const [label, value] = rows[0]!;
  return `${say.first}**${sayCell(label ?? null, language)}** (${sayCell(value ?? null, language)}). ${count}.`;
}

/** How many rows there were. */
export function sayCount({ rows, note, count, hasMore }: Told, language: Language): string {
  return words[language].rows(count ?? rows.length, hasMore ?? note !== undefined);
}

export function sayCell(cell: Cell, language: Language): string {
  if (cell === null) return '–';
  const isNumber =
    typeof cell === 'number' || (typeof cell === 'string' && /^-?\d+(\.\d+)?$/.test(cell));
  if (!isNumber) return String(cell);
  return new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(Number(cell));
}

/** A dashboard as its tiles; what they show is a question each. */
function listTiles(told: unknown, none: string): string {
  const { name, tiles } = told as { name: string; tiles: { title: string; kind: string }[] };
  const lines = tiles.map(({ title, kind }) => `- ${plain(title || kind)} (${kind})`);
  return `**${plain(name)}**\n\n${lines.length > 0 ? lines.join('\n') : none}`;
}

/** What people named is not read as markdown. */
function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>#|]/g, (sign) => `\\${sign}`).slice(0, 200);
}
