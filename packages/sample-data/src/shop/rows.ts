/** What one table is filled with; rows are made while they are sent, never all at once. */
export type TableRows = {
  table: string;
  columns: readonly string[];
  /** How many rows come, to show progress. */
  count: number;
  rows: Iterable<readonly Cell[]>;
};

export type Cell = string | number | boolean | null;

export const money = (cents: number) => (cents / 100).toFixed(2);

const DAY = 86_400_000;
const dates = new Map<number, string>();
const two = Array.from({ length: 60 }, (_, count) => String(count).padStart(2, '0'));

/** ISO time to the second. Millions are written, so days are spelled once. */
export function timestamp(milliseconds: number): string {
  const day = Math.floor(milliseconds / DAY);
  let date = dates.get(day);
  if (date === undefined) {
    date = new Date(day * DAY).toISOString().slice(0, 10);
    dates.set(day, date);
  }
  const second = Math.floor((milliseconds - day * DAY) / 1000);
  const hour = two[Math.floor(second / 3600)];
  return `${date}T${hour}:${two[Math.floor(second / 60) % 60]}:${two[second % 60]}Z`;
}

export const date = (milliseconds: number) => timestamp(milliseconds).slice(0, 10);

/** The way Postgres writes an array. */
export function arrayOf(words: readonly string[]): string {
  return `{${words.map((word) => `"${word.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

/** The way COPY reads a row in its text format. */
export function copyLine(row: readonly Cell[]): string {
  let line = '';
  for (const cell of row) line += line === '' ? copyCell(cell) : `\t${copyCell(cell)}`;
  return `${line}\n`;
}

const special = /[\\\t\n\r]/;

function copyCell(cell: Cell): string {
  if (cell === null) return '\\N';
  if (typeof cell !== 'string') return String(cell);
  if (!special.test(cell)) return cell;
  return cell
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r');
}
