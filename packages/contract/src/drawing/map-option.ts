import { numberOf, type Row } from './chart-data.ts';
import { escapeHtml, type ChartOption, type ChartRequest, type Shared } from './chart-parts.ts';

/** As the outline is registered with the drawing: world-outline.json. */
export const WORLD = 'world';

type Point = { longitude: number; latitude: number; size: number | null; name: string };

export type MapReading = {
  points: Point[];
  /** Rows without coordinates, or with some that are nowhere on earth. */
  lost: number;
};

/** Rows as points: x is the longitude, the first measure the latitude, a second one how much there is. */
export function readMap({ choice, rows }: Pick<ChartRequest, 'choice' | 'rows'>): MapReading {
  const [latitude = -1, measure = -1] = choice.ys;
  const points = rows.flatMap((row: Row): Point[] => {
    const [east, north] = [numberOf(row[choice.x]), numberOf(row[latitude])];
    if (east === null || north === null || Math.abs(east) > 180 || Math.abs(north) > 90) return [];
    const name = choice.series === undefined ? '' : String(row[choice.series] ?? '');
    return [{ longitude: east, latitude: north, size: numberOf(row[measure]), name }];
  });
  return { points, lost: rows.length - points.length };
}

const SMALLEST = 5;
const LARGEST = 26;

/** Land only: borders are disputed. */
export function mapOption(request: ChartRequest, { base, colorOf, write }: Shared): ChartOption {
  const { choice, theme } = request;
  const { points } = readMap(request);
  const measure = choice.ys[1];
  const most = points.reduce((max, { size }) => Math.max(max, Math.abs(size ?? 0)), 0);
  return {
    ...base,
    tooltip: {
      ...(base.tooltip as object),
      trigger: 'item',
      formatter: ({ dataIndex }: { dataIndex: number }) => {
        const point = points[dataIndex];
        if (!point) return '';
        const where = `${point.latitude.toFixed(2)}, ${point.longitude.toFixed(2)}`;
        const size = measure === undefined || point.size === null ? '' : write(point.size, measure);
        return [point.name, size, where].filter(Boolean).map(escapeHtml).join('<br>');
      },
    },
    geo: {
      map: WORLD,
      roam: true,
      silent: true,
      left: 8,
      right: 8,
      top: 8,
      bottom: 8,
      // Without the ice at the south there is more room for where people are.
      boundingCoords: [
        [-170, 78],
        [180, -56],
      ],
      itemStyle: { areaColor: theme.line, borderColor: theme.raised, borderWidth: 0.5 },
    },
    series: [
      {
        type: 'scatter',
        coordinateSystem: 'geo',
        large: points.length > 2_000,
        itemStyle: { color: colorOf(0), opacity: 0.72 },
        symbolSize: (value: unknown) => sizeOf((value as number[])[2] ?? 0, most),
        data: points.map(({ longitude, latitude, size }) => [longitude, latitude, size ?? 0]),
      },
    ],
  };
}

/** By its area, so that twice as much looks like twice as much. */
function sizeOf(size: number, most: number): number {
  if (most === 0) return SMALLEST + 2;
  return SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(Math.abs(size) / most);
}
