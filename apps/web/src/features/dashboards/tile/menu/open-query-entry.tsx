import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import type { TileMenuEntryProps } from './tile-menu-entry.ts';
import { useEditorHref } from './use-editor-href.ts';

export function OpenQueryEntry({ query, parameters }: TileMenuEntryProps) {
  const { t } = useTranslation('dashboards');
  const openHref = useOpenHref();
  const href = useEditorHref(query, parameters);
  return (
    <Menu.Item leftSection={<Icon name="code" />} onClick={() => openHref(href)}>
      {t('tile.openQuery')}
    </Menu.Item>
  );
}
