import type { UiLanguage } from '@causeway/contract/settings/settings.ts';
import { type Block, underTable } from './blocks.ts';
import { widthOf, wrapText } from './fonts.ts';
import { ACCENT, INK, LINE, QUIET, TONES, TRACK } from './ink.ts';
import { type Area, type Doc, writeLine } from './paper-text.ts';
import type { PlainLine } from './plain-text.ts';
import { columnPlaces, sparklinePath } from './tile-shapes.ts';

export function writeNumber(
  doc: Doc,
  { value, line, trend, tone, gauge, note }: Extract<Block, { kind: 'number' }>,
  { x, y, width, height }: Area,
): void {
  const wide = (width / Math.max(1, widthOf(value, 1, 600))) * 0.95;
  const size = Math.max(10, Math.min(24, height * 0.42, wide));
  const color = tone ? TONES[tone] : INK;
  writeLine(doc, value, { x, y, width, size, isStrong: true, color });
  const under = y + size * 1.3;
  const foot = y + height - 9;
  // In a low tile what is missing goes before what it is compared with.
  const hasRoom = !note || under + 9 <= foot;
  if (line && hasRoom) writeLine(doc, line, { x, y: under, width, size: 7.5, color: QUIET });
  if (note) writeLine(doc, note, { x, y: hasRoom ? foot : under, width, size: 7.5, color: QUIET });
  const below = under + 14;
  if (gauge) {
    const share = Math.max(0, Math.min(1, gauge.share));
    doc.roundedRect(x, below, width, 5, 2.5).fill(TRACK);
    if (share > 0) doc.roundedRect(x, below, width * share, 5, 2.5).fill(tone ? color : ACCENT);
  }
  const room = { x, y: below, width, height: (note ? foot : y + height) - below - 2 };
  if (trend.length > 1 && room.height > 8) {
    doc.lineWidth(1).strokeOpacity(1).path(sparklinePath(trend, room)).stroke(ACCENT);
  }
}

export function writeText(doc: Doc, lines: readonly PlainLine[], area: Area): void {
  const { x, y, width, height } = area;
  const size = 9;
  const room = Math.max(1, Math.floor(height / 12.5));
  const wrapped = lines.flatMap(({ text, isStrong }) =>
    wrapText(text, { size, width, weight: isStrong ? 600 : 400 }).map((part) => ({
      text: part,
      isStrong,
    })),
  );
  for (const [at, { text, isStrong }] of wrapped.slice(0, room).entries()) {
    writeLine(doc, text, { x, y: y + at * 12.5, width, size, isStrong });
  }
}

const LINE_HEIGHT = 12;
const SIZE = 7.5;

export function writeTable(
  doc: Doc,
  block: Extract<Block, { kind: 'table' }>,
  { x, y, width, height }: Area,
  language: UiLanguage,
): void {
  const { columns, rows } = block;
  const fits = Math.max(1, Math.floor(height / LINE_HEIGHT) - 1);
  const shown = rows.slice(0, underTable(block, fits, language) ? Math.max(1, fits - 1) : fits);
  const places = columnPlaces({ columns, rows: shown }, { width, size: SIZE });
  const write = (cells: readonly string[], top: number, isHead: boolean) => {
    for (const { at, left, width: own } of places) {
      writeLine(doc, cells[at] ?? '', {
        x: x + left,
        y: top,
        width: own - 6,
        size: SIZE,
        isStrong: isHead,
        color: isHead ? QUIET : INK,
        isRight: columns[at]?.isNumber ?? false,
      });
    }
  };
  write(
    columns.map(({ name }) => name),
    y,
    true,
  );
  for (const [at, row] of shown.entries()) {
    const top = y + (at + 1) * LINE_HEIGHT;
    doc
      .moveTo(x, top - 1.5)
      .lineTo(x + width, top - 1.5)
      .lineWidth(at === 0 ? 0.6 : 0.3)
      .strokeOpacity(1)
      .stroke(LINE);
    write(row, top + 1, false);
  }
  const said = underTable(block, shown.length, language);
  const under = y + (shown.length + 1) * LINE_HEIGHT + 1;
  if (said) writeLine(doc, said, { x, y: under, width, size: SIZE, color: QUIET });
}
