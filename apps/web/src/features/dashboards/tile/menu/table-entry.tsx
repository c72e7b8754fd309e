import { Menu } from '@mantine/core';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import type { TileMenuEntryProps } from './tile-menu-entry.ts';

const ChartTableDialog = lazy(() => import('../chart-table-dialog.tsx'));

/** What a chart is drawn from, as T shows it. */
export function TableEntry({ tile, title, rows: { data }, show }: TileMenuEntryProps) {
  const { t } = useTranslation('dashboards');
  if (!data || tile.kind !== 'chart') return null;
  const open = () =>
    show((close) => (
      <ChartTableDialog title={title} result={data} formats={tile.formats} onClose={close} />
    ));
  return (
    <Menu.Item leftSection={<Icon name="table" />} rightSection="T" onClick={open}>
      {t('tile.asTable')}
    </Menu.Item>
  );
}
