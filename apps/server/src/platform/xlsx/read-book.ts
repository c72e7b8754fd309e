import { Failure } from '@causeway/contract/errors.ts';
import type { ZipArchive } from '#platform/zip/read-zip.ts';
import { momentStyleOf, type MomentStyle } from './moments.ts';
import { readXml, withoutPrefix, type XmlListener } from './read-xml.ts';

/** What cells of a workbook refer to: its texts, and which formats are dates. */
export type Book = {
  sheets: { name: string; part: string }[];
  texts: string[];
  /** By the number of a cell's style; undefined is no moment at all. */
  momentStyles: (MomentStyle | undefined)[];
  /** Macs once counted days from 1904. */
  isFrom1904: boolean;
};

const PART_BYTES = 16 * 1024 * 1024;
const MOST_SHEETS = 2_000;
/** Texts are held while a workbook is read. */
const TEXTS_BYTES = 256 * 1024 * 1024;
const MOST_TEXTS = 2_000_000;
const MOST_CHARACTERS = 64_000_000;

type Relations = {
  /** Parts by what the workbook calls them. */
  targets: Map<string, string>;
  /** Where its texts and formats are: most programs name them so, and some otherwise. */
  texts: string;
  styles: string;
};

async function readRelations(zip: ZipArchive): Promise<Relations> {
  const targets = new Map<string, string>();
  const found = { texts: 'xl/sharedStrings.xml', styles: 'xl/styles.xml' };
  await listen(zip, 'xl/_rels/workbook.xml.rels', (name, attributes) => {
    if (name !== 'Relationship') return;
    const part = partName(attributes.Target ?? '');
    targets.set(attributes.Id ?? '', part);
    if (attributes.Type?.endsWith('/sharedStrings')) found.texts = part;
    if (attributes.Type?.endsWith('/styles')) found.styles = part;
    if (targets.size > MOST_SHEETS * 10) throw tooLarge('relations');
  });
  return { targets, ...found };
}

/** The sheets alone are found without reading any text. */
export async function readSheets(zip: ZipArchive): Promise<Pick<Book, 'sheets' | 'isFrom1904'>> {
  return sheetsOf(zip, await readRelations(zip));
}

async function sheetsOf(zip: ZipArchive, { targets }: Relations) {
  const sheets: Book['sheets'] = [];
  let isFrom1904 = false;
  await listen(zip, 'xl/workbook.xml', (name, attributes) => {
    if (name === 'workbookPr') isFrom1904 ||= /^(1|true)$/.test(attributes.date1904 ?? '');
    if (name !== 'sheet') return;
    const relation = Object.keys(attributes).find((key) => withoutPrefix(key) === 'id') ?? '';
    const part = targets.get(attributes[relation] ?? '') ?? '';
    if (zip.names.has(part)) sheets.push({ name: attributes.name ?? '', part });
    if (sheets.length > MOST_SHEETS) throw tooLarge('sheets');
  });
  return { sheets, isFrom1904 };
}

export async function readBook(zip: ZipArchive): Promise<Book> {
  const relations = await readRelations(zip);
  const sheets = await sheetsOf(zip, relations);
  const texts = zip.names.has(relations.texts) ? await readTexts(zip, relations.texts) : [];
  const momentStyles = zip.names.has(relations.styles)
    ? await readMomentStyles(zip, relations.styles)
    : [];
  return { ...sheets, texts, momentStyles };
}

function partName(target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  return `xl/${target.startsWith('./') ? target.slice(2) : target}`;
}

async function listen(zip: ZipArchive, part: string, open: XmlListener['open']): Promise<void> {
  await hearAll(readXml(zip.read(part, PART_BYTES), { open, close: () => {}, text: () => {} }));
}

async function hearAll(steps: AsyncGenerator<void>): Promise<void> {
  for await (const _ of steps);
}

async function readTexts(zip: ZipArchive, part: string): Promise<string[]> {
  const texts: string[] = [];
  const rich = createRichText();
  let characters = 0;
  const listener: XmlListener = {
    open: (name) => {
      if (name === 'si') rich.take();
      rich.open(name);
    },
    text: rich.text,
    close: (name) => {
      rich.close(name);
      if (name !== 'si') return;
      const text = rich.take();
      characters += text.length;
      texts.push(text);
      if (texts.length > MOST_TEXTS || characters > MOST_CHARACTERS) throw tooLarge('texts');
    },
  };
  await hearAll(readXml(zip.read(part, TEXTS_BYTES), listener));
  return texts;
}

/** The text of a rich text; how a word is pronounced is not part of it. */
export function createRichText() {
  let text = '';
  let isText = false;
  let isSpoken = false;
  return {
    open: (name: string) => {
      if (name === 't') isText = true;
      if (name === 'rPh') isSpoken = true;
    },
    close: (name: string) => {
      if (name === 't') isText = false;
      if (name === 'rPh') isSpoken = false;
    },
    text: (part: string) => {
      if (isText && !isSpoken) text += part;
    },
    take: () => {
      const taken = unescapeOffice(text);
      text = '';
      isText = false;
      isSpoken = false;
      return taken;
    },
  };
}

/** What XML can not hold, Office writes as `_x000D_`. */
export function unescapeOffice(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

async function readMomentStyles(zip: ZipArchive, part: string): Promise<Book['momentStyles']> {
  const formats = new Map<number, string>();
  const styles: Book['momentStyles'] = [];
  let isOfCells = false;
  const listener: XmlListener = {
    open: (name, { numFmtId, formatCode = '' }) => {
      const format = Number(numFmtId ?? 0);
      if (name === 'cellXfs') isOfCells = true;
      if (name === 'numFmt') formats.set(format, formatCode);
      if (name === 'xf' && isOfCells) styles.push(momentStyleOf(format, formats.get(format)));
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false;
    },
    text: () => {},
  };
  await hearAll(readXml(zip.read(part, PART_BYTES), listener));
  return styles;
}

function tooLarge(what: string): Failure {
  return new Failure('E_IMPORT_UNREADABLE', `The workbook has more ${what} than can be read.`);
}
