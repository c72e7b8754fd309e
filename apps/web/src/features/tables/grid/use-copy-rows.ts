import { useTranslation } from 'react-i18next';
import { forgetCopiedCell, textOfCopied } from '#domain/data-grid/copied-cell.ts';
import { tellCopied, useCopy } from '#ui/use-copy.tsx';
import { formatRows, toInList, type CopyFormat } from './copy-formats.ts';
import { cellIn, type GridRow } from '../edits/grid-rows.ts';
import type { ShownColumn } from '../table-columns.ts';
import type { TableName } from '../table-name.ts';

type CopyInput = {
  name: TableName;
  columns: ShownColumn[];
  rows: GridRow[];
  selected: ReadonlySet<number>;
  active: { row: GridRow; column: ShownColumn | undefined } | undefined;
};

/**
 * Copies what is ticked, else the active row; staged edits as they stand on screen. Of rows that are out
 * of memory it is told that they are missing.
 */
export function useCopyRows({ name, columns, rows, selected, active }: CopyInput) {
  const copyText = useCopyPart();

  function listCopied(): GridRow[] {
    if (selected.size === 0) return active ? [active.row] : [];
    return rows.filter((row) => selected.has(row.index) && (row.cells || row.change));
  }

  function copyRows(format: CopyFormat | 'in') {
    forgetCopiedCell();
    const copied = listCopied();
    const part = { copied: copied.length, of: selected.size };
    const cellsOf = (column: ShownColumn) => copied.map((row) => cellIn(row, column) ?? null);
    if (format === 'in') {
      const column = active?.column;
      if (column) void copyText(toInList(column, cellsOf(column)), part);
      return;
    }
    const cells = copied.map((row) => columns.map((one) => cellIn(row, one) ?? null));
    void copyText(formatRows(format, { ...name, columns, rows: cells }), part);
  }

  function copyActive() {
    if (selected.size > 0) return copyRows('tsv');
    const cell = active?.column && cellIn(active.row, active.column);
    if (cell !== undefined) void copyText(textOfCopied(cell));
  }

  function copyRange(text: string) {
    forgetCopiedCell();
    return copyText(text);
  }

  return { copyRange, copyRows, copyActive };
}

/** How many were wanted, and how many of those were there. */
type Part = { copied: number; of: number };

function useCopyPart(): (text: string, part?: Part) => Promise<void> {
  const { t } = useTranslation('tables');
  const { copy } = useCopy();
  return async (text, part) => {
    if (!(await copy(text))) return;
    const isCut = part !== undefined && part.copied < part.of;
    await (isCut ? tellCopied(t('copy.part', part), 8000) : tellCopied(t('copy.done')));
  };
}
