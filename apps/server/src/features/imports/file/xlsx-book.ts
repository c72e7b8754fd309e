import { Failure } from '@causeway/contract/errors.ts';
import type { ZipArchive } from './zip.ts';

/** What cells of a workbook refer to: its sheets, its texts, and which formats are dates. */
export type Book = {
  sheets: { name: string; part: string }[];
  texts: string[];
  /** By the number of a cell's style; undefined is no moment at all. */
  momentStyles: (MomentStyle | undefined)[];
  /** Macs once counted days from 1904. */
  isFrom1904: boolean;
};

/** How a number of days is shown: as a day, as a time of day, or as hours that have passed. */
type MomentStyle = 'date' | 'time' | 'elapsed';

/** Texts of a workbook are held while it is read. */
const LARGEST_PART = 1024 * 1024 * 1024;

export async function readBook(zip: ZipArchive): Promise<Book> {
  const workbook = await readPart(zip, 'xl/workbook.xml');
  const relations = await readPart(zip, 'xl/_rels/workbook.xml.rels');
  const targets = new Map(
    [...relations.matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)].map(([tag]) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target'),
    ]),
  );
  const sheets = [...workbook.matchAll(/<(?:\w+:)?sheet\b[^>]*>/g)].map(([tag]) => ({
    name: attribute(tag, 'name'),
    part: partName(targets.get(attribute(tag, '(?:\\w+:)?id')) ?? ''),
  }));
  return {
    sheets: sheets.filter(({ part }) => zip.names.includes(part)),
    texts: zip.names.includes('xl/sharedStrings.xml') ? await readTexts(zip) : [],
    momentStyles: zip.names.includes('xl/styles.xml')
      ? momentStylesOf(await readPart(zip, 'xl/styles.xml'))
      : [],
    isFrom1904: /date1904="(1|true)"/.test(workbook),
  };
}

function partName(target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  return `xl/${target.replace(/^\.\//, '')}`;
}

async function readPart(zip: ZipArchive, name: string): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of zip.read(name)) {
    size += piece.length;
    if (size > LARGEST_PART) {
      throw new Failure('E_IMPORT_UNREADABLE', 'The workbook has more text than can be read.');
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

async function readTexts(zip: ZipArchive): Promise<string[]> {
  const text = await readPart(zip, 'xl/sharedStrings.xml');
  return [...text.matchAll(/<(?:\w+:)?si\b[^>]*?(?:\/>|>([^]*?)<\/(?:\w+:)?si>)/g)].map(
    ([, inner]) => plainText(inner ?? ''),
  );
}

/** The text of a rich text; how a word is pronounced is not part of it. */
export function plainText(xml: string): string {
  const spoken = xml.replaceAll(/<(?:\w+:)?rPh\b[^]*?<\/(?:\w+:)?rPh>/g, '');
  let text = '';
  for (const [, part] of spoken.matchAll(/<(?:\w+:)?t\b[^>]*?(?:\/>|>([^]*?)<\/(?:\w+:)?t>)/g)) {
    text += unescapeXml(part ?? '');
  }
  return unescapeOffice(text);
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function unescapeXml(text: string): string {
  if (!text.includes('&')) return text.replaceAll('\r\n', '\n');
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/&(#x?[\da-f]+|\w+);/gi, (whole, name: string) => {
      if (!name.startsWith('#')) return named[name] ?? whole;
      const isHex = name[1] === 'x' || name[1] === 'X';
      const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    });
}

function unescapeOffice(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Formats that every workbook knows without naming them. */
const builtInDates = new Set([
  14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58,
]);
const builtInTimes = new Set([18, 19, 20, 21, 45, 47]);
const BUILT_IN_ELAPSED = 46;

function momentStylesOf(styles: string): (MomentStyle | undefined)[] {
  const formats = new Map(
    [...styles.matchAll(/<(?:\w+:)?numFmt\b[^>]*>/g)].map(([tag]) => [
      Number(attribute(tag, 'numFmtId')),
      unescapeXml(attribute(tag, 'formatCode')),
    ]),
  );
  const cellStyles = /<(?:\w+:)?cellXfs\b[^]*?<\/(?:\w+:)?cellXfs>/.exec(styles)?.[0] ?? '';
  return [...cellStyles.matchAll(/<(?:\w+:)?xf\b[^>]*>/g)].map(([tag]) => {
    const format = Number(attribute(tag, 'numFmtId') || 0);
    const code = formats.get(format);
    return code === undefined ? builtInStyle(format) : styleOf(code);
  });
}

function builtInStyle(format: number): MomentStyle | undefined {
  if (format === BUILT_IN_ELAPSED) return 'elapsed';
  if (builtInTimes.has(format)) return 'time';
  return builtInDates.has(format) ? 'date' : undefined;
}

/** Letters of a date outside quotes, brackets and escapes; in brackets, hours that go beyond 24. */
function styleOf(code: string): MomentStyle | undefined {
  const spoken = code.replaceAll(/"[^"]*"|\\./g, '');
  if (/\[(h+|m+|s+)\]/i.test(spoken)) return 'elapsed';
  const bare = spoken.replaceAll(/\[[^\]]*\]/g, '');
  if (!/[ymdhs]/i.test(bare) || /^general$/i.test(bare)) return undefined;
  return /[yd]/i.test(bare) || !/[hs]/i.test(bare) ? 'date' : 'time';
}

export function attribute(tag: string, name: string): string {
  const match = new RegExp(`\\s${name}="([^"]*)"`).exec(tag);
  return unescapeXml(match?.[1] ?? '');
}
