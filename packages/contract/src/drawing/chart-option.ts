import { formatOf } from '../number-formats.ts';
import { chartDataOf, type ChartData } from './chart-data.ts';
import { namesIn, tipOf, type ChartOption, type ChartRequest, type Shared } from './chart-parts.ts';
import { funnelOption, heatmapOption, pieOption } from './chart-shapes.ts';
import { mapOption } from './map-option.ts';
import { drawRunning, tipOfTime } from './running-time.ts';
import { leastStep } from './time-buckets.ts';
import { axesOf } from './value-axes.ts';
import { writeValue } from './write-value.ts';

/** The picture of a result: the same for results of the editor and for tiles. */
export function chartOption(request: ChartRequest): ChartOption {
  if (request.choice.kind === 'map') return mapOption(request, sharedOf(request));
  const data = chartDataOf(request);
  const shared = sharedOf(request);
  const { kind } = request.choice;
  if (kind === 'pie') return pieOption(request, data, shared);
  if (kind === 'funnel') return funnelOption(request, data, shared);
  if (kind === 'heatmap') return heatmapOption(request, data, shared);
  return axesOption(request, data, shared);
}

function sharedOf({ theme, fields, formats, colours, language }: ChartRequest): Shared {
  const { palette } = theme;
  const slots = new Map(colours?.map(({ value, slot }) => [value, slot]));
  const colorOf: Shared['colorOf'] = (place, isNamed = true) =>
    (isNamed ? palette.series[place % palette.series.length] : palette.other) ?? palette.other;
  const text = { color: theme.muted, fontFamily: theme.font };
  return {
    text,
    colorOf,
    colorOfValue: (value, place, isNamed) => colorOf(slots.get(value) ?? place, isNamed),
    write: (value, measure, isShort = false) =>
      writeValue(String(value), formatOf(formats, fields[measure]?.name ?? ''), {
        language,
        isShort,
      }),
    base: {
      color: [...palette.series],
      textStyle: text,
      animationDuration: 200,
      // Times are drawn as the result prints them, whatever the zone of the browser.
      useUTC: true,
      tooltip: {
        confine: true,
        backgroundColor: theme.raised,
        borderColor: theme.line,
        textStyle: { color: theme.text, fontSize: 12 },
      },
    },
  };
}

/** From here on a picture is drawn without what only few points need, and can be moved through. */
const MANY_POINTS = 2_000;

const symbols = ['circle', 'rect', 'triangle', 'diamond'] as const;
/** Beyond the symbols, lines also differ by their dash: in grey print colours are gone. */
const dashes = ['solid', 'dashed'] as const;

/**
 * How many steps of time an axis is cut into. Where more of them are named than there is room for, ECharts
 * leaves names out as they come: often those of the years, without which months say nothing.
 */
function stepsIn(width: number): number {
  return Math.max(1, Math.min(MOST_STEPS, Math.floor(width / STEP_WIDTH)));
}

const MOST_STEPS = 6;
const STEP_WIDTH = 90;

function axesOption(request: ChartRequest, chart: ChartData, shared: Shared): ChartOption {
  const { choice, rows, theme, width } = request;
  const { axis, places, series } = chart;
  const { base, text, colorOf, write } = shared;
  const { kind } = choice;
  const isMany = places.length > MANY_POINTS;
  const isStacked = kind === 'stacked' || (kind === 'area' && choice.series !== undefined);
  const line = { lineStyle: { color: theme.line } };
  const hasLegend = series.length > 1;
  const sides = isStacked || choice.series !== undefined ? [] : axesOf(rows, choice.ys);
  const sideOf = (place: number) => sides[place] ?? 'left';
  const onSide = (side: 'left' | 'right') =>
    series.flatMap((_, place) => (sideOf(place) === side ? [place] : []));
  return {
    ...base,
    ...(isMany && { animation: false, dataZoom: [{ type: 'inside', filterMode: 'none' }] }),
    tooltip: {
      ...(base.tooltip as object),
      trigger: kind === 'scatter' ? 'item' : 'axis',
      ...(axis === 'time' &&
        kind !== 'scatter' && { formatter: tipOfTime(request, chart, { write, isStacked }) }),
    },
    legend: hasLegend
      ? { type: 'scroll', top: 4, textStyle: text, itemWidth: 14, itemHeight: 8 }
      : undefined,
    grid: {
      left: 12,
      right: 20,
      top: hasLegend ? 36 : 16,
      bottom: 12,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: {
      type: axis,
      axisLabel: {
        ...text,
        ...(axis === 'category' ? namesIn(width, places.length) : { hideOverlap: true }),
        ...(axis === 'value' && { formatter: (value: number) => write(value, choice.x, true) }),
      },
      axisLine: line,
      axisTick: { show: axis !== 'category' },
      splitLine: { show: false },
      ...(axis === 'category' && { data: places }),
      ...(axis === 'time' && {
        minInterval: leastStep(places as number[]),
        splitNumber: stepsIn(width),
      }),
    },
    yAxis: (['left', 'right'] as const)
      .filter((side) => side === 'left' || sides.includes(side))
      .map((side) => {
        const own = onSide(side);
        const measure = series[own[0] ?? 0]?.measure ?? choice.ys[0] ?? 0;
        return {
          type: 'value',
          position: side,
          axisLabel: {
            ...text,
            // The figures of an axis have the colour of what they measure, where it is one thing.
            ...(sides.includes('right') && own.length === 1 && { color: colorOf(own[0] ?? 0) }),
            formatter: (value: number) => write(value, measure, true),
          },
          splitLine: side === 'left' ? line : { show: false },
        };
      }),
    series: seriesOf(request, chart, { ...shared, sideOf, isMany, isStacked }),
  };
}

type Laid = Pick<Shared, 'colorOf' | 'colorOfValue' | 'write'> & {
  sideOf: (place: number) => 'left' | 'right';
  isMany: boolean;
  isStacked: boolean;
};

function seriesOf(
  { choice }: ChartRequest,
  { axis, places, series, isRunning }: ChartData,
  { colorOf, colorOfValue, write, sideOf, isMany, isStacked }: Laid,
) {
  const { kind } = choice;
  const drawn = series.map(({ name, measure, isNamed, values, digitsAt }, place) => ({
    name,
    type: kind === 'area' ? 'line' : kind === 'stacked' ? 'bar' : kind,
    yAxisIndex: sideOf(place) === 'right' ? 1 : 0,
    color:
      choice.series === undefined ? colorOf(place, isNamed) : colorOfValue(name, place, isNamed),
    showSymbol: places.length < 80,
    symbol: symbols[place % symbols.length],
    symbolSize: kind === 'scatter' ? 7 : 5,
    lineStyle: { width: 2, type: dashes[Math.floor(place / symbols.length) % dashes.length] },
    barMaxWidth: 48,
    itemStyle: kind === 'bar' ? { borderRadius: [3, 3, 0, 0] } : undefined,
    large: kind === 'scatter' && values.length > MANY_POINTS,
    ...(isMany && kind !== 'scatter' && { sampling: 'lttb' }),
    ...(kind === 'area' && { areaStyle: { opacity: isStacked ? 0.35 : 0.16 } }),
    ...(isStacked && { stack: 'all' }),
    tooltip: {
      valueFormatter: tipOf({ write: (value) => write(value, measure), digitsAt }),
    },
    data: pointsOf({ axis, places, values, isStacked }),
  }));

  const isBars = kind === 'bar' || kind === 'stacked';
  return isRunning && !isMany ? drawRunning(drawn, isBars) : drawn;
}

type Points = Pick<ChartData, 'axis' | 'places'> & {
  values: (number | null)[];
  isStacked: boolean;
};

/** What has no row adds nothing to a stack, and is a gap in a line. */
function pointsOf({ axis, places, values, isStacked }: Points) {
  const filled = isStacked ? values.map((value) => value ?? 0) : values;
  return axis === 'category' ? filled : filled.map((value, at) => [places[at], value]);
}
