import { dashboardRoutes } from '@causeway/contract/dashboards.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { refreshDashboards } from '#domain/dashboards/dashboards-query.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { Icon } from '#ui/icon.tsx';
import { showUndo } from '#ui/show-undo.tsx';

type DashboardMenuProps = {
  projectId: string;
  dashboard: { id: string; name: string };
  onRename: () => void;
  onFilters?: () => void;
  onDeleted?: () => void;
};

/** What can be done with a dashboard as a whole. */
export function DashboardMenu(props: DashboardMenuProps) {
  const { projectId, dashboard, onRename, onFilters, onDeleted } = props;
  const { t } = useTranslation('dashboards');
  const openHref = useOpenHref();
  const scopedHref = useScopedHref();
  const { id: dashboardId, name } = dashboard;
  const params = { projectId, dashboardId };

  async function duplicate() {
    const whole = await api.call(dashboardRoutes.show, { params });
    const { description, filters } = whole;
    const tiles = whole.tiles.map((tile) => ({ ...tile, id: crypto.randomUUID() }));
    const copy = await api.call(dashboardRoutes.create, {
      params: { projectId },
      body: { name: t('copyOf', { name }).slice(0, 160), description, filters, tiles },
    });
    await refreshDashboards(projectId);
    openHref(scopedHref(`/dashboards/${copy.id}`));
  }

  async function remove() {
    await api.call(dashboardRoutes.remove, { params });
    onDeleted?.();
    await refreshDashboards(projectId);
    await showUndo(t('deleted', { name }), async () => {
      await api.call(dashboardRoutes.restore, { params });
      await refreshDashboards(projectId);
    });
  }

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label={t('menu', { name })}>
          <Icon name="more" size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="rename" />} onClick={onRename}>
          {t('rename')}
        </Menu.Item>
        {onFilters && (
          <Menu.Item leftSection={<Icon name="filter" />} onClick={onFilters}>
            {t('filters.title')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<Icon name="copy" />}
          onClick={() => void duplicate().catch(notifyError)}
        >
          {t('duplicate')}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="trash" />}
          onClick={() => void remove().catch(notifyError)}
        >
          {t('delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
