import { can } from '@causeway/contract/access.ts';
import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { DashboardDialog } from '../dashboard-form.tsx';
import type { DashboardMenuEntryProps } from './dashboard-menu-entry.ts';

export function RenameEntry({ project, dashboard, show }: DashboardMenuEntryProps) {
  const { t } = useTranslation('dashboards');
  if (!can(project.role, 'dashboards.write')) return null;
  const rename = () =>
    show((close) => <DashboardDialog project={project} dashboard={dashboard} onClose={close} />);
  return (
    <Menu.Item leftSection={<Icon name="rename" />} onClick={rename}>
      {t('rename')}
    </Menu.Item>
  );
}
