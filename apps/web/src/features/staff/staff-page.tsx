import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { StaffTabs } from '#platform/navigation/staff-tabs.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { KeptMails } from './kept-mails.tsx';
import { Users } from './users.tsx';

/** For people who run this installation: accounts to help with, and mails that no server took. */
export default function StaffPage() {
  const { t } = useTranslation('staff');
  const { show } = useSearch({ strict: false }) as { show?: unknown };
  const isMails = show === 'mails';
  return (
    <PageFrame isWide>
      <PageHeader title={t('title')} line={t('line')} />
      <StaffTabs />
      {isMails ? <KeptMails /> : <Users />}
    </PageFrame>
  );
}
