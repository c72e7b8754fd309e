import { can } from '@causeway/contract/access.ts';
import { dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { notifyError } from '#platform/notify-error.ts';
import { refreshDashboards } from '#domain/dashboards/dashboards-query.ts';
import { Icon } from '#ui/icon.tsx';
import { showUndo } from '#ui/show-undo.tsx';
import type { DashboardMenuEntryProps } from './dashboard-menu-entry.ts';

export function DeleteEntry({ project, dashboard, onDeleted }: DashboardMenuEntryProps) {
  const { t } = useTranslation('dashboards');
  if (!can(project.role, 'dashboards.write')) return null;

  async function remove() {
    const { id: dashboardId, name } = dashboard;
    const params = { projectId: project.id, dashboardId };
    await api.call(dashboardRoutes.remove, { params });
    onDeleted?.();
    await refreshDashboards(project.id);
    await showUndo(t('deleted', { name }), async () => {
      await api.call(dashboardRoutes.restore, { params });
      await refreshDashboards(project.id);
    });
  }

  return (
    <Menu.Item leftSection={<Icon name="trash" />} onClick={() => void remove().catch(notifyError)}>
      {t('delete')}
    </Menu.Item>
  );
}
