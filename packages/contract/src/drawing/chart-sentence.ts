import { formatOf } from '../number-formats.ts';
import { chartDataOf, type ChartData } from './chart-data.ts';
import type { ChartRequest } from './chart-parts.ts';
import { chartWords, type ChartWords } from './chart-words.ts';
import { readMap } from './map-option.ts';
import { writeBucket } from './time-buckets.ts';
import { writeValue } from './write-value.ts';

/** All of a picture but how it looks. */
export type SaidChart = Omit<ChartRequest, 'width' | 'theme' | 'colours'>;

type Mark = { series: number; at: number };

/** One mark after the other, by the place of the axis and of the series. */
export type ChartReading = {
  data: ChartData;
  /** What the picture shows: over what, from where to where, the highest, the lowest and the last. */
  sentence: string;
  /** What a mark stands for, as it is spoken. */
  say: (mark: Mark) => string;
};

/** A chart in words, made of what is drawn: for who does not see it, on a screen, in mails and on paper. */
export function readChart(request: SaidChart): ChartReading {
  const data = chartDataOf(request);
  const words = chartWords(request.language);
  const writer = writerOf(request, data, words);
  const say = ({ series, at }: Mark) => {
    const value = writer.value({ series, at });
    const name = data.series.length > 1 ? `${data.series[series]?.name ?? ''}, ` : '';
    return `${name}${writer.place(at)}: ${value}`;
  };
  return { data, sentence: sentenceOf(request, data, { words, writer }), say };
}

type Writer = {
  place: (at: number) => string;
  value: (mark: Mark) => string;
};

function writerOf(
  { fields, formats, language, region = language, choice }: SaidChart,
  data: ChartData,
  words: ChartWords,
) {
  const { axis, places, series, unit, isRunning } = data;
  const write = (text: string, measure: number) =>
    writeValue(text, formatOf(formats, fields[measure]?.name ?? ''), { language });
  const place = (at: number) => {
    if (axis === 'value') return write(String(places[at]), choice.x);
    if (axis === 'category') return String(places[at]);
    const time = writeBucket(Number(places[at]), unit, region);
    return isRunning && at === places.length - 1 ? `${time}, ${words.soFar}` : time;
  };
  const value = ({ series: row, at }: Mark) => {
    const one = series[row];
    const number = one?.values[at] ?? null;
    if (!one || number === null) return '—';
    return write(one.digitsAt(at) ?? String(number), one.measure);
  };
  return { place, value };
}

type Means = { words: ChartWords; writer: Writer };

function sentenceOf(request: SaidChart, data: ChartData, { words, writer }: Means): string {
  const { choice, fields, language } = request;
  if (choice.kind === 'map') return sentenceOfMap(request, words);
  const { axis, places, series } = data;
  const count = (number: number) => number.toLocaleString(language);
  const nameOf = (column: number) => fields[column]?.name ?? '';
  const extremes = extremesOf(data);
  if (!extremes) return words.none;
  const what = words.by(choice.ys.map(nameOf).join(', '), nameOf(choice.x));
  const range =
    axis === 'category' || places.length === 1
      ? words.values(count(places.length))
      : words.range(writer.place(0), writer.place(places.length - 1));
  const isParted = series.length > 1;
  const names = isParted && words.series(count(series.length), series.map(nameOfOne).join(', '));
  const at = (mark: Mark) => {
    const where = [isParted && series[mark.series]?.name, writer.place(mark.at)];
    return `${writer.value(mark)} (${where.filter(Boolean).join(', ')})`;
  };
  const said = [
    `${words.highest}: ${at(extremes.highest)}`,
    ...(places.length > 1 || isParted ? [`${words.lowest}: ${at(extremes.lowest)}`] : []),
    ...(axis === 'time' && places.length > 1 ? [lastOf(data, { words, writer })] : []),
  ];
  return `${[what, range, names].filter(Boolean).join(', ')}. ${said.join('; ')}.`;
}

function nameOfOne({ name }: { name: string }): string {
  return name;
}

function lastOf({ places, series }: ChartData, { words, writer }: Means): string {
  const at = places.length - 1;
  const values = series.map(({ name }, row) => {
    const value = writer.value({ series: row, at });
    return series.length > 1 ? `${name} ${value}` : value;
  });
  return `${words.last}: ${values.join(', ')} (${writer.place(at)})`;
}

/** The first of several that are equal. */
function extremesOf({ series }: ChartData): { highest: Mark; lowest: Mark } | undefined {
  let highest: (Mark & { value: number }) | undefined;
  let lowest: (Mark & { value: number }) | undefined;
  for (const [row, { values }] of series.entries()) {
    for (const [at, value] of values.entries()) {
      if (value === null) continue;
      if (!highest || value > highest.value) highest = { series: row, at, value };
      if (!lowest || value < lowest.value) lowest = { series: row, at, value };
    }
  }
  return highest && lowest && { highest, lowest };
}

function sentenceOfMap(request: SaidChart, words: ChartWords): string {
  const { choice, fields, formats, language } = request;
  const { points } = readMap(request);
  const count = words.points(points.length.toLocaleString(language));
  const [largest] = points
    .filter(({ size }) => size !== null)
    .toSorted((one, other) => Number(other.size) - Number(one.size));
  if (!largest) return `${count}.`;
  const name = fields[choice.ys[1] ?? -1]?.name ?? '';
  const size = writeValue(String(largest.size), formatOf(formats, name), { language });
  const where = largest.name || `${largest.latitude.toFixed(2)}, ${largest.longitude.toFixed(2)}`;
  return `${name}: ${count}. ${words.highest}: ${size} (${where}).`;
}
