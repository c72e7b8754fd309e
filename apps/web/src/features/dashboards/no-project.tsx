import { useTranslation } from 'react-i18next';
import { NoProjectState } from '#platform/navigation/no-project-state.tsx';

/** In place of dashboards, where somebody is in no project yet. */
export function NoProject() {
  const { t } = useTranslation('dashboards');
  return (
    <NoProjectState
      icon="dashboard"
      title={t('noProject')}
      line={t('noProjectLine')}
      action={t('toWorkspaces')}
    />
  );
}
