import { withoutTotals } from '@causeway/contract/drawing/pivot-reading.ts';
import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { saveBlob } from '#domain/exports/save-from.ts';
import { Icon } from '#ui/icon.tsx';
import { writeCsv } from '../write-csv.ts';
import type { TileMenuEntryProps } from './tile-menu-entry.ts';

export function CsvEntry({ title, rows: { data } }: TileMenuEntryProps) {
  const { t } = useTranslation('dashboards');
  // A part that looks like the whole misleads: what is cut is exported.
  if (!data || data.hasMore) return null;
  return (
    <Menu.Item
      leftSection={<Icon name="download" />}
      onClick={() =>
        saveBlob(new Blob([writeCsv(withoutTotals(data))], { type: 'text/csv' }), `${title}.csv`)
      }
    >
      {t('tile.csv')}
    </Menu.Item>
  );
}
