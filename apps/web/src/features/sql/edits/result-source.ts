import { refOfKey, type StagedValue, type TextKey } from '@causeway/contract/tables/edits.ts';
import type { ResultSource } from '@causeway/contract/sql/editor.ts';
import type { SeenRow } from '#domain/row-drafts/stage.ts';
import { cellText } from '#domain/value-editors/cell-text.ts';
import { NULL_VALUE } from '#domain/value-editors/field-value.ts';
import type { Row } from '../results/result-rows.ts';

const refs = new WeakMap<Row, string>();

/** What a row of a result is called in the draft of its table: the same as in the explorer. */
export function refOfRow(source: ResultSource, cells: Row): string {
  const known = refs.get(cells) ?? refOfKey(keyOf(source, cells));
  refs.set(cells, known);
  return known;
}

/** The row of the table as far as the result shows it; its version is not among the columns. */
export function seenIn(source: ResultSource, cells: Row): SeenRow {
  const image = source.columns.flatMap((name, place) =>
    name === null ? [] : [[name, cellText(cells[place])] as const],
  );
  return { key: keyOf(source, cells), version: null, image: Object.fromEntries(image) };
}

/** What was read of a column; undefined where the result does not show it. */
export function readValue(
  { columns }: ResultSource,
  cells: Row,
  column: string,
): StagedValue | undefined {
  const place = columns.indexOf(column);
  if (place === -1) return undefined;
  const text = cellText(cells[place]);
  return text === null ? NULL_VALUE : { set: text };
}

function keyOf({ key, columns }: ResultSource, cells: Row): TextKey {
  return Object.fromEntries(
    key.map((column) => [column, cellText(cells[columns.indexOf(column)]) ?? '']),
  );
}
