import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StaffTabs } from '#platform/navigation/staff-tabs.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';

/** Every page of those who run the installation. */
export function StaffFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('staff');
  return (
    <PageFrame isWide>
      <PageHeader title={t('title')} line={t('line')} />
      <StaffTabs />
      {children}
    </PageFrame>
  );
}
