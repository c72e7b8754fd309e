import { can } from '@causeway/contract/access.ts';
import { paperRoutes } from '@causeway/contract/dashboards/subscriptions.ts';
import { Menu } from '@mantine/core';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { saveBytes } from '#domain/exports/save-from.ts';
import { api } from '#platform/api/api.ts';
import { notifyError } from '#platform/notify-error.ts';
import { Icon } from '#ui/icon.tsx';
import type { DashboardMenuEntryProps } from '../menu/dashboard-menu-entry.ts';
import { useAsked } from './use-asked.ts';

const ShareDialog = lazy(() => import('./share-dialog.tsx'));
const AlertsDialog = lazy(() => import('./alerts-dialog.tsx'));
const SubscriptionsDialog = lazy(() => import('./subscriptions-dialog.tsx'));

/** The whole dashboard on paper, as it is narrowed now. */
export function PdfEntry({ project, dashboard, isOpen }: DashboardMenuEntryProps) {
  const { t, i18n } = useTranslation('dashboards');
  const asked = useAsked();
  if (!isOpen) return null;
  async function save() {
    const language = i18n.language === 'de' ? 'de' : 'en';
    const { fileName, base64 } = await api.call(paperRoutes.pdf, {
      params: { projectId: project.id, dashboardId: dashboard.id },
      body: { asked, language },
    });
    saveBytes(base64, { type: 'application/pdf', fileName });
  }
  return (
    <Menu.Item leftSection={<Icon name="pdf" />} onClick={() => void save().catch(notifyError)}>
      {t('out.pdf')}
    </Menu.Item>
  );
}

export function ShareEntry({ project, dashboard, isOpen, show }: DashboardMenuEntryProps) {
  const { t } = useTranslation('dashboards');
  const asked = useAsked();
  if (!can(project.role, 'dashboards.write')) return null;
  const place = { projectId: project.id, dashboardId: dashboard.id };
  const open = () =>
    show((close) => (
      <ShareDialog
        place={place}
        // In a list, the address is not of this dashboard.
        asked={isOpen ? asked : {}}
        zone={project.settings.timeZone}
        isAllowed={project.settings.publicLinks}
        onClose={close}
      />
    ));
  return (
    <Menu.Item leftSection={<Icon name="share" />} onClick={open}>
      {t('out.share')}
    </Menu.Item>
  );
}

export function AlertsEntry({ project, dashboard, isOpen, show }: DashboardMenuEntryProps) {
  const { t } = useTranslation('dashboards');
  if (!isOpen) return null;
  const place = { projectId: project.id, dashboardId: dashboard.id };
  const mayChangeAll = can(project.role, 'dashboards.write');
  const open = () =>
    show((close) => <AlertsDialog place={place} mayChangeAll={mayChangeAll} onClose={close} />);
  return (
    <Menu.Item leftSection={<Icon name="bell" />} onClick={open}>
      {t('out.alerts')}
    </Menu.Item>
  );
}

export function SubscribeEntry({ project, dashboard, isOpen, show }: DashboardMenuEntryProps) {
  const { t } = useTranslation('dashboards');
  const asked = useAsked();
  if (!isOpen) return null;
  const place = { projectId: project.id, dashboardId: dashboard.id };
  const open = () =>
    show((close) => (
      <SubscriptionsDialog place={place} asked={asked} project={project} onClose={close} />
    ));
  return (
    <Menu.Item leftSection={<Icon name="mail" />} onClick={open}>
      {t('out.subscribe')}
    </Menu.Item>
  );
}
