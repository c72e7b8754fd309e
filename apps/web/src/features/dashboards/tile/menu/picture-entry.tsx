import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { saveBlob } from '#domain/exports/save-from.ts';
import { Icon } from '#ui/icon.tsx';
import { takePicture } from '../tile-picture.ts';
import type { TileMenuEntryProps } from './tile-menu-entry.ts';

export function PictureEntry({ tile, title, rows, frame }: TileMenuEntryProps) {
  const { t } = useTranslation('dashboards');
  if (!rows.data || tile.kind !== 'chart') return null;
  const save = () => {
    if (frame.current) takePicture(frame.current, (blob) => saveBlob(blob, `${title}.png`));
  };
  return (
    <Menu.Item leftSection={<Icon name="image" />} onClick={save}>
      {t('tile.png')}
    </Menu.Item>
  );
}
