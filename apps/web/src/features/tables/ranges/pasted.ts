/** A cell of a copied range; null had nothing between its tabs, not even quotes. */
export type PastedCell = string | null;

/**
 * Cells from a spreadsheet or a CSV file. Tabs tell cells apart; without any, commas or semicolons do
 * when every line has the same number of them, else the text is one column. A text of one line without
 * tabs is one value, commas included.
 */
export function readPasted(text: string): PastedCell[][] {
  const clean = text.replace(/^\uFEFF/, '').replace(/(\r\n|\r|\n)$/, '');
  if (clean === '') return [[text === '' ? null : '']];
  if (clean.includes('\t')) return split(clean, '\t');
  for (const delimiter of [';', ',']) {
    const rows = split(clean, delimiter);
    const width = rows[0]?.length ?? 0;
    if (rows.length > 1 && width > 1 && rows.every((row) => row.length === width)) return rows;
  }
  return isQuotedList(clean) ? split(clean, '\t') : clean.split(/\r\n|\r|\n/).map((line) => [line]);
}

/**
 * A single column whose cells have line breaks: spreadsheets put those in quotes. Walked, since a
 * pattern runs out of room in a text of some megabytes.
 */
function isQuotedList(text: string): boolean {
  if (!text.startsWith('"')) return false;
  let place = 0;
  while (place <= text.length) {
    const end = text[place] === '"' ? readQuoted(text, place + 1)?.end : endOfPlain(text, place);
    if (end === undefined || (end < text.length && !/[\r\n]/.test(text[end] ?? ''))) return false;
    place = end + (text.startsWith('\r\n', end) ? 2 : 1);
  }
  return true;
}

function endOfPlain(text: string, start: number): number {
  let end = start;
  while (end < text.length && !/["\r\n]/.test(text[end] ?? '')) end += 1;
  return end;
}

function split(text: string, delimiter: string): PastedCell[][] {
  const rows: PastedCell[][] = [];
  let row: PastedCell[] = [];
  let place = 0;
  for (;;) {
    const cell = readCell(text, place, delimiter);
    row.push(cell.value);
    const sign = text[cell.end];
    if (sign === delimiter) {
      place = cell.end + 1;
      continue;
    }
    rows.push(row);
    row = [];
    if (sign === undefined) return rows;
    place = cell.end + (text.startsWith('\r\n', cell.end) ? 2 : 1);
  }
}

function readCell(
  text: string,
  start: number,
  delimiter: string,
): { value: PastedCell; end: number } {
  if (text[start] === '"') {
    const quoted = readQuoted(text, start + 1);
    const after = quoted && text[quoted.end];
    if (quoted && (after === undefined || after === delimiter || /[\r\n]/.test(after)))
      return quoted;
  }
  let end = start;
  while (end < text.length && text[end] !== delimiter && !/[\r\n]/.test(text[end] ?? '')) end += 1;
  return { value: end === start ? null : text.slice(start, end), end };
}

function readQuoted(text: string, start: number): { value: string; end: number } | undefined {
  let value = '';
  let from = start;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return undefined;
    value += text.slice(from, quote);
    if (text[quote + 1] !== '"') return { value, end: quote + 1 };
    value += '"';
    from = quote + 2;
  }
}

type Named = { name: string; label: string };

/** Where each cell of a row goes, by a first line that holds nothing but names of columns. */
export function findHeader<Column extends Named>(
  rows: PastedCell[][],
  columns: readonly Column[],
): Column[] | undefined {
  const [first = []] = rows;
  if (rows.length < 2) return undefined;
  const found = first.map((cell) =>
    columns.find(({ name, label }) => cell === name || cell === label),
  );
  const known = found.filter((column) => column !== undefined);
  return known.length === first.length && new Set(known).size === known.length ? known : undefined;
}
