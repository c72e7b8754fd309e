import type { OwnMeasure } from './own-measure.ts';
import { createTranslator } from './translated-names.ts';
import { fold, stem, wordsOf } from './words.ts';

export type ColumnKind = 'number' | 'text' | 'time' | 'date' | 'boolean' | 'other';

export type Column = {
  name: string;
  stems: string[];
  /** The ways to say its name in English, where it is German, each as stems. */
  english: string[][];
  /** What kind of thing its name says it is, in English, itself first. */
  called: string[];
  kind: ColumnKind;
  /** Is compared and averaged as the number it shows. */
  isMoney: boolean;
  isKey: boolean;
  isReference: boolean;
  isNullable: boolean;
  /** A moment, which is another day elsewhere. */
  isZoned: boolean;
  /** Where it has few: labels of an enum, frequent values. They stay on this server. */
  values: string[];
};

export type Table = {
  schema: string;
  name: string;
  stems: string[];
  english: string[][];
  /** Views are found by their full name only: their words are those of the tables behind them. */
  isView: boolean;
  columns: Column[];
};

export type Reference = {
  from: string;
  fromColumns: string[];
  to: string;
  toColumns: string[];
  /** By name and type alone: no rule of the database says so, and rows may lead nowhere. */
  isImplied: boolean;
};

export type Catalog = {
  /** What the project calls its numbers. */
  measures?: readonly OwnMeasure[];
  tables: Table[];
  references: Reference[];
  /** Whose days, weeks and months are meant: the project's, UTC unless it says otherwise. */
  zone?: string;
};

export type RawTable = {
  schema: string;
  name: string;
  isView: boolean;
  columns: {
    name: string;
    type: string;
    isKey: boolean;
    isReference: boolean;
    isNullable: boolean;
    values: string[];
  }[];
};

export function makeCatalog(
  raw: readonly RawTable[],
  references: readonly Omit<Reference, 'isImplied'>[],
): Catalog {
  const translator = createTranslator();
  const tables = raw.map((table): Table => ({
    ...table,
    stems: wordsOf(table.name).map(stem),
    english: translator.readingsOf(table.name),
    columns: table.columns.map((column) => ({
      ...column,
      stems: wordsOf(column.name).map(stem),
      english: translator.readingsOf(column.name),
      called: [column.name, ...translator.headOf(column.name)],
      kind: kindOf(column.type),
      isMoney: column.type === 'money',
      isZoned: /^timestamp.* with time zone$|^timestamptz/.test(column.type),
    })),
  }));
  const known = references.map((reference) => ({ ...reference, isImplied: false }));
  const implied = impliedIn(tables, known);
  for (const { from, fromColumns } of implied) {
    for (const column of tableOf({ tables, references: [] }, from).columns) {
      if (fromColumns.includes(column.name)) column.isReference = true;
    }
  }
  return { tables, references: [...known, ...implied] };
}

/** `product_id` leads to the key of `products`, where nothing says otherwise. */
function impliedIn(tables: readonly Table[], known: readonly Reference[]): Reference[] {
  return tables.flatMap((table) =>
    table.columns.flatMap((column): Reference[] => {
      const base = /^(.+)_id$/.exec(column.name)?.[1];
      if (base === undefined || table.isView) return [];
      const isKnown = known.some(
        (reference) => reference.from === table.name && reference.fromColumns.includes(column.name),
      );
      if (isKnown) return [];
      const wanted = wordsOf(base).map(stem).join(' ');
      const to = tables.find(
        (other) => !other.isView && other !== table && other.stems.join(' ') === wanted,
      );
      const key = to?.columns.filter(({ isKey }) => isKey) ?? [];
      if (!to || key.length !== 1 || key[0]!.kind !== column.kind) return [];
      return [
        {
          from: table.name,
          fromColumns: [column.name],
          to: to.name,
          toColumns: [key[0]!.name],
          isImplied: true,
        },
      ];
    }),
  );
}

function kindOf(type: string): ColumnKind {
  if (
    /^(smallint|integer|bigint|int[248]|numeric|decimal|real|double|float|money)/.test(type) &&
    !type.endsWith('[]')
  )
    return 'number';
  if (type.startsWith('timestamp') && !type.endsWith('[]')) return 'time';
  if (type === 'date') return 'date';
  if (type === 'boolean' || type === 'bool') return 'boolean';
  if (/^(text|character|varchar|char|citext|name|uuid)/.test(type) && !type.endsWith('[]'))
    return 'text';
  return 'other';
}

export function tableOf(catalog: Catalog, name: string): Table {
  const table = catalog.tables.find((one) => one.name === name);
  if (!table) throw new Error(`No table ${name}`);
  return table;
}

export const isTemporal = ({ kind }: Column) => kind === 'time' || kind === 'date';

/** What people know a row by. */
export function labelOf(table: Table): Column {
  const byName = [
    'full_name',
    'name',
    'title',
    'label',
    'number',
    'code',
    'subject',
    'sku',
    'email',
  ];
  const found = columnCalled(table, byName, 'text');
  if (found) return found;
  return (
    table.columns.find(({ kind, isReference }) => kind === 'text' && !isReference) ??
    table.columns.find(({ isKey }) => isKey) ??
    table.columns[0]!
  );
}

/** When a row of it happened. */
export function dateOf(table: Table): Column | undefined {
  const dates = table.columns.filter(isTemporal);
  const sure = dates.filter(({ isNullable }) => !isNullable);
  if (sure.length === 1) return sure[0];
  return (
    sure.find(({ name }) => usual.test(fold(name))) ??
    sure[0] ??
    dates.find(({ name }) => usual.test(fold(name)))
  );
}

const usual =
  /^(placed|ordered|created|occurred|opened|happened|hired|released|booked|paid|date|angelegt|erstellt|erfasst|bestellt|gestellt|gebucht|aufnahme|aufgenommen|eingang|eingegangen|eroeffnet|beginn|gemessen|durchgefuehrt|angefordert|geprueft|eingestellt|bezahlt|datum|zeitpunkt)/;

/** What a row of it is worth, where it is not said otherwise. */
export function amountOf(table: Table): Column | undefined {
  const names = [
    'revenue',
    'total',
    'amount',
    'line_total',
    'price',
    'value',
    'salary',
    'quantity',
  ];
  return columnCalled(table, names, 'number');
}

/** The column that is called by the first of the names there is, in English or in what says the same. */
export function columnCalled(
  table: Table,
  names: readonly string[],
  kind: ColumnKind,
): Column | undefined {
  const columns = table.columns.filter((column) => column.kind === kind && !column.isReference);
  for (const name of names) {
    const found =
      columns.find((column) => column.name === name) ??
      columns.find(({ called }) => called.includes(name));
    if (found) return found;
  }
  return undefined;
}

/** Where it is written down what was sold: in whichever language. */
export function keepsSales({ name, english }: Table): boolean {
  return sales.test(name) || english.some((reading) => sales.test(reading.join(' ')));
}

const sales = /order|sale|invoice|booking/;
