import Document from 'pdfkit';
import type { UiLanguage } from '@causeway/contract/settings/settings.ts';
import type { Block, PlacedBlock } from './blocks.ts';
import { chartSvg } from './chart-svg.ts';
import { fontFile } from './fonts.ts';
import { outlineTexts } from './outlined.ts';
import { drawOn } from './on-paper.ts';
import { says } from './says.ts';

export type Paper = {
  title: string;
  /** Filters, zone, as of: on every page. */
  line: string;
  language: UiLanguage;
  tiles: PlacedBlock[];
};

type Doc = PDFKit.PDFDocument;
type Area = { x: number; y: number; width: number; height: number };

const PAGE = { width: 842, height: 595, margin: 32, head: 44, foot: 22 };
const COLUMN = (PAGE.width - 2 * PAGE.margin) / 12;
/** A row of the grid on a screen is 40 px high; paper is smaller. */
const ROW = 26;
const GAP = 8;
const INK = '#1f2933';
const QUIET = '#52606d';
const LINE = '#dfe4ea';

/** The dashboard as it lies on the screen, page by page; a tile is never cut in two. */
export async function writePaper(paper: Paper): Promise<Uint8Array> {
  const doc = new Document({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    lang: paper.language,
    info: { Title: paper.title },
  });
  const pieces: Buffer[] = [];
  doc.on('data', (piece: Buffer) => pieces.push(piece));
  const ended = new Promise((resolve) => doc.once('end', resolve));
  doc.registerFont('text', fontFile(400));
  doc.registerFont('strong', fontFile(600));
  const pages = paginate(paper.tiles);
  for (const [at, tiles] of pages.entries()) {
    doc.addPage();
    writeHead(doc, paper, says[paper.language].page(String(at + 1), String(pages.length)));
    for (const { tile, area } of tiles) writeTile(doc, tile, area, paper.language);
  }
  doc.end();
  await ended;
  return Buffer.concat(pieces);
}

type Placed = { tile: PlacedBlock; area: Area };

const ROOM = PAGE.height - PAGE.margin * 2 - PAGE.head - PAGE.foot;

/** Rows go on the next page where a tile would leave this one; a tile taller than a page is as tall as one. */
function paginate(tiles: readonly PlacedBlock[]): Placed[][] {
  const pages: Placed[][] = [[]];
  let top = 0;
  for (const tile of tiles.toSorted((one, other) => one.y - other.y || one.x - other.x)) {
    const height = Math.min(tile.h * ROW, ROOM);
    if (tile.y * ROW - top + height > ROOM && pages.at(-1)?.length) {
      pages.push([]);
      top = tile.y * ROW;
    }
    pages.at(-1)?.push({
      tile,
      area: {
        x: PAGE.margin + tile.x * COLUMN,
        y: PAGE.margin + PAGE.head + Math.max(0, tile.y * ROW - top),
        width: tile.w * COLUMN - GAP,
        height: height - GAP,
      },
    });
  }
  return pages;
}

function writeHead(doc: Doc, { title, line }: Paper, page: string): void {
  const width = PAGE.width - 2 * PAGE.margin;
  doc.font('strong').fontSize(16).fillColor(INK);
  doc.text(title, PAGE.margin, PAGE.margin - 6, { width, height: 20, ellipsis: true });
  doc.font('text').fontSize(8).fillColor(QUIET);
  doc.text(line, PAGE.margin, PAGE.margin + 16, { width, height: 11, ellipsis: true });
  doc.text(page, PAGE.margin, PAGE.height - PAGE.margin, {
    width,
    align: 'right',
    lineBreak: false,
  });
}

function writeTile(
  doc: Doc,
  { title, block }: PlacedBlock,
  area: Area,
  language: UiLanguage,
): void {
  const { x, y, width, height } = area;
  doc.save();
  if (block.kind !== 'text') {
    doc.roundedRect(x, y, width, height, 5).lineWidth(0.7).stroke(LINE);
  }
  doc.roundedRect(x, y, width, height, 5).clip();
  const hasTitle = title !== '';
  if (hasTitle) {
    doc.font('strong').fontSize(9).fillColor(INK);
    doc.text(title, x + 8, y + 7, { width: width - 16, height: 12, ellipsis: true });
  }
  const head = hasTitle ? 22 : 8;
  const inside = { x: x + 8, y: y + head, width: width - 16, height: height - head - 6 };
  if (inside.height > 6) writeBlock(doc, block, inside, language);
  doc.restore();
}

function writeBlock(doc: Doc, block: Block, area: Area, language: UiLanguage): void {
  const { x, y, width, height } = area;
  if (block.kind === 'chart') {
    // Drawn larger and made smaller: letters of 12 px are too large on paper.
    const scale = 0.68;
    const task = {
      ...block.task,
      width: width / scale,
      height: (height - (block.note ? 10 : 0)) / scale,
    };
    drawOn(doc, outlineTexts(chartSvg(task)), { x, y, scale });
    if (block.note) quiet(doc, block.note, { x, y: y + height - 9, width });
  } else if (block.kind === 'number') {
    const size = Math.max(
      11,
      Math.min(24, height * 0.45, (width / Math.max(4, block.value.length)) * 1.7),
    );
    doc.font('strong').fontSize(size).fillColor(INK);
    doc.text(block.value, x, y, { width, height: size * 1.3, ellipsis: true });
    if (block.line) quiet(doc, block.line, { x, y: y + size * 1.3, width });
  } else if (block.kind === 'table') writeTable(doc, block, area, language);
  else if (block.kind === 'text') {
    doc
      .font('text')
      .fontSize(9)
      .fillColor(INK)
      .text(block.text, x, y, { width, height, ellipsis: true });
  } else quiet(doc, block.text, area);
}

function quiet(doc: Doc, text: string, { x, y, width }: Pick<Area, 'x' | 'y' | 'width'>): void {
  doc.font('text').fontSize(7.5).fillColor(QUIET);
  doc.text(text, x, y, { width, height: 10, ellipsis: true });
}

const LINE_HEIGHT = 12;

function writeTable(
  doc: Doc,
  { columns, rows, note }: Extract<Block, { kind: 'table' }>,
  { x, y, width, height }: Area,
  language: UiLanguage,
): void {
  const shown = columns.slice(0, Math.max(1, Math.floor(width / 45)));
  const each = width / Math.max(1, shown.length);
  const room = Math.max(1, Math.floor(height / LINE_HEIGHT) - 2);
  const write = (cells: readonly string[], top: number) => {
    for (const [at, column] of shown.entries()) {
      doc.text((cells[at] ?? '').slice(0, 200).replaceAll('\n', ' '), x + at * each, top, {
        width: each - 6,
        height: 9,
        ellipsis: true,
        align: column.isNumber ? 'right' : 'left',
      });
    }
  };
  doc.font('strong').fontSize(7.5).fillColor(QUIET);
  write(
    shown.map(({ name }) => name),
    y,
  );
  doc
    .moveTo(x, y + 11)
    .lineTo(x + width, y + 11)
    .lineWidth(0.5)
    .stroke(LINE);
  doc.font('text').fontSize(7.5).fillColor(INK);
  for (const [at, row] of rows.slice(0, room).entries()) write(row, y + (at + 1) * LINE_HEIGHT + 2);
  const left = rows.length - room;
  const said = left > 0 ? says[language].moreRows(String(left)) : note;
  if (said)
    quiet(doc, said, { x, y: y + (Math.min(rows.length, room) + 1) * LINE_HEIGHT + 2, width });
}
