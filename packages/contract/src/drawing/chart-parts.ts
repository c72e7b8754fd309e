import type { ColumnFormat } from '../number-formats.ts';
import type { ChartSource } from './chart-data.ts';
import type { Palette } from './palette.ts';

/** What a theme gives to a chart; handed in, so that a chart is drawn the same without a page. */
export type ChartTheme = {
  palette: Palette;
  text: string;
  muted: string;
  line: string;
  raised: string;
  font: string;
};

/** A value and the slot of the palette it keeps, whatever else is shown beside it. */
export type ValueColour = { value: string; slot: number };

export type ChartRequest = ChartSource & {
  colours?: readonly ValueColour[] | undefined;
  formats?: readonly ColumnFormat[] | undefined;
  width: number;
  language: string;
  /** How days are written, `en-GB`; as in the language where it is not told. */
  region?: string | undefined;
  theme: ChartTheme;
};

/** What ECharts takes; it is handed on as it is. */
export type ChartOption = Record<string, unknown>;

export type Shared = {
  text: { color: string; fontFamily: string };
  colorOf: (place: number, isNamed?: boolean) => string;
  /** Of a value that keeps its colour, else of its place. */
  colorOfValue: (value: string, place: number, isNamed?: boolean) => string;
  write: (value: number | string, measure: number, isShort?: boolean) => string;
  base: ChartOption;
};

type Tip = {
  write: (value: number | string) => string;
  /** Of a point of the picture; undefined where it stands for no single row. */
  digitsAt?: (place: number) => string | undefined;
};

/** What a tip says of a value: points have their place too, the value stands last. */
export function tipOf({ write, digitsAt }: Tip) {
  return (value: unknown, place: number): string => {
    const number = Array.isArray(value) ? (value.at(-1) as unknown) : value;
    return typeof number === 'number' ? write(digitsAt?.(place) ?? number) : '—';
  };
}

/** Names come from the database; a tip is HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** More names than these are left out where they would touch. */
const MOST_NAMES = 20;
const SHORTEST_NAME = 64;

/** Every bar has its name: side by side where there is room, else slanted. */
export function namesIn(width: number, count: number) {
  if (count > MOST_NAMES) return { hideOverlap: true };
  const room = width / count;
  const slanted = { rotate: 35, width: 84 };
  return {
    interval: 0,
    overflow: 'truncate',
    ...(room < SHORTEST_NAME ? slanted : { width: room - 12 }),
  };
}
