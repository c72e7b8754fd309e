import { useClipboard } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { loadNotifications } from '#ui/notifications.ts';
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

/** Copies what is ticked, else the active row; staged edits as they stand on screen. */
export function useCopyRows({ name, columns, rows, selected, active }: CopyInput) {
  const copyText = useCopy();

  function listCopied(): GridRow[] {
    if (selected.size === 0) return active ? [active.row] : [];
    return rows.filter((row) => selected.has(row.index) && (row.cells || row.change));
  }

  function copyRows(format: CopyFormat | 'in') {
    const copied = listCopied();
    const column = active?.column;
    if (format === 'in') {
      if (column)
        copyText(
          toInList(
            column,
            copied.map((row) => cellIn(row, column) ?? null),
          ),
        );
      return;
    }
    copyText(
      formatRows(format, {
        ...name,
        columns,
        rows: copied.map((row) => columns.map((one) => cellIn(row, one) ?? null)),
      }),
    );
  }

  function copyActive() {
    if (selected.size > 0) return copyRows('tsv');
    const cell = active?.column && cellIn(active.row, active.column);
    if (cell !== undefined) copyText(cell === null ? '' : String(cell));
  }

  return { copyText, copyRows, copyActive };
}

function useCopy(): (text: string) => void {
  const { t } = useTranslation('tables');
  const clipboard = useClipboard();
  return (text) => {
    clipboard.copy(text);
    void loadNotifications().then((notifications) =>
      // One is enough, however often it is copied.
      notifications.show({
        id: 'copied',
        message: t('copy.done'),
        autoClose: 1500,
        withCloseButton: false,
      }),
    );
  };
}
