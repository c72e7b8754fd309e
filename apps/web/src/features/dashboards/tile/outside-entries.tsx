import type { Tile } from '@causeway/contract/dashboards/dashboards.ts';
import { completeRows, readNumber } from '@causeway/contract/drawing/number-reading.ts';
import { wallTimeIn } from '@causeway/contract/drawing/time-buckets.ts';
import type { QueryRows } from '@causeway/contract/sql/queries.ts';
import { Menu } from '@mantine/core';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { Icon } from '#ui/icon.tsx';
import type { TileMenuEntryProps } from './menu/tile-menu-entry.ts';
import { useAsked } from '../outside/use-asked.ts';
import { usePlace } from '../outside/use-place.ts';

const AlertForm = lazy(() => import('../outside/alert-form.tsx'));
const CommentsDialog = lazy(() => import('../outside/comments-dialog.tsx'));

export function AlertEntry({ tile, title, rows, show }: TileMenuEntryProps) {
  const { t } = useTranslation('dashboards');
  const place = usePlace();
  const asked = useAsked();
  const timeZone = useCurrentProject().project?.settings.timeZone ?? 'UTC';
  if (!place) return null;
  const columns = rows.data?.fields.map(({ name }) => name) ?? [];
  const open = () =>
    show((close) => (
      <AlertForm
        place={place}
        tile={{ id: tile.id, title, isTable: tile.kind === 'table' }}
        now={nowOf(rows.data, timeZone)}
        columns={columns}
        asked={asked}
        onClose={close}
      />
    ));
  return (
    <Menu.Item leftSection={<Icon name="bell" />} onClick={open}>
      {t('out.alert')}
    </Menu.Item>
  );
}

/** What an alert would compare, where there is a number: of a series the last time that is over. */
function nowOf(result: QueryRows | undefined, timeZone: string) {
  if (!result || result.rows.length === 0) return {};
  const complete = completeRows(result, wallTimeIn(result.asOf, timeZone));
  const { value, before } = readNumber(complete);
  const change = before?.change;
  return {
    threshold: value.number ?? undefined,
    change: change === undefined ? undefined : Math.round(change * 1_000) / 10,
  };
}

type CommentsEntryProps = Pick<TileMenuEntryProps, 'title' | 'show'> & { tile: Tile };

export function CommentsEntry({ tile, title, show }: CommentsEntryProps) {
  const { t } = useTranslation('dashboards');
  const place = usePlace();
  if (!place) return null;
  const open = () =>
    show((close) => <CommentsDialog place={place} tile={{ id: tile.id, title }} onClose={close} />);
  return (
    <Menu.Item leftSection={<Icon name="message" />} onClick={open}>
      {t('out.comments')}
    </Menu.Item>
  );
}
