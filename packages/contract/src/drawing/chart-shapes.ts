import type { ChartData } from './chart-data.ts';
import { namesIn, tipOf, type ChartOption, type ChartRequest, type Shared } from './chart-parts.ts';
import { MOST_SERIES } from './palette.ts';

type Part = { name: string; value: number; color: string };

/** Parts of a whole. Those beyond the colours are one, last and grey, with how many they are. */
export function pieOption(
  { choice, width }: ChartRequest,
  { places, series }: ChartData,
  { base, text, colorOf, colorOfValue, write }: Shared,
): ChartOption {
  const values = series[0]?.values ?? [];
  const measure = choice.ys[0] ?? 0;
  const all = places.map((place, at) => ({ name: String(place), value: values[at] ?? 0 }));
  const named = all.length > MOST_SERIES + 1 ? all.slice(0, MOST_SERIES) : all;
  const rest = all.slice(named.length);
  const parts: Part[] = named.map((part, at) => ({ ...part, color: colorOfValue(part.name, at) }));
  if (rest.length > 0) {
    const value = rest.reduce((sum, part) => sum + part.value, 0);
    parts.push({ name: `… (${rest.length})`, value, color: colorOf(0, false) });
  }
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  const isWide = width > 420;
  return {
    ...base,
    tooltip: {
      ...(base.tooltip as object),
      trigger: 'item',
      valueFormatter: tipOf({
        write: (value) => write(value, measure),
        digitsAt: (at) => (at < named.length ? series[0]?.digitsAt(at) : undefined),
      }),
    },
    // Names beside or below the circle fit any width; names around it do not.
    legend: isWide
      ? { type: 'scroll', orient: 'vertical', right: 16, top: 'middle', textStyle: text }
      : { type: 'scroll', bottom: 6, itemWidth: 12, itemHeight: 12, textStyle: text },
    series: [
      {
        type: 'pie',
        radius: ['46%', '76%'],
        center: isWide ? ['36%', '50%'] : ['50%', '44%'],
        itemStyle: { borderWidth: 1, borderColor: 'transparent', borderRadius: 3 },
        label: { show: false },
        emphasis: {
          label: {
            show: true,
            position: 'center',
            color: text.color,
            formatter: ({ percent }: { percent: number }) => `${Math.round(percent)} %`,
          },
        },
        data: parts.map(({ name, value, color }) => ({ name, value, itemStyle: { color } })),
        stillShowZeroSum: total !== 0,
      },
    ],
  };
}

/** Steps that fewer and fewer take, in the order of the result; each with its share of the first. */
export function funnelOption(
  { choice, language, theme }: ChartRequest,
  { places, series }: ChartData,
  { base, colorOf, write }: Shared,
): ChartOption {
  const values = series[0]?.values ?? [];
  const measure = choice.ys[0] ?? 0;
  const first = values[0] ?? 0;
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return {
    ...base,
    tooltip: {
      ...(base.tooltip as object),
      trigger: 'item',
      valueFormatter: tipOf({
        write: (value) => write(value, measure),
        digitsAt: (at) => series[0]?.digitsAt(at),
      }),
    },
    series: [
      {
        type: 'funnel',
        sort: 'none',
        left: 12,
        right: '42%',
        top: 10,
        bottom: 10,
        minSize: '4%',
        gap: 2,
        label: {
          position: 'right',
          color: theme.text,
          // Two lines lie on each other without it.
          lineHeight: 16,
          formatter: ({ name, value }: { name: string; value: number }) => {
            const share = first > 0 ? ` · ${percent.format(value / first)}` : '';
            return `${name}\n${write(value, measure)}${share}`;
          },
        },
        labelLine: { length: 40, lineStyle: { color: theme.line } },
        itemStyle: { borderWidth: 0 },
        data: places.map((place, at) => ({
          name: String(place),
          value: values[at] ?? 0,
          itemStyle: { color: colorOf(0), opacity: 1 - (0.55 * at) / Math.max(1, places.length) },
        })),
      },
    ],
  };
}

/** A number for each pair of two names, by the strength of one colour. */
export function heatmapOption(
  { choice, theme, width }: ChartRequest,
  { places, series }: ChartData,
  { base, text, write }: Shared,
): ChartOption {
  const measure = choice.ys[0] ?? 0;
  const cells = series.flatMap(({ values }, row) =>
    values.flatMap((value, column) => (value === null ? [] : [[column, row, value] as const])),
  );
  const numbers = cells.map(([, , value]) => value);
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const axis = { axisLine: { show: false }, axisTick: { show: false }, splitArea: { show: false } };
  return {
    ...base,
    tooltip: {
      ...(base.tooltip as object),
      trigger: 'item',
      valueFormatter: tipOf({
        write: (value) => write(value, measure),
        digitsAt: (at) => {
          const [column = 0, row = 0] = cells[at] ?? [];
          return series[row]?.digitsAt(column);
        },
      }),
    },
    grid: {
      left: 12,
      right: 16,
      top: 10,
      bottom: 44,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: {
      type: 'category',
      data: places,
      ...axis,
      axisLabel: { ...text, ...namesIn(width, places.length) },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: series.map(({ name }) => name),
      ...axis,
      axisLabel: { ...text, width: 110, overflow: 'truncate' },
    },
    visualMap: {
      min: numbers.length > 0 ? least : 0,
      max: numbers.length > 0 ? Math.max(most, least + 1e-9) : 1,
      calculable: false,
      orient: 'horizontal',
      left: 'center',
      bottom: 4,
      itemWidth: 10,
      itemHeight: 120,
      textStyle: text,
      inRange: { color: [...theme.palette.ramp] },
      formatter: (value: number) => write(value, measure, true),
    },
    series: [
      {
        type: 'heatmap',
        data: cells,
        itemStyle: { borderWidth: 1, borderColor: theme.raised, borderRadius: 2 },
        emphasis: { itemStyle: { borderColor: theme.text } },
      },
    ],
  };
}
