import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';

export function NoProject() {
  const { t } = useTranslation('settings');
  return (
    <PageFrame>
      <PageHeader title={t('overview.title')} />
      <EmptyState
        icon="building"
        title={t('none.title')}
        line={t('none.line')}
        action={
          <Button component={AppLink} href="/account/workspaces">
            {t('none.create')}
          </Button>
        }
      />
    </PageFrame>
  );
}
