import { Failure } from '@causeway/contract/errors.ts';

/** A column of a sheet, with what a cell has to know of its type. */
export type SheetColumn = {
  name: string;
  /** As Postgres' catalog names it: int4, _text. */
  typeName: string;
  /** Of a numeric with a limit. */
  scale: number | undefined;
};

/**
 * Values as cells. A number, a date or a truth is one where the cell keeps all of it; what a
 * spreadsheet would round stays text, as Postgres prints it. NULL is no cell at all.
 */
export function cellOf(column: SheetColumn, place: string, text: string): string {
  switch (column.typeName) {
    case 'bool':
      return `<c r="${place}" t="b"><v>${text === 'true' ? 1 : 0}</v></c>`;
    case 'int2':
    case 'int4':
      return `<c r="${place}"><v>${text}</v></c>`;
    case 'int8':
    case 'float4':
    case 'float8':
    case 'numeric':
      return isKept(column, text) ? `<c r="${place}"><v>${text}</v></c>` : textCell(place, text);
    case 'date':
      return dateCell(place, text, styles.date) ?? textCell(place, text);
    case 'timestamp':
      return dateCell(place, text, momentStyle(text)) ?? textCell(place, text);
    default:
      return textCell(place, text);
  }
}

/** Formats of cells by their place in the workbook's styles. */
const styles = { date: 1, second: 2, millisecond: 3 };

function momentStyle(text: string): number {
  return text.includes('.') ? styles.millisecond : styles.second;
}

const LONGEST_TEXT = 32_767;

export function textCell(place: string, text: string): string {
  if (text.length > LONGEST_TEXT) {
    throw new Failure(
      'E_EXPORT_FAILED',
      `Cell ${place} has ${text.length} characters; a sheet holds ${LONGEST_TEXT}. Choose another format.`,
    );
  }
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
}

/** A cell keeps 15 digits. A scale that is the column's own comes back with the column. */
function isKept({ typeName, scale }: SheetColumn, text: string): boolean {
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text)) return false;
  if (typeName.startsWith('float')) return true;
  const digits = text.replace(/^-?0*\.?0*/, '').replace('.', '').length;
  return digits <= 15 && (scale !== undefined || String(Number(text)) === text);
}

const DAY_MS = 86_400_000;
/** Day 0 of a sheet; before March 1900 its calendar has a day that never was. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const FIRST_DAY = '1900-03-01';

function dateCell(place: string, text: string, style: number): string | undefined {
  const match = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?)?$/.exec(text);
  const [, day, time = '00:00:00', fraction = ''] = match ?? [];
  if (day === undefined || day < FIRST_DAY) return undefined;
  const at = Date.parse(`${day}T${time}.${fraction.padEnd(3, '0')}Z`);
  return `<c r="${place}" s="${style}"><v>${(at - DAY_ZERO) / DAY_MS}</v></c>`;
}

/** A, B … Z, AA … as a sheet counts its columns. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

const special = /[&<>"\ufffe\uffff]|(?![\t\n])\p{Cc}|_(?=x[0-9A-Fa-f]{4}_)/gu;
const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML has no control characters: Office writes them as `_x0001_`, and so what looks like that. */
export function escapeXml(text: string): string {
  return text.replaceAll(special, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return named[character] ?? `_x${code}_`;
  });
}
