import { dashboardRoutes } from '@causeway/contract/dashboards.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { refreshDashboards } from '#domain/dashboards/dashboards-query.ts';
import { notifyError } from '#platform/notify-error.ts';
import { Icon } from '#ui/icon.tsx';
import { showUndo } from '#ui/show-undo.tsx';

type DashboardMenuProps = {
  projectId: string;
  dashboard: { id: string; name: string };
  onRename: () => void;
  onDeleted?: () => void;
};

/** What can be done with a dashboard as a whole. */
export function DashboardMenu({ projectId, dashboard, onRename, onDeleted }: DashboardMenuProps) {
  const { t } = useTranslation('dashboards');
  const { id: dashboardId, name } = dashboard;
  const params = { projectId, dashboardId };

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
