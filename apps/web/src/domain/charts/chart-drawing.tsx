import type { ResultField } from '@causeway/contract/artifacts.ts';
import type { MissingTimes } from '@causeway/contract/dashboards/charts.ts';
import type { ColumnFormat } from '@causeway/contract/number-formats.ts';
import {
  BarChart,
  FunnelChart,
  HeatmapChart,
  LineChart,
  PieChart,
  ScatterChart,
} from 'echarts/charts';
import {
  DataZoomInsideComponent,
  GridComponent,
  LegendComponent,
  LegendScrollComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
} from 'echarts/components';
import {
  type ECElementEvent,
  type EChartsType,
  init,
  registerLocale,
  use as useParts,
} from 'echarts/core';
import german from 'echarts/i18n/langDE-obj.js';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { regionOf } from '#platform/i18n/use-formats.ts';
import type { Row } from '@causeway/contract/drawing/chart-data.ts';
import classes from './chart-drawing.module.css';
import type { ChartChoice } from '@causeway/contract/drawing/chart-guess.ts';
import { chartOption } from '@causeway/contract/drawing/chart-option.ts';
import type { ChartTheme, ValueColour } from '@causeway/contract/drawing/chart-parts.ts';
import { markAt, type PickedMark, type Place } from '@causeway/contract/drawing/picked-mark.ts';
import type { BucketUnit } from '@causeway/contract/drawing/time-buckets.ts';
import { darkPalette, lightPalette } from '@causeway/contract/drawing/palette.ts';

useParts([
  BarChart,
  FunnelChart,
  HeatmapChart,
  LineChart,
  PieChart,
  ScatterChart,
  DataZoomInsideComponent,
  GridComponent,
  LegendComponent,
  LegendScrollComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
  CanvasRenderer,
]);

// English it speaks by itself.
registerLocale('DE', german);

export type DrawnChart = {
  choice: ChartChoice;
  fields: readonly ResultField[];
  rows: readonly Row[];
  formats?: readonly ColumnFormat[] | undefined;
  /** Slots of the palette that values keep. */
  colours?: readonly ValueColour[] | undefined;
  missing?: MissingTimes | undefined;
  /** How long the times of its columns are, where the query says so. */
  units?: Record<string, BucketUnit> | undefined;
  /** How far the result goes, by the clocks of the project. */
  at?: number | undefined;
  /** A mark was clicked. */
  onPick?: ((mark: PickedMark) => void) | undefined;
  /** A mark was clicked with the other button, or pressed for long, at a place of the screen. */
  onMenu?: ((mark: PickedMark, place: { x: number; y: number }) => void) | undefined;
};

type ChartDrawingProps = DrawnChart & {
  /** The mark the keyboard is at: its tip is shown. */
  pointed?: Place | undefined;
};

/** The picture alone; what it says to who does not see it is told by the figure around it. */
export function ChartDrawing(props: ChartDrawingProps) {
  const { choice, fields, rows, formats, colours, missing, units, at, pointed } = props;
  const { onPick, onMenu } = props;
  const { t, i18n } = useTranslation('charts');
  const element = useRef<HTMLDivElement>(null);
  const drawn = useRef<EChartsType>(undefined);
  const emptyName = t('empty');
  // What a click does may change with every render; the chart stays.
  const acts = useRef({ onPick, onMenu });
  useEffect(() => {
    acts.current = { onPick, onMenu };
  });

  useEffect(() => {
    if (!element.current) return undefined;
    const chart = init(element.current, null, { locale: i18n.language.toUpperCase() });
    drawn.current = chart;
    const draw = () => {
      const width = chart.getWidth();
      const { language } = i18n;
      const region = regionOf(language);
      const theme = readTheme();
      const source = { choice, fields, rows, formats, colours, missing, units, at, emptyName };
      chart.setOption(chartOption({ ...source, width, language, region, theme }), true);
    };
    // The outline of the world comes with the first map.
    if (choice.kind === 'map')
      void import('./world-map.ts').then(() => chart.isDisposed() || draw());
    else draw();
    const markOf = ({ dataIndex, seriesIndex = 0, name }: ECElementEvent) =>
      markAt(
        { choice, fields, rows, missing, units, at, emptyName },
        { dataIndex, seriesIndex, name },
      );
    chart.on('click', (event) => {
      const mark = markOf(event);
      if (mark) acts.current.onPick?.(mark);
    });
    chart.on('contextmenu', (event) => {
      const mark = markOf(event);
      const pressed = event.event?.event as MouseEvent | undefined;
      if (!mark || !pressed || !acts.current.onMenu) return;
      pressed.preventDefault();
      acts.current.onMenu(mark, { x: pressed.clientX, y: pressed.clientY });
    });
    const size = new ResizeObserver(() => {
      if (chart.getWidth() === element.current?.clientWidth) return chart.resize();
      chart.resize();
      if (choice.kind !== 'map') draw();
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
  }, [choice, fields, rows, formats, colours, missing, units, at, emptyName, i18n]);

  useEffect(() => {
    const chart = drawn.current;
    if (!chart || !pointed || chart.isDisposed()) return undefined;
    const mark = { seriesIndex: pointed.seriesIndex, dataIndex: pointed.dataIndex };
    chart.dispatchAction({ type: 'showTip', ...mark });
    chart.dispatchAction({ type: 'highlight', ...mark });
    return () => {
      if (chart.isDisposed()) return;
      chart.dispatchAction({ type: 'downplay', ...mark });
      chart.dispatchAction({ type: 'hideTip' });
      chart.dispatchAction({ type: 'updateAxisPointer', currTrigger: 'leave' });
    };
  }, [pointed]);

  return <div ref={element} data-values className={classes.chart} aria-hidden />;
}

function readTheme(): ChartTheme {
  const root = document.documentElement;
  const style = getComputedStyle(root);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    palette: root.classList.contains('dark') ? darkPalette : lightPalette,
    text: token('--text'),
    muted: token('--text-muted'),
    line: token('--line'),
    raised: token('--raised'),
    font: token('--font-text'),
  };
}
