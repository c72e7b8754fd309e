import { isAsking, type Tile } from '../dashboards/dashboards.ts';
import type { DashboardPicture, Sketch } from '../dashboards/pictures.ts';
import { chartDataOf, numberOf } from './chart-data.ts';
import { guessChart } from './chart-guess.ts';
import { readGauge } from './gauge-reading.ts';
import { placeChart } from './named-chart.ts';
import { readNumber } from './number-reading.ts';
import { guessPivot, readPivot } from './pivot-reading.ts';
import { writeValue } from './write-value.ts';
import { formatOf, formatOfCell, isAmount } from '../number-formats.ts';
import type { QueryRows } from '../sql/queries.ts';

const POINTS = 40;

export type SketchedTile = { tile: Tile; rows: QueryRows | undefined; hasFailed: boolean };

/**
 * The upper part of a dashboard, as far as a small picture goes. Where whatever asks has failed, the
 * database is away or still being filled: that is no picture of the dashboard.
 */
export function sketchDashboard(
  states: readonly SketchedTile[],
  language: string,
): DashboardPicture | undefined {
  const asking = states.filter(({ tile }) => isAsking(tile));
  if (asking.length > 0 && asking.every(({ hasFailed }) => hasFailed)) return undefined;
  const shown = states.filter(({ tile }) => tile.y < 100).slice(0, 24);
  return {
    tiles: shown.map(({ tile, rows, hasFailed }) => {
      const { x, y, w, h } = tile;
      return { x, y, w, h, sketch: sketchTile(tile, rows, { hasFailed, language }) };
    }),
  };
}

/** A tile in a few strokes, from what it showed. */
function sketchTile(
  tile: Tile,
  result: QueryRows | undefined,
  { hasFailed, language }: { hasFailed: boolean; language: string },
): Sketch {
  if (tile.kind === 'text') return { kind: 'text', text: plain(tile.text) };
  if (tile.kind === 'link') return { kind: 'text', text: tile.title || tile.text };
  if (tile.kind === 'image') return { kind: 'image' };
  if (hasFailed) return { kind: 'failed' };
  if (!isAsking(tile) || !result || result.rows.length === 0) return { kind: 'nothing' };
  const write = (text: string, column: string) =>
    writeValue(text, formatOf(tile.formats, column), { language }).slice(0, 60);
  const writeInRow = (text: string, field: { name: string; type: string }) => {
    const format = formatOfCell(tile.formats, field);
    return format || isAmount(field.type) ? writeValue(text, format, { language }) : text;
  };
  switch (tile.kind) {
    case 'number': {
      const { value, trend } = readNumber(result);
      const text = value.text === null ? '—' : write(value.text, value.column);
      return { kind: 'number', text, trend: scaled([thin(trend)])[0] ?? [] };
    }
    case 'gauge': {
      const reading = readGauge(result, tile.goal);
      if (!reading) return { kind: 'nothing' };
      const share = Math.max(0, Math.min(1, reading.share));
      return { kind: 'gauge', share, text: write(reading.text, reading.column) };
    }
    case 'pivot': {
      const pivot = tile.pivot ?? guessPivot(result);
      const reading = pivot && readPivot(pivot, result);
      if (!reading) return { kind: 'nothing' };
      const rows = reading.rows.slice(0, 12).map(({ cells }) => cells.slice(0, POINTS));
      return { kind: 'cells', rows: scaled(rows.map((cells) => Array.from(cells, numberOf))) };
    }
    case 'chart':
      return sketchChart(tile, result);
    default:
      return {
        kind: 'table',
        rows: result.rows
          .slice(0, 6)
          .map((row) =>
            result.fields
              .slice(0, 4)
              .map((field, at) =>
                row[at] === null ? '' : writeInRow(String(row[at]), field).slice(0, 24),
              ),
          ),
      };
  }
}

function sketchChart(tile: Extract<Tile, { kind: 'chart' }>, result: QueryRows): Sketch {
  const { fields, rows } = result;
  const choice = tile.chart ? placeChart(tile.chart, fields) : guessChart(fields);
  if (!choice) return { kind: 'nothing' };
  if (choice.kind === 'scatter' || choice.kind === 'map') {
    const [y = 0] = choice.ys;
    const pairs = rows.flatMap((row): [number, number][] => {
      const [across, up] = [numberOf(row[choice.x]), numberOf(row[y])];
      return across === null || up === null ? [] : [[across, up]];
    });
    return { kind: 'points', points: inBox(spread(pairs, 120)), isMap: choice.kind === 'map' };
  }
  const { series } = chartDataOf({ choice, fields, rows, emptyName: '', missing: tile.missing });
  const lines = series.slice(0, 8).map(({ values }) => thin(values));
  const [first = []] = lines;
  if (choice.kind === 'pie')
    return { kind: 'parts', parts: scaled([first.slice(0, 9)], true)[0]!.map(solid) };
  if (choice.kind === 'funnel')
    return { kind: 'steps', steps: scaled([first.slice(0, 9)], true)[0]!.map(solid) };
  if (choice.kind === 'heatmap') return { kind: 'cells', rows: scaled(lines) };
  const isBars = choice.kind === 'bar' || choice.kind === 'stacked';
  if (isBars)
    return {
      kind: 'bars',
      bars: scaled(
        lines.map((line) => line.slice(0, 24)),
        true,
      ),
    };
  return { kind: 'lines', lines: scaled(lines), isFilled: choice.kind === 'area' };
}

const solid = (share: number | null) => share ?? 0;

/** As many as fit, from all of the way. */
function thin<Value>(values: readonly Value[]): Value[] {
  return spread(values, POINTS);
}

function spread<Value>(values: readonly Value[], most: number): Value[] {
  if (values.length <= most) return [...values];
  return Array.from({ length: most }, (_, at) => values[Math.floor((at * values.length) / most)]!);
}

/** Between 0 and 1, all by one scale; what is measured from zero begins there. */
function scaled(lines: (number | null)[][], fromZero = false): (number | null)[][] {
  const numbers = lines.flat().filter((value) => value !== null);
  const least = Math.min(...numbers, ...(fromZero ? [0] : []));
  const most = Math.max(...numbers, ...(fromZero ? [0] : []));
  const span = most - least || 1;
  return lines.map((line) =>
    line.map((value) =>
      value === null ? null : Math.round((1_000 * (value - least)) / span) / 1_000,
    ),
  );
}

function inBox(pairs: [number, number][]): [number, number][] {
  const [xs = [], ys = []] = [
    scaled([pairs.map(([x]) => x)])[0],
    scaled([pairs.map(([, y]) => y)])[0],
  ];
  return pairs.map((_, at) => [xs[at] ?? 0, ys[at] ?? 0]);
}

/** Markdown without its signs. */
function plain(text: string): string {
  return text.replaceAll(/[*_#`>[\]]/g, '').slice(0, 160);
}
