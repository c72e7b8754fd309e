/**
 * Capital letters drawn as strokes on a grid ten units high. Pictures would look different on every
 * machine, or hold no words at all, if they used the fonts that happen to be installed.
 */
type Glyph = readonly [width: number, path: string];

const glyphs: Record<string, Glyph> = {
  A: [8, 'M0 10L4 0L8 10M1.4 6.6H6.6'],
  B: [6.7, 'M0 4.8H4.1A2.6 2.6 0 0 1 4.1 10H0V0H3.7A2.4 2.4 0 0 1 3.7 4.8'],
  C: [7.8, 'M7.8 2.1A4.5 5 0 1 0 7.8 7.9'],
  D: [8, 'M0 0H3A5 5 0 0 1 3 10H0Z'],
  E: [5.8, 'M5.8 0H0V10H5.8M0 5H5'],
  F: [5.6, 'M5.6 0H0V10M0 5H4.8'],
  G: [8.2, 'M7.8 2.1A4.5 5 0 1 0 8.2 6.8V5.4H5'],
  H: [7.4, 'M0 0V10M7.4 0V10M0 5H7.4'],
  I: [0.2, 'M.1 0V10'],
  J: [4.8, 'M4.8 0V7.2A2.4 2.8 0 0 1 0 7.6'],
  K: [6.8, 'M0 0V10M6.6 0L0 6.2M2.5 4L6.8 10'],
  L: [5.4, 'M0 0V10H5.4'],
  M: [9, 'M0 10V0L4.5 6.5L9 0V10'],
  N: [7.6, 'M0 10V0L7.6 10V0'],
  O: [9.2, 'M4.6 0A4.6 5 0 1 0 4.6 10A4.6 5 0 1 0 4.6 0Z'],
  P: [6.5, 'M0 10V0H3.7A2.8 2.8 0 0 1 3.7 5.6H0'],
  Q: [9.2, 'M4.6 0A4.6 5 0 1 0 4.6 10A4.6 5 0 1 0 4.6 0ZM5.8 7.2L9.2 10.6'],
  R: [6.8, 'M0 10V0H3.9A2.7 2.7 0 0 1 3.9 5.4H0M3.5 5.4L6.8 10'],
  S: [
    6.5,
    'M6.1 1.8C5.4.6 4.4 0 3.2 0C1.4 0 .3 1.1.3 2.5C.3 5.8 6.5 4.1 6.5 7.4C6.5 9 5.1 10 3.3 10C1.8 10 .6 9.3 0 8',
  ],
  T: [7, 'M0 0H7M3.5 0V10'],
  U: [7.4, 'M0 0V6.3A3.7 3.7 0 0 0 7.4 6.3V0'],
  V: [8, 'M0 0L4 10L8 0'],
  W: [11, 'M0 0L2.8 10L5.5 2L8.2 10L11 0'],
  X: [7.4, 'M0 0L7.4 10M7.4 0L0 10'],
  Y: [7.4, 'M0 0L3.7 5L7.4 0M3.7 5V10'],
  Z: [6.8, 'M0 0H6.8L0 10H6.8'],
  0: [6.8, 'M3.4 0A3.4 5 0 1 0 3.4 10A3.4 5 0 1 0 3.4 0Z'],
  1: [3, 'M0 2.2L3 0V10'],
  2: [6.4, 'M.3 2.7C.4 1 1.6 0 3.2 0C5 0 6.2 1.1 6.2 2.8C6.2 5 2.4 7.1 0 10H6.4'],
  3: [
    6.2,
    'M.3 1.5C.9.5 1.9 0 3 0C4.7 0 5.8 1 5.8 2.4C5.8 3.9 4.6 4.8 2.6 4.8C4.9 4.8 6.2 5.8 6.2 7.4C6.2 9 4.9 10 3 10C1.7 10 .6 9.4 0 8.4',
  ],
  4: [7, 'M5.3 10V0L0 7H7'],
  5: [
    6.2,
    'M5.7 0H1L.5 4.6C1.2 4 2 3.7 3 3.7C4.9 3.7 6.2 5 6.2 6.8C6.2 8.7 4.8 10 3 10C1.7 10 .6 9.5 0 8.5',
  ],
  6: [6.4, 'M5.2 0C2 .6 0 3.4 0 6.8A3.2 3.2 0 1 0 .2 5.8'],
  7: [6.2, 'M0 0H6.2L2.2 10'],
  8: [
    6.4,
    'M3.2 0A2.7 2.35 0 1 0 3.2 4.7A2.7 2.35 0 1 0 3.2 0ZM3.2 4.7A3.2 2.65 0 1 0 3.2 10A3.2 2.65 0 1 0 3.2 4.7Z',
  ],
  9: [6.4, 'M1.2 10C4.4 9.4 6.4 6.6 6.4 3.2A3.2 3.2 0 1 0 6.2 4.2'],
  '€': [8, 'M8 1.7A4.4 5 0 1 0 8 8.3M0 4H5.6M0 6H5.6'],
  '.': [0.4, 'M.2 9.8V10'],
  ',': [0.8, 'M.6 9.6L.2 11.4'],
  ':': [0.4, 'M.2 3.4V3.6M.2 9.8V10'],
  '-': [3.6, 'M0 5.4H3.6'],
  '+': [5.4, 'M0 5.4H5.4M2.7 2.7V8.1'],
  '/': [4.6, 'M0 10.6L4.6 -.6'],
  '%': [8, 'M7.4 0L.6 10M1.8 0A1.7 2 0 1 0 1.9 0ZM6.2 6A1.7 2 0 1 0 6.3 6Z'],
  '&': [8, 'M8 10L1.6 3A1.9 1.9 0 1 1 5 2C5 4.4 0 5 0 7.4A2.9 2.6 0 0 0 3 10C5.4 10 7 8 7.4 5.6'],
  '#': [7, 'M2.4 0L1.4 10M5.6 0L4.6 10M.4 3.2H7M0 6.8H6.6'],
  '\u0308': [0, 'M-5.4 -2.2V-2.1M-2.4 -2.2V-2.1'],
};

const SPACE = 4.4;
const GAP = 2.3;

export type Lettering = {
  text: string;
  x: number;
  y: number;
  /** Height of a capital. */
  size: number;
  colour: string;
  /** Thickness of the stroke, as a share of the height. */
  weight?: number;
  align?: 'start' | 'middle' | 'end';
};

/** An SVG group with the words; y is the line they stand on. */
export function letter({ text, x, y, size, colour, weight = 0.12, align = 'start' }: Lettering) {
  const scale = size / 10;
  const letters = [...text.toUpperCase().normalize('NFD')];
  const width = widthOf(letters);
  const shift = { start: 0, middle: width / 2, end: width }[align];
  let pen = 0;
  const strokes = letters.map((character) => {
    const glyph = glyphs[character];
    if (!glyph) {
      pen += SPACE + GAP;
      return '';
    }
    const stroke = `<path d="${glyph[1]}" transform="translate(${round(pen)} 0)"/>`;
    if (glyph[0] > 0) pen += glyph[0] + GAP;
    return stroke;
  });
  const place = `translate(${round(x - shift * scale)} ${round(y - size)}) scale(${round(scale)})`;
  return `<g transform="${place}" fill="none" stroke="${colour}" stroke-width="${weight * 10}" stroke-linecap="round" stroke-linejoin="round">${strokes.join('')}</g>`;
}

function widthOf(letters: readonly string[]): number {
  const advance = (character: string) => {
    const width = glyphs[character]?.[0] ?? SPACE;
    return width > 0 ? width + GAP : 0;
  };
  return letters.reduce((sum, character) => sum + advance(character), -GAP);
}

const round = (value: number) => Math.round(value * 100) / 100;
