import { useTranslation } from 'react-i18next';
import { NoProjectState } from '#platform/navigation/no-project-state.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';

export function NoProject() {
  const { t } = useTranslation('settings');
  return (
    <PageFrame>
      <PageHeader title={t('overview.title')} />
      <NoProjectState
        icon="building"
        title={t('none.title')}
        line={t('none.line')}
        action={t('none.create')}
      />
    </PageFrame>
  );
}
