import { readNumber } from '@causeway/contract/drawing/number-reading.ts';
import { Menu } from '@mantine/core';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import type { TileMenuEntryProps } from './tile-menu-entry.ts';

const RowsBehindDialog = lazy(() => import('../rows-behind-dialog.tsx'));

/** The rows that a number, or all of a chart, is counted from. */
export function RowsBehindEntry(props: TileMenuEntryProps) {
  const { tile, title, query, parameters, where, rows, show } = props;
  const { t } = useTranslation('dashboards');
  if (!rows.data || tile.kind === 'table') return null;
  const measure =
    tile.kind === 'number' && rows.data.rows.length > 0
      ? readNumber(rows.data).value.column
      : undefined;
  const open = () =>
    show((close) => (
      <RowsBehindDialog
        title={title}
        query={query}
        parameters={parameters}
        where={where}
        mark={[]}
        measure={measure}
        onClose={close}
      />
    ));
  return (
    <Menu.Item leftSection={<Icon name="table" />} onClick={open}>
      {t('behind.open')}
    </Menu.Item>
  );
}
