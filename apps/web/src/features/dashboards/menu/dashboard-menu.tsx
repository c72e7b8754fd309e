import { ActionIcon, Menu } from '@mantine/core';
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import type { DashboardMenuEntryProps } from './dashboard-menu-entry.ts';
import { dashboardMenuEntries } from './entries.ts';

type DashboardMenuProps = Pick<DashboardMenuEntryProps, 'project' | 'dashboard'> &
  Partial<Pick<DashboardMenuEntryProps, 'isOpen' | 'onDeleted'>>;

/** What can be done with a dashboard as a whole. */
export function DashboardMenu(props: DashboardMenuProps) {
  const { project, dashboard, isOpen = false, onDeleted } = props;
  const { t } = useTranslation('dashboards');
  const [dialog, setDialog] = useState<{ draw: (close: () => void) => ReactNode }>();
  const shown = dialog?.draw(() => setDialog(undefined));
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" aria-label={t('menu', { name: dashboard.name })}>
            <Icon name="more" size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {dashboardMenuEntries.map((Entry) => (
            <Entry
              key={Entry.name}
              project={project}
              dashboard={dashboard}
              isOpen={isOpen}
              show={(draw) => setDialog({ draw })}
              onDeleted={onDeleted}
            />
          ))}
        </Menu.Dropdown>
      </Menu>
      {shown && <Suspense fallback={null}>{shown}</Suspense>}
    </>
  );
}
