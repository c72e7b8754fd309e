import { isNumber, textOf } from '#domain/data-grid/cell-display.ts';
import type { ShownColumn } from '../table-columns.ts';
import type { Row } from '../rows/use-rows.ts';

const LOOKED_AT = 60;
const CHARACTER = 8.2;
/** Type, order and menu beside the name. */
const MARKS = 62;
/** What the referenced row is called, and the way to it. */
const FOR_LABEL = 150;
const NARROWEST = 72;
const WIDEST = 320;

/** Widths in which the names and the first values can be read, by column. */
export function fitColumns(columns: ShownColumn[], rows: Row[]): Map<string, number> {
  const sample = rows.filter(({ cells }) => cells).slice(0, LOOKED_AT);
  return new Map(columns.map((column) => [column.name, fitColumn(column, sample)]));
}

function fitColumn(column: ShownColumn, sample: Row[]): number {
  const lengths = sample.map(({ cells }) => textOf(cells?.[column.place] ?? null).length);
  const longest = Math.max(4, ...lengths) * CHARACTER;
  const hasLabel = column.foreignKey?.columns.at(-1) === column.name;
  const forValues = longest + (hasLabel ? FOR_LABEL : 26);
  const forName = column.label.length * 7.4 + MARKS;
  // A number that is cut off reads as another one.
  const most = isNumber(column) ? WIDEST * 1.5 : WIDEST;
  return Math.round(Math.min(Math.max(forName, forValues, NARROWEST), most));
}
