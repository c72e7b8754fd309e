import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

/** In place of dashboards, where somebody is in no project yet. */
export function NoProject() {
  const { t } = useTranslation('dashboards');
  return (
    <EmptyState
      icon="dashboard"
      title={t('noProject')}
      line={t('noProjectLine')}
      action={
        <Button component={AppLink} href="/account/workspaces">
          {t('toWorkspaces')}
        </Button>
      }
    />
  );
}
