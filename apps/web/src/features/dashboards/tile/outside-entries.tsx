import { numberOf } from '@causeway/contract/drawing/chart-data.ts';
import { readNumber } from '@causeway/contract/drawing/number-reading.ts';
import type { QueryRows } from '@causeway/contract/sql/queries.ts';
import { Menu } from '@mantine/core';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { useAddressId } from '#platform/navigation/address-id.ts';
import { Icon } from '#ui/icon.tsx';
import type { TileMenuEntryProps } from './menu/tile-menu-entry.ts';
import { useAsked } from '../outside/use-asked.ts';

const AlertForm = lazy(() => import('../outside/alert-form.tsx'));
const CommentsDialog = lazy(() => import('../outside/comments-dialog.tsx'));

function usePlace() {
  const { project } = useCurrentProject();
  const dashboardId = useAddressId();
  return project && dashboardId ? { projectId: project.id, dashboardId } : undefined;
}

export function AlertEntry({ tile, title, rows, show }: TileMenuEntryProps) {
  const { t } = useTranslation('dashboards');
  const place = usePlace();
  const asked = useAsked();
  if (!place) return null;
  const columns = rows.data?.fields.map(({ name }) => name) ?? [];
  const open = () =>
    show((close) => (
      <AlertForm
        place={place}
        tile={{ id: tile.id, title, isTable: tile.kind === 'table' }}
        now={nowOf(rows.data)}
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

/** The number an alert would compare, where it is one. */
function nowOf(result: QueryRows | undefined): number | undefined {
  if (!result || result.rows.length === 0) return undefined;
  return numberOf(readNumber(result).value.text) ?? undefined;
}

export function CommentsEntry({ tile, title, show }: TileMenuEntryProps) {
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
