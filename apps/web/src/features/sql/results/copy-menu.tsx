import type { RunResult } from '@causeway/contract/sql/editor.ts';
import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMarked, type MarkedStore } from '#domain/data-grid/ranges/marked-store.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { notifyError } from '#platform/notify-error.ts';
import type { MarkedCells } from './copied-range.ts';
import { copyFormats } from './copy-result.ts';
import type { CopyingResult } from './use-copy-result.ts';

export type CopyMenuProps = {
  result: RunResult;
  copying: CopyingResult;
  marked: MarkedStore<MarkedCells>;
  /** The number of the column with the active cell. */
  activeColumn: number | undefined;
};

/** What is marked, or else the whole result, as another program takes it. */
export function CopyMenu({ children, ...props }: CopyMenuProps & { children: ReactNode }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <CopyItems {...props} />
      </Menu.Dropdown>
    </Menu>
  );
}

function CopyItems({ result, copying, marked: store, activeColumn }: CopyMenuProps) {
  const { t } = useTranslation('sql');
  const { number } = useFormats();
  const marked = useMarked(store);
  const range = marked?.range;
  const count = range ? (range.bottom - range.top + 1) * (range.right - range.left + 1) : 0;
  const column = !range ? activeColumn : range.left === range.right ? range.left : undefined;
  const field = column === undefined ? undefined : result.fields[column];
  const item = (label: string, copy: () => Promise<void>) => (
    <Menu.Item key={label} onClick={() => void copy().catch(notifyError)}>
      {label}
    </Menu.Item>
  );
  return (
    <>
      <Menu.Label>
        {marked ? t('results.marked', { count, number: number(count) }) : t('results.whole')}
      </Menu.Label>
      {marked && item(t('results.copyAs.tabs'), () => copying.copyCells(marked))}
      {copyFormats.map((format) =>
        item(t(`results.copyAs.${format}`), () => copying.copyAs(format, marked)),
      )}
      {column !== undefined &&
        field &&
        item(t('results.copyAs.in', { column: field.name }), () =>
          copying.copyInList(column, marked),
        )}
    </>
  );
}
