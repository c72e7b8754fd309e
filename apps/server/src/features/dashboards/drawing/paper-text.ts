import {
  fitText,
  fontFile,
  isPlain,
  outlineOf,
  TEXT_FEATURES,
  type Weight,
  widthOf,
} from './fonts.ts';
import { INK } from './ink.ts';

export type Doc = PDFKit.PDFDocument;
export type Area = { x: number; y: number; width: number; height: number };

type Line = {
  x: number;
  /** Its upper edge. */
  y: number;
  width: number;
  size: number;
  isStrong?: boolean;
  color?: string;
  isRight?: boolean;
};

/** Letters of Western Europe; what else there is goes on paper as outlines. */
export function registerFonts(doc: Doc): void {
  doc.registerFont('text', fontFile(400));
  doc.registerFont('strong', fontFile(600));
}

/** One line, cut with dots where there is no more room. It can be searched for and copied. */
export function writeLine(doc: Doc, text: string, line: Line): void {
  const { x, y, width, size, isStrong = false, color = INK, isRight = false } = line;
  const weight: Weight = isStrong ? 600 : 400;
  const shown = fitText(text.replaceAll('\n', ' '), { size, width, weight });
  const left = isRight ? x + width - widthOf(shown, size, weight) : x;
  doc.fillColor(color).fillOpacity(1);
  if (isPlain(shown, weight)) {
    doc.font(isStrong ? 'strong' : 'text').fontSize(size);
    doc.text(shown, left, y, { lineBreak: false, features: TEXT_FEATURES });
    return;
  }
  doc.save();
  // As far below its upper edge as the fonts of text put their letters.
  doc
    .translate(left, y + size * 0.97)
    .path(outlineOf(shown, size, weight))
    .fill(color);
  doc.restore();
}
