import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { KeptMails } from './kept-mails.tsx';
import classes from './staff.module.css';
import { Users } from './users.tsx';

/** For people who run this installation: accounts to help with, and mails that no server took. */
export default function StaffPage() {
  const { t } = useTranslation('staff');
  const { show } = useSearch({ strict: false }) as { show?: unknown };
  const isMails = show === 'mails';
  return (
    <PageFrame isWide>
      <PageHeader title={t('title')} line={t('line')} />
      <nav className={classes.tabs} aria-label={t('title')}>
        <AppLink href="/staff" aria-current={isMails ? undefined : 'page'}>
          {t('users.title')}
        </AppLink>
        <AppLink href="/staff?show=mails" aria-current={isMails ? 'page' : undefined}>
          {t('mails.title')}
        </AppLink>
      </nav>
      {isMails ? <KeptMails /> : <Users />}
    </PageFrame>
  );
}
