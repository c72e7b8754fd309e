import type { Tile } from '@causeway/contract/dashboards/dashboards.ts';
import { paperRoutes } from '@causeway/contract/dashboards/subscriptions.ts';
import type { ResultCondition } from '@causeway/contract/sql/queries.ts';
import { Menu } from '@mantine/core';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { saveBytes } from '#domain/exports/save-from.ts';
import { api } from '#platform/api/api.ts';
import { notifyError } from '#platform/notify-error.ts';
import { Icon } from '#ui/icon.tsx';
import { useAsked } from '../outside/use-asked.ts';
import { usePlace } from '../outside/use-place.ts';

type PictureEntryProps = {
  tile: Tile;
  where: ResultCondition[];
  frame: RefObject<HTMLElement | null>;
};

/** Large enough for all its words, whatever screen it was asked for on. */
const LEAST = { width: 320, height: 140 };

/** Drawn by the server, as in mails and on paper: a tile of any kind, with its title and its time. */
export function PictureEntry({ tile, where, frame }: PictureEntryProps) {
  const { t, i18n } = useTranslation('dashboards');
  const place = usePlace();
  const asked = useAsked();
  if (!place) return null;
  const { projectId, dashboardId } = place;

  async function save() {
    const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {};
    const { fileName, base64 } = await api.call(paperRoutes.picture, {
      params: { projectId, dashboardId, tileId: tile.id },
      body: {
        asked,
        where,
        language: i18n.language === 'de' ? 'de' : 'en',
        width: Math.min(2_000, Math.max(LEAST.width, clientWidth)),
        height: Math.min(2_000, Math.max(LEAST.height, clientHeight)),
      },
    });
    saveBytes(base64, { type: 'image/png', fileName });
  }

  return (
    <Menu.Item leftSection={<Icon name="image" />} onClick={() => void save().catch(notifyError)}>
      {t('tile.png')}
    </Menu.Item>
  );
}
