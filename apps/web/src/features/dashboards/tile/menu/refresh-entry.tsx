import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import type { TileMenuEntryProps } from './tile-menu-entry.ts';

export function RefreshEntry({ rows }: TileMenuEntryProps) {
  const { t } = useTranslation('dashboards');
  return (
    <Menu.Item
      leftSection={<Icon name="refresh" />}
      disabled={rows.isFetching}
      onClick={() => void rows.refetch()}
    >
      {t('tile.refresh')}
    </Menu.Item>
  );
}
