import { isNumberType, type Cell, type ResultField } from '@causeway/contract/artifacts.ts';
import type { DashboardSettings, Tile } from '@causeway/contract/dashboards/dashboards.ts';
import { chartDataOf, type ChartSource, numberOf } from '@causeway/contract/drawing/chart-data.ts';
import { guessChart } from '@causeway/contract/drawing/chart-guess.ts';
import { readChart } from '@causeway/contract/drawing/chart-sentence.ts';
import { readGauge } from '@causeway/contract/drawing/gauge-reading.ts';
import { readMap } from '@causeway/contract/drawing/map-option.ts';
import { placeChart } from '@causeway/contract/drawing/named-chart.ts';
import { endOf, readNumberAt } from '@causeway/contract/drawing/number-reading.ts';
import { guessPivot, readPivot } from '@causeway/contract/drawing/pivot-reading.ts';
import type { BucketUnit } from '@causeway/contract/drawing/time-buckets.ts';
import { writeValue } from '@causeway/contract/drawing/write-value.ts';
import {
  type ColumnFormat,
  formatOf,
  type RuleTone,
  toneOf,
} from '@causeway/contract/number-formats.ts';
import type { UiLanguage } from '@causeway/contract/settings/settings.ts';
import type { QueryRows, RunParameter } from '@causeway/contract/sql/queries.ts';
import type { ChartTask } from './chart-svg.ts';
import { type PlainLine, plainLines } from './plain-text.ts';
import { says } from './says.ts';

/** What a tile says, in a form that paper and mails can show. */
export type Block =
  | {
      kind: 'chart';
      task: Omit<ChartTask, 'width' | 'height'>;
      note: string;
      /** What it shows, for who does not see it. */
      sentence: string;
    }
  | {
      kind: 'number';
      value: string;
      line: string;
      trend: number[];
      tone: RuleTone | undefined;
      note: string;
      /** How much of its goal is reached. */
      gauge?: { share: number };
    }
  | {
      kind: 'table';
      columns: { name: string; isNumber: boolean }[];
      /** The first of them. */
      rows: string[][];
      /** How many there are, perhaps more than were read. */
      count: number;
      hasMore: boolean;
      note: string;
    }
  | { kind: 'text'; lines: PlainLine[]; href?: string }
  | { kind: 'image'; jpeg: string; alt: string; fit: 'contain' | 'cover' }
  | { kind: 'failed'; text: string };

export type PlacedBlock = Pick<Tile, 'id' | 'x' | 'y' | 'w' | 'h'> & {
  title: string;
  block: Block;
};

const MOST_ROWS = 200;

/** What a tile shows, and what a number that is not over is compared with. */
export type Read = {
  tile: Tile;
  rows: QueryRows | undefined;
  part?: QueryRows | undefined;
  /** What it was asked with. */
  parameters?: RunParameter[] | undefined;
  /** Filters that have a value and mean nothing to its query. */
  missed?: readonly string[] | undefined;
  /** Of an image tile, as JPEG. */
  image?: Buffer | undefined;
  /** How long the times of its columns are, where its query says so. */
  units?: Record<string, BucketUnit> | undefined;
};

type Reader = {
  language: UiLanguage;
  timeZone: string;
  colours?: DashboardSettings['colours'];
  /** Where links to the product's own pages lead. */
  origin?: string;
};

export function blockOf(read: Read, reader: Reader): Block {
  const block = bodyOf(read, reader);
  const { missed = [] } = read;
  if (!('note' in block) || missed.length === 0) return block;
  const { notFiltered } = says[reader.language];
  return { ...block, note: noteOf([block.note, notFiltered(missed.join(', '))]) };
}

/** What stands below the rows of a table of which only so many are shown. */
export function underTable(
  { count, hasMore, note }: Extract<Block, { kind: 'table' }>,
  shown: number,
  language: UiLanguage,
): string {
  const say = says[language];
  const write = (rows: number) => rows.toLocaleString(language);
  const left = `${write(count - shown)}${hasMore ? '+' : ''}`;
  const rest = count > shown ? say.moreRows(left) : hasMore && say.firstRows(write(count));
  return noteOf([rest, note]);
}

function bodyOf(read: Read, reader: Reader): Block {
  const { tile, rows: result, part, parameters, image } = read;
  const { language } = reader;
  const say = says[language];
  if (tile.kind === 'text') return { kind: 'text', lines: plainLines(tile.text) };
  if (tile.kind === 'link') return linkBlock(tile, reader);
  if (tile.kind === 'image') {
    const { alt, fit } = tile;
    if (!image) return { kind: 'failed', text: say.failed };
    return { kind: 'image', jpeg: image.toString('base64'), alt, fit };
  }
  if (!result) return { kind: 'failed', text: say.failed };
  if (result.rows.length === 0) return plain(say.noRows);
  switch (tile.kind) {
    case 'number':
      return numberBlock(tile, { result, part, parameters }, reader);
    case 'gauge':
      return gaugeBlock(tile, result, language);
    case 'pivot':
      return pivotBlock(tile, result, language);
    case 'chart':
      return chartBlock(tile, { ...read, result }, reader);
    default:
      return tableBlock(tile, result, language);
  }
}

/** A card that can be clicked on paper and in mails too; printed, it still says where it leads. */
function linkBlock({ text, href }: Of<'link'>, { origin = '' }: Reader): Block {
  const lines = [...plainLines(text), { text: href, isStrong: false }];
  const target = href.startsWith('/') ? `${origin}${href}` : href;
  return { kind: 'text', lines, ...(target.startsWith('http') && { href: target }) };
}

/** In grey print a colour is gone: what is not well has a sign too. */
function signed(text: string, tone: RuleTone | undefined): string {
  return tone === 'warn' || tone === 'bad' ? `! ${text}` : text;
}

function toneOfCell(format: ColumnFormat | undefined, cell: Cell): RuleTone | undefined {
  const value = numberOf(cell);
  return value === null ? undefined : toneOf(format, value);
}

function plain(text: string): Block {
  return { kind: 'text', lines: [{ text, isStrong: false }] };
}

type Of<Kind extends Tile['kind']> = Extract<Tile, { kind: Kind }>;

function numberBlock(
  tile: Of<'number'>,
  { result, part, parameters }: { result: QueryRows } & Pick<Read, 'part' | 'parameters'>,
  reader: Reader,
): Block {
  const { language } = reader;
  const { value, before, trend, running } = readNumberAt(result, part, { ...reader, parameters });
  const format = formatOf(tile.formats, value.column);
  const write = (text: string) => writeValue(text, format, { language });
  const percent = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  const change = before?.change === undefined ? '' : `${percent.format(before.change)} · `;
  const so = running && !before ? says[language].running : '';
  const line = before ? `${change}${before.name}: ${write(before.text)}` : so;
  const tone = value.number === null ? undefined : toneOf(format, value.number);
  const written = value.text === null ? '—' : write(value.text);
  const isCut = result.hasMore && trend.length > 0;
  const note = isCut ? says[language].notLast(result.rows.length.toLocaleString(language)) : '';
  return { kind: 'number', value: signed(written, tone), line, trend, tone, note };
}

function gaugeBlock(tile: Of<'gauge'>, result: QueryRows, language: UiLanguage): Block {
  const reading = readGauge(result, tile.goal);
  if (!reading) return plain('—');
  const format = formatOf(tile.formats, reading.column);
  const write = (text: string) => writeValue(text, format, { language });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  const line = says[language].ofGoal(percent.format(reading.share), write(String(reading.goal)));
  const tone = toneOf(format, reading.value);
  const gauge = { share: reading.share };
  const value = signed(write(reading.text), tone);
  return { kind: 'number', value, line, trend: [], tone, gauge, note: '' };
}

function chartBlock(
  tile: Of<'chart'>,
  { result, parameters, units }: { result: QueryRows } & Pick<Read, 'parameters' | 'units'>,
  { language, timeZone, colours }: Reader,
): Block {
  const { fields, rows } = result;
  const choice = tile.chart ? placeChart(tile.chart, fields) : guessChart(fields);
  if (!choice) return tableBlock(tile, result, language);
  const say = says[language];
  const at = endOf(result, timeZone, parameters);
  const { missing, formats } = tile;
  const source = { choice, fields, rows, emptyName: say.empty, missing, at, units };
  return {
    kind: 'chart',
    task: { ...source, formats, language, colours },
    note: noteOf([
      result.hasMore && say.firstRows(rows.length.toLocaleString(language)),
      ...chartNotes(source, language),
    ]),
    sentence: readChart({ ...source, formats, language }).sentence,
  };
}

/** What a picture leaves out or can't show. */
function chartNotes(source: ChartSource, language: UiLanguage): (string | false)[] {
  const { choice } = source;
  const say = says[language];
  if (choice.kind === 'map') {
    const { lost } = readMap(source);
    return [lost > 0 && say.lost(lost)];
  }
  const { series, seriesCount, isAmbiguous } = chartDataOf(source);
  const isLess = series.some(({ values }) => values.some((value) => (value ?? 0) < 0));
  return [
    series.length < seriesCount && say.topSeries(String(series.length), String(seriesCount)),
    isAmbiguous && say.ambiguous,
    choice.kind === 'pie' && isLess && say.negativePie,
  ];
}

function noteOf(parts: readonly (string | false)[]): string {
  return parts.filter(Boolean).join(' ');
}

function pivotBlock(tile: Of<'pivot'>, result: QueryRows, language: UiLanguage): Block {
  const pivot = tile.pivot ?? guessPivot(result);
  const reading = pivot && readPivot(pivot, result);
  if (!pivot || !reading) return tableBlock(tile, result, language);
  const { totals } = reading;
  const format = formatOf(tile.formats, pivot.value);
  const { empty, emptyText } = says[language];
  const name = (cell: Cell) => (cell === null ? empty : cell === '' ? emptyText : String(cell));
  const write = (cell: Cell | undefined) =>
    cell === undefined || cell === null
      ? ''
      : signed(writeValue(String(cell), format, { language }), toneOfCell(format, cell));
  const rows = [
    ...reading.rows.map(({ key, cells, total }) => [
      name(key),
      ...reading.columns.map((_, at) => write(cells[at])),
      ...(totals ? [write(total)] : []),
    ]),
    ...(totals
      ? [
          [
            says[language].total,
            ...reading.columns.map((_, at) => write(totals.cells[at])),
            write(totals.all),
          ],
        ]
      : []),
  ];
  return {
    kind: 'table',
    columns: [
      { name: pivot.row, isNumber: false },
      ...reading.columns.map((cell) => ({ name: name(cell), isNumber: true })),
      ...(totals ? [{ name: says[language].total, isNumber: true }] : []),
    ],
    rows,
    count: rows.length,
    hasMore: false,
    note: noteOf([
      reading.isAmbiguous && says[language].ambiguous,
      (reading.isCut || result.hasMore) && says[language].cut,
      pivot.hasTotals === true && !totals && says[language].noTotals,
    ]),
  };
}

function tableBlock(
  tile: Extract<Tile, { queryId: string | null }>,
  result: QueryRows,
  language: UiLanguage,
): Block {
  const { fields, rows, hasMore } = result;
  const write = (cell: Cell, { name, type }: ResultField) => {
    if (cell === null) return '';
    const own = tile.formats?.find(({ column }) => column === name);
    if (!own || !isNumberType(type)) return String(cell);
    return signed(writeValue(String(cell), own, { language }), toneOfCell(own, cell));
  };
  return {
    kind: 'table',
    columns: fields.map(({ name, type }) => ({ name, isNumber: isNumberType(type) })),
    rows: rows
      .slice(0, MOST_ROWS)
      .map((row) => fields.map((field, at) => write(row[at] ?? null, field))),
    count: rows.length,
    hasMore,
    note: '',
  };
}
