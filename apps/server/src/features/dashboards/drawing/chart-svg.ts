import {
  BarChart,
  FunnelChart,
  HeatmapChart,
  LineChart,
  PieChart,
  ScatterChart,
} from 'echarts/charts';
import {
  GeoComponent,
  GridComponent,
  LegendComponent,
  LegendScrollComponent,
  VisualMapContinuousComponent,
} from 'echarts/components';
import { init, registerLocale, registerMap, setPlatformAPI, use as useParts } from 'echarts/core';
import german from 'echarts/i18n/langDE-obj.js';
import { SVGRenderer } from 'echarts/renderers';
import type { ChartSource } from '@causeway/contract/drawing/chart-data.ts';
import { chartOption } from '@causeway/contract/drawing/chart-option.ts';
import type { ChartRequest } from '@causeway/contract/drawing/chart-parts.ts';
import { WORLD } from '@causeway/contract/drawing/map-option.ts';
import { lightPalette } from '@causeway/contract/drawing/palette.ts';
import outline from '@causeway/contract/drawing/world-outline.json' with { type: 'json' };
import { widthOf } from './fonts.ts';
import { INK, LINE, QUIET } from './ink.ts';

useParts([
  BarChart,
  FunnelChart,
  HeatmapChart,
  LineChart,
  PieChart,
  ScatterChart,
  GeoComponent,
  GridComponent,
  LegendComponent,
  LegendScrollComponent,
  VisualMapContinuousComponent,
  SVGRenderer,
]);

// English it speaks by itself.
registerLocale('DE', german);
registerMap(WORLD, outline as unknown as Parameters<typeof registerMap>[1]);

// Its own guess knows ASCII in one size; labels would touch or be cut.
setPlatformAPI({
  measureText: (text: string, font?: string) => ({
    width: widthOf(text, sizeOf(font)),
  }),
});

/** `bold 12px Inter` */
function sizeOf(font = ''): number {
  const part = font.split(' ').find((one) => one.endsWith('px'));
  return Number.parseFloat(part ?? '') || 12;
}

export type ChartTask = ChartSource &
  Pick<ChartRequest, 'formats' | 'language' | 'colours'> & { width: number; height: number };

const onPaper = {
  palette: lightPalette,
  text: INK,
  muted: QUIET,
  line: LINE,
  raised: '#ffffff',
  font: 'Inter',
};

/** The picture of the browser, without one: the same option, drawn into text. */
export function chartSvg({ height, ...request }: ChartTask): string {
  const { width, language } = request;
  const locale = language.toUpperCase();
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height, locale });
  try {
    const { tooltip: _, ...option } = chartOption({ ...request, theme: onPaper });
    chart.setOption({ ...option, animation: false });
    return chart.renderToSVGString();
  } finally {
    // What is not disposed stays for ever.
    chart.dispose();
  }
}
