import { useTranslation } from 'react-i18next';
import { NoProjectState } from '#platform/navigation/no-project-state.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';

/** In place of a page, where somebody is in no project yet. */
export function NoProject({ title }: { title: string }) {
  const { t } = useTranslation('automations');
  return (
    <PageFrame isWide>
      <PageHeader title={title} />
      <NoProjectState
        icon="robot"
        title={t('noProject')}
        line={t('noProjectLine')}
        action={t('toWorkspaces')}
      />
    </PageFrame>
  );
}
