import type { ResultSource } from '@causeway/contract/sql/editor.ts';
import { notifyError } from '#platform/notify-error.ts';
import type { Field } from './result-grid-columns.tsx';
import { ResultGrid } from './result-grid.tsx';
import type { ResultRows } from './result-rows.ts';
import { useCopyResult } from './use-copy-result.ts';

type RowsToReadProps = {
  label: string;
  fields: Field[];
  rows: ResultRows;
  source: ResultSource | null;
};

/** Rows that are only looked at, and copied. */
export function RowsToRead({ label, fields, rows, source }: RowsToReadProps) {
  const copying = useCopyResult({
    result: { fields, source },
    rows,
    edits: undefined,
    order: undefined,
  });
  return (
    <ResultGrid
      label={label}
      fields={fields}
      rows={rows}
      onCopy={(cell) => void copying.copyCell(cell).catch(notifyError)}
      onCopyMarked={(cells) => void copying.copyCells(cells).catch(notifyError)}
    />
  );
}
