import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { IconName } from '#ui/icon.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';

const icons = {
  billing: 'creditCard',
  accountUsage: 'gauge',
  projectUsage: 'gauge',
} as const satisfies Record<string, IconName>;

export type LaterArea = keyof typeof icons;

/** A page that says what will be here and that this version does not have it yet. */
export function createLaterPage(area: LaterArea) {
  return function LaterPage() {
    const { t } = useTranslation('later');
    return (
      <PageFrame>
        <PageHeader title={t(`${area}.title`)} line={t(`${area}.what`)} />
        <EmptyState
          icon={icons[area]}
          title={t('notYet')}
          line={t('notYetLine')}
          action={
            <Button component={AppLink} href="/" variant="default">
              {t('home')}
            </Button>
          }
        />
      </PageFrame>
    );
  };
}
