import { isNumberType, type Cell, type ResultField } from '@causeway/contract/artifacts.ts';
import { BarChart, LineChart, PieChart, ScatterChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { init, registerLocale, use as useParts, type EChartsCoreOption } from 'echarts/core';
import german from 'echarts/i18n/langDE-obj.js';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isTime, wallTimeOf, type ChartChoice } from './chart-guess.ts';
import { listSeries } from './chart-series.ts';
import classes from './chart-drawing.module.css';
import { axesOf } from './value-axes.ts';

useParts([
  BarChart,
  LineChart,
  PieChart,
  ScatterChart,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  CanvasRenderer,
]);

// English it speaks by itself.
registerLocale('DE', german);

type Row = readonly Cell[];

type ChartDrawingProps = {
  label: string;
  choice: ChartChoice;
  fields: readonly ResultField[];
  rows: readonly Row[];
};

export function ChartDrawing({ label, choice, fields, rows }: ChartDrawingProps) {
  const { t, i18n } = useTranslation('charts');
  const element = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!element.current) return undefined;
    const chart = init(element.current, null, { locale: i18n.language.toUpperCase() });
    const draw = () => {
      const width = chart.getWidth();
      const drawn = { choice, fields, rows, width, language: i18n.language, other: t('other') };
      chart.setOption(optionOf(drawn), true);
    };
    draw();
    const size = new ResizeObserver(() => {
      if (chart.getWidth() === element.current?.clientWidth) return chart.resize();
      chart.resize();
      draw();
    });
    size.observe(element.current);
    // Colours are those of the theme, which may change while the chart is on screen.
    const theme = new MutationObserver(draw);
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] });
    return () => {
      size.disconnect();
      theme.disconnect();
      chart.dispose();
    };
  }, [choice, fields, rows, i18n.language, t]);

  return (
    // A canvas draws inside; to those who do not see it, it is one picture.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div ref={element} className={classes.chart} role="img" aria-label={label} />
  );
}

type Drawn = Omit<ChartDrawingProps, 'label'> & {
  width: number;
  language: string;
  /** What is said of the series that are drawn together. */
  other: string;
};

/** For the sixth series and those after it; seen on light and on dark. */
const more = ['#7c6fd6', '#2f8fc4', '#b4749e', '#8a8d3a', '#c2703d', '#4f9d7a', '#6b7fa3'];

function optionOf({ choice, fields, rows, width, language, other }: Drawn): EChartsCoreOption {
  const series = listSeries(rows, choice, fields, other);
  const isSeveral = series.length > 1;
  const token = (name: string) =>
    getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const text = { color: token('--text-muted'), fontFamily: token('--font-text') };
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const short = new Intl.NumberFormat(language, { notation: 'compact' });
  const shared = {
    color: [
      ...['--accent-text', '--changed', '--added', '--removed', '--text-faint'].map(token),
      ...more,
    ],
    textStyle: text,
    animationDuration: 200,
    tooltip: {
      trigger: choice.kind === 'pie' || choice.kind === 'scatter' ? 'item' : 'axis',
      confine: true,
      backgroundColor: token('--raised'),
      borderColor: token('--line'),
      textStyle: { color: token('--text'), fontSize: 12 },
      valueFormatter: (value: unknown) =>
        typeof value === 'number' ? number.format(value) : String(value),
    },
    legend:
      isSeveral && choice.kind !== 'pie' ? { ...legendOf(width), textStyle: text } : undefined,
  };
  const [first = 0] = choice.ys;
  if (choice.kind === 'pie') {
    const data = rows
      .slice(0, 30)
      .map((row) => ({ name: textOf(row[choice.x]), value: numberOf(row[first]) }));
    // Names below the circle fit any width; names around it do not.
    const legend = { type: 'scroll', bottom: 6, itemWidth: 12, itemHeight: 12, textStyle: text };
    const label = { show: false };
    const pie = { type: 'pie', radius: ['42%', '74%'], center: ['50%', '45%'], data, label };
    return { ...shared, legend, series: [pie] };
  }
  const type = fields[choice.x]?.type ?? '';
  const axisType = isTime(type)
    ? 'time'
    : isNumberType(type) && choice.kind === 'scatter'
      ? 'value'
      : 'category';
  const line = { lineStyle: { color: token('--line') } };
  const sides =
    choice.ys.length === series.length
      ? axesOf(rows, choice.ys)
      : series.map(() => 'left' as const);
  const names = [...new Set(rows.map((row) => textOf(row[choice.x])))];
  const isPivot = series.some((one) => one.rows !== rows);
  // The figures of an axis have the colour of what they measure, where it is one thing.
  const colorOf = (side: (typeof sides)[number]) => {
    const places = sides.flatMap((one, place) => (one === side ? [place] : []));
    return places.length === 1 ? shared.color[places[0] ?? 0] : text.color;
  };
  return {
    ...shared,
    // Times are drawn as the result prints them, whatever the zone of the browser.
    useUTC: true,
    grid: {
      left: 12,
      right: 20,
      top: isSeveral ? 34 : 16,
      bottom: 12,
      containLabel: true,
    },
    xAxis: {
      type: axisType,
      axisLabel: {
        ...text,
        ...(axisType === 'category'
          ? namesIn(width, isPivot ? names.length : rows.length)
          : overTime),
      },
      axisLine: line,
      ...(axisType === 'category' && {
        data: isPivot ? names : rows.map((row) => textOf(row[choice.x])),
      }),
    },
    yAxis: (['left', 'right'] as const)
      .filter((side) => side === 'left' || sides.includes(side))
      .map((side) => ({
        type: 'value',
        position: side,
        axisLabel: {
          ...text,
          ...(sides.includes('right') && { color: colorOf(side) }),
          formatter: (value: number) => (Math.abs(value) < 10_000 ? number : short).format(value),
        },
        splitLine: side === 'left' ? line : { show: false },
      })),
    series: series.map(({ name, y, rows: own }, place) => ({
      name,
      yAxisIndex: sides[place] === 'right' ? 1 : 0,
      type: choice.kind === 'area' ? 'line' : choice.kind,
      showSymbol: rows.length < 80,
      symbolSize: choice.kind === 'scatter' ? 7 : 5,
      barMaxWidth: 48,
      ...(choice.kind === 'area' && { areaStyle: { opacity: 0.18 } }),
      data:
        axisType === 'category'
          ? valuesOf(own, isPivot ? names : undefined, { x: choice.x, y })
          : pointsOf(own, { x: choice.x, y, axis: axisType }),
    })),
  };
}

const overTime = { hideOverlap: true };

/** More than a few would cover the picture. */
function legendOf(width: number) {
  return { type: 'scroll', top: 4, left: 'center', width: width - 40 };
}

/** A value for each row, or for each name where a series has rows of its own. */
function valuesOf(
  rows: readonly Row[],
  names: string[] | undefined,
  { x, y }: { x: number; y: number },
): number[] {
  if (!names) return rows.map((row) => numberOf(row[y]));
  const byName = new Map(rows.map((row) => [textOf(row[x]), numberOf(row[y])]));
  return names.map((name) => byName.get(name) ?? Number.NaN);
}

/** More names than these are left out where they would touch. */
const MOST_NAMES = 20;
const SHORTEST_NAME = 64;

/** Every bar has its name: side by side where there is room, else slanted. */
function namesIn(width: number, count: number) {
  if (count > MOST_NAMES) return { hideOverlap: true };
  const room = width / count;
  const slanted = { rotate: 35, width: 84 };
  return {
    interval: 0,
    overflow: 'truncate',
    ...(room < SHORTEST_NAME ? slanted : { width: room - 12 }),
  };
}

type PointChoice = { x: number; y: number; axis: 'time' | 'value' };

/** From left to right, however the result is sorted: a line that goes back says nothing. */
function pointsOf(rows: readonly Row[], { x, y, axis }: PointChoice): [number, number][] {
  return rows
    .map((row): [number, number] => [
      axis === 'time' ? wallTimeOf(textOf(row[x])) : numberOf(row[x]),
      numberOf(row[y]),
    ])
    .filter(([place]) => !Number.isNaN(place))
    .toSorted(([one], [other]) => one - other);
}

/** A picture needs no more digits than a float has. */
function numberOf(cell: Cell | undefined): number {
  return cell === null || cell === undefined ? Number.NaN : Number(cell);
}

function textOf(cell: Cell | undefined): string {
  return cell === null || cell === undefined ? '—' : String(cell);
}
