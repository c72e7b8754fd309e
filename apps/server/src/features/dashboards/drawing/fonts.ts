import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';

/**
 * Letters as outlines of a font we bring along: a server without fonts would print boxes, and every
 * machine draws the same. What Inter lacks is drawn as its own sign for a missing letter.
 */
export type Weight = 400 | 600;

const parts = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese'] as const;
const files = createRequire(import.meta.url);
const loaded = new Map<string, fontkit.Font>();

export function fontFile(weight: Weight, part: (typeof parts)[number] = 'latin'): string {
  return files.resolve(`@fontsource/inter/files/inter-${part}-${weight}-normal.woff`);
}

function fontOf(weight: Weight, part: (typeof parts)[number]): fontkit.Font {
  const name = `${part} ${weight}`;
  const known = loaded.get(name);
  if (known) return known;
  const font = fontkit.create(readFileSync(fontFile(weight, part))) as fontkit.Font;
  loaded.set(name, font);
  return font;
}

/** Figures of one width: columns stand under each other, and no point hides behind a seven. */
export const TEXT_FEATURES: 'tnum'[] = ['tnum'];

type Stretch = { font: fontkit.Font; text: string };

/** Letters side by side that are in the same file. */
function stretchesOf(text: string, weight: Weight): Stretch[] {
  const stretches: Stretch[] = [];
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 32;
    const part = parts.find((one) => fontOf(weight, one).hasGlyphForCodePoint(code)) ?? 'latin';
    const font = fontOf(weight, part);
    const last = stretches.at(-1);
    if (last?.font === font) last.text += letter;
    else stretches.push({ font, text: letter });
  }
  return stretches;
}

export function widthOf(text: string, size: number, weight: Weight = 400): number {
  return stretchesOf(text, weight).reduce(
    (width, { font, text: own }) =>
      width + (font.layout(own, TEXT_FEATURES).advanceWidth * size) / font.unitsPerEm,
    0,
  );
}

/** The outline of a line of text whose baseline begins at 0, 0, in the words of an SVG path. */
export function outlineOf(text: string, size: number, weight: Weight = 400): string {
  let x = 0;
  const drawn: string[] = [];
  for (const { font, text: own } of stretchesOf(text, weight)) {
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(own, TEXT_FEATURES);
    for (const [at, glyph] of glyphs.entries()) {
      const place = positions[at];
      const left = x + (place?.xOffset ?? 0) * scale;
      drawn.push(glyph.path.scale(scale, -scale).translate(left, 0).toSVG());
      x += (place?.xAdvance ?? 0) * scale;
    }
  }
  return drawn.join('');
}

type Room = { size: number; width: number; weight?: Weight };

/** As much of a line as there is room for; what is cut ends in dots. */
export function fitText(text: string, { size, width, weight = 400 }: Room): string {
  const short = text.slice(0, 400);
  if (short === text && widthOf(short, size, weight) <= width) return text;
  const letters = [...short];
  let [least, most] = [0, letters.length];
  while (least < most) {
    const half = Math.ceil((least + most) / 2);
    const cut = `${letters.slice(0, half).join('')}…`;
    if (widthOf(cut, size, weight) <= width) least = half;
    else most = half - 1;
  }
  return least === 0 ? '' : `${letters.slice(0, least).join('').trimEnd()}…`;
}

/** Broken between words. */
export function wrapText(text: string, { size, width, weight = 400 }: Room): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.slice(0, 5_000).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer, size, weight) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === '' ? lines : [...lines, line];
}

/** Whether the file that papers carry along has all of its letters. */
export function isPlain(text: string, weight: Weight = 400): boolean {
  const font = fontOf(weight, 'latin');
  return [...text].every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 32));
}
