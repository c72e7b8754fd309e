import { can } from '@causeway/contract/access.ts';
import { Menu } from '@mantine/core';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import type { DashboardMenuEntryProps } from './dashboard-menu-entry.ts';

const VersionsDialog = lazy(() => import('./versions-dialog.tsx'));

export function VersionsEntry({ project, dashboard, show }: DashboardMenuEntryProps) {
  const { t } = useTranslation('dashboards');
  if (!can(project.role, 'dashboards.write')) return null;
  const place = { projectId: project.id, dashboardId: dashboard.id };
  const open = () => show((close) => <VersionsDialog place={place} onClose={close} />);
  return (
    <Menu.Item leftSection={<Icon name="history" />} onClick={open}>
      {t('versions.title')}
    </Menu.Item>
  );
}
