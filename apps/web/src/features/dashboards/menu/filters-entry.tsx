import { can } from '@causeway/contract/access.ts';
import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { dashboardQuery } from '#domain/dashboards/dashboards-query.ts';
import { Icon } from '#ui/icon.tsx';
import type { DashboardMenuEntryProps } from './dashboard-menu-entry.ts';

const FiltersDialog = lazy(() => import('../filters/filters-dialog.tsx'));

export function FiltersEntry({ project, dashboard, isOpen, show }: DashboardMenuEntryProps) {
  const { t } = useTranslation('dashboards');
  const { data: whole } = useQuery({
    ...dashboardQuery(project.id, dashboard.id),
    enabled: isOpen,
  });
  if (!whole || !isOpen || !can(project.role, 'dashboards.write')) return null;
  const open = () =>
    show((close) => <FiltersDialog projectId={project.id} dashboard={whole} onClose={close} />);
  return (
    <Menu.Item leftSection={<Icon name="filter" />} onClick={open}>
      {t('filters.title')}
    </Menu.Item>
  );
}
