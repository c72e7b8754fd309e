import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';

/** In place of a page, where somebody is in no project yet. */
export function NoProject({ title }: { title: string }) {
  const { t } = useTranslation('automations');
  return (
    <PageFrame isWide>
      <PageHeader title={title} />
      <EmptyState
        icon="robot"
        title={t('noProject')}
        line={t('noProjectLine')}
        action={
          <Button component={AppLink} href="/account/workspaces">
            {t('toWorkspaces')}
          </Button>
        }
      />
    </PageFrame>
  );
}
