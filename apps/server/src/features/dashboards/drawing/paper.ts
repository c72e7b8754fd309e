import Document from 'pdfkit';
import type { UiLanguage } from '@causeway/contract/settings/settings.ts';
import type { Block, PlacedBlock } from './blocks.ts';
import { chartSvg } from './chart-svg.ts';
import { LINE, QUIET } from './ink.ts';
import { outlineTexts } from './outlined.ts';
import { drawOn } from './on-paper.ts';
import { type Area, registerFonts, writeLine } from './paper-text.ts';
import { writeNumber, writeTable, writeText } from './paper-blocks.ts';
import { says } from './says.ts';

export type Paper = {
  title: string;
  /** Filters, zone, as of: on every page. */
  line: string;
  language: UiLanguage;
  tiles: PlacedBlock[];
};

type Doc = PDFKit.PDFDocument;

const PAGE = { width: 842, height: 595, margin: 32, head: 44, foot: 22 };
const COLUMN = (PAGE.width - 2 * PAGE.margin) / 12;
/** A row of the grid on a screen is 40 px high; paper is smaller. */
const ROW = 26;
const GAP = 8;

/** The dashboard as it lies on the screen, page by page; a tile is never cut in two. */
export async function writePaper(paper: Paper): Promise<Uint8Array> {
  const doc = new Document({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    // Tells who has the page read to them what is a heading, a text or a picture, in which order.
    tagged: true,
    pdfVersion: '1.7',
    displayTitle: true,
    lang: paper.language,
    info: { Title: paper.title },
  });
  const pieces: Buffer[] = [];
  doc.on('data', (piece: Buffer) => pieces.push(piece));
  const ended = new Promise((resolve) => doc.once('end', resolve));
  registerFonts(doc);
  const root = doc.struct('Document');
  doc.addStructure(root);
  const pages = paginate(paper.tiles);
  for (const [at, tiles] of pages.entries()) {
    doc.addPage();
    const page = says[paper.language].page(String(at + 1), String(pages.length));
    root.add(doc.struct(at === 0 ? 'H1' : 'P', {}, () => writeHead(doc, paper, page)));
    for (const { tile, area } of tiles) writeTile(doc, root, { tile, area }, paper.language);
  }
  root.end();
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
  const x = PAGE.margin;
  writeLine(doc, title, { x, y: PAGE.margin - 6, width, size: 16, isStrong: true });
  writeLine(doc, line, { x, y: PAGE.margin + 16, width, size: 8, color: QUIET });
  const foot = { x, y: PAGE.height - PAGE.margin, width, size: 8, color: QUIET };
  writeLine(doc, page, { ...foot, isRight: true });
}

/** A frame, its title and what is in it; only the last two are read aloud. */
function writeTile(
  doc: Doc,
  root: PDFKit.PDFStructureElement,
  { tile: { title, block }, area }: Placed,
  language: UiLanguage,
): void {
  const { x, y, width, height } = area;
  doc.save();
  const href = block.kind === 'text' ? block.href : undefined;
  if (block.kind !== 'text' || href !== undefined) {
    doc.markContent('Artifact', { type: 'Layout' });
    doc.roundedRect(x, y, width, height, 5).lineWidth(0.7).stroke(LINE);
    doc.endMarkedContent();
  }
  if (href !== undefined) doc.link(x, y, width, height, href);
  doc.roundedRect(x, y, width, height, 5).clip();
  const hasTitle = title !== '';
  if (hasTitle) {
    const line = { x: x + 8, y: y + 7, width: width - 16, size: 9, isStrong: true };
    root.add(doc.struct('H2', {}, () => writeLine(doc, title, line)));
  }
  const head = hasTitle ? 22 : 8;
  const inside = { x: x + 8, y: y + head, width: width - 16, height: height - head - 6 };
  const write = () => {
    if (inside.height > 6) writeBlock(doc, block, inside, language);
  };
  const alt = altOf(block);
  root.add(alt === undefined ? doc.struct('P', {}, write) : doc.struct('Figure', { alt }, write));
  doc.restore();
}

/** A picture in words, as screens and mails have them; undefined for what is words itself. */
function altOf(block: Block): string | undefined {
  if (block.kind === 'chart') return [block.sentence, block.note].filter(Boolean).join(' ');
  return block.kind === 'image' ? block.alt : undefined;
}

function writeBlock(doc: Doc, block: Block, area: Area, language: UiLanguage): void {
  switch (block.kind) {
    case 'chart':
      return writeChart(doc, block, area);
    case 'number':
      return writeNumber(doc, block, area);
    case 'table':
      return writeTable(doc, block, area, language);
    case 'text':
      return writeText(doc, block.lines, area);
    case 'image':
      return writeImage(doc, block, area);
    default:
      return quiet(doc, block.text, area);
  }
}

function writeChart(doc: Doc, { task, note }: Extract<Block, { kind: 'chart' }>, area: Area): void {
  const { x, y, width, height } = area;
  // Drawn larger and made smaller: letters of 12 px are too large on paper.
  const scale = 0.68;
  const size = { width: width / scale, height: (height - (note ? 10 : 0)) / scale };
  doc.save();
  // A map goes on beyond its edge.
  doc.rect(x, y, width, height).clip();
  drawOn(doc, outlineTexts(chartSvg({ ...task, ...size })), { x, y, scale });
  doc.restore();
  if (note) quiet(doc, note, { x, y: y + height - 9, width });
}

function writeImage(doc: Doc, { jpeg, fit }: Extract<Block, { kind: 'image' }>, area: Area) {
  const { x, y, width, height } = area;
  const size: [number, number] = [width, height];
  const place = fit === 'cover' ? { cover: size } : { fit: size };
  doc.save();
  doc.rect(x, y, width, height).clip();
  doc.image(Buffer.from(jpeg, 'base64'), x, y, { ...place, align: 'center', valign: 'center' });
  doc.restore();
}

function quiet(doc: Doc, text: string, { x, y, width }: Pick<Area, 'x' | 'y' | 'width'>): void {
  writeLine(doc, text, { x, y, width, size: 7.5, color: QUIET });
}
