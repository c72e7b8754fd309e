import { can } from '@causeway/contract/access.ts';
import { dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { refreshDashboards } from '#domain/dashboards/dashboards-query.ts';
import { Icon } from '#ui/icon.tsx';
import type { DashboardMenuEntryProps } from './dashboard-menu-entry.ts';

export function DuplicateEntry({ project, dashboard }: DashboardMenuEntryProps) {
  const { t } = useTranslation('dashboards');
  const openHref = useOpenHref();
  const scopedHref = useScopedHref();
  const projectId = project.id;
  if (!can(project.role, 'dashboards.write')) return null;

  async function duplicate() {
    const { id: dashboardId, name } = dashboard;
    const params = { projectId, dashboardId };
    const whole = await api.call(dashboardRoutes.show, { params });
    const { description, filters, folder, tabs, settings } = whole;
    const tiles = whole.tiles.map((tile) => ({ ...tile, id: crypto.randomUUID() }));
    const copy = await api.call(dashboardRoutes.create, {
      params: { projectId },
      body: {
        name: t('copyOf', { name }).slice(0, 160),
        description,
        filters,
        folder,
        tabs,
        settings,
        tiles,
      },
    });
    await refreshDashboards(projectId);
    openHref(scopedHref(`/dashboards/${copy.id}`));
  }

  return (
    <Menu.Item
      leftSection={<Icon name="copy" />}
      onClick={() => void duplicate().catch(notifyError)}
    >
      {t('duplicate')}
    </Menu.Item>
  );
}
