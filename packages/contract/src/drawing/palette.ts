/**
 * Colours of series. Any two are told apart with every kind of colour blindness, each stands out
 * from the page, and a place has the same hue in both themes: palette.test.ts computes it.
 */
export type Palette = {
  series: readonly string[];
  /** What is left over, and what has no value. */
  other: string;
  /** From little to much. */
  ramp: readonly [string, string];
};

export const lightPalette: Palette = {
  series: ['#0f766e', '#dc6d1c', '#2c55e6', '#c62b69', '#5b621f', '#2791d2', '#580092', '#272e44'],
  other: '#78838a',
  ramp: ['#e2f3f1', '#0f766e'],
};

export const darkPalette: Palette = {
  series: ['#309280', '#e1923e', '#8b8ff4', '#ea4c7c', '#e8df75', '#7ec7eb', '#9659b5', '#d9e8da'],
  other: '#8f999e',
  ramp: ['#10302d', '#56cfc2'],
};

/** More series than colours are not told apart. */
export const MOST_SERIES = lightPalette.series.length;
