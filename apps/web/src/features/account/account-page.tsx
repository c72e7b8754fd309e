import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useProjects } from '#platform/current-project/projects-query.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { DataList } from '#ui/data-list.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { StatusDot } from '#ui/status-dot.tsx';
import { PersonMark } from '#platform/people/person-mark.tsx';
import { AccountTabs } from '#platform/navigation/account-tabs.tsx';
import classes from './account.module.css';

export default function AccountPage() {
  const { t } = useTranslation('account');
  const formats = useFormats();
  const user = useCurrentUser();
  const projects = useProjects();
  return (
    <PageFrame>
      <PageHeader
        title={t('overview.title')}
        actions={
          <Button component={AppLink} href="/account/personal" variant="default">
            {t('overview.edit')}
          </Button>
        }
      />
      <AccountTabs />
      <DataList
        items={[
          {
            label: t('name'),
            value: (
              <span className={classes.buttons}>
                <PersonMark name={user.name} avatar={user.avatar} size={20} />
                {user.name}
              </span>
            ),
          },
          { label: t('email'), value: user.email },
          {
            label: t('overview.status'),
            value: user.verified ? (
              <StatusDot tone="good" label={t('overview.verified')} />
            ) : (
              <StatusDot tone="changed" label={t('overview.unverified')} />
            ),
          },
          { label: t('overview.since'), value: formats.date(user.createdAt) },
          {
            label: t('workspaces.title'),
            value: (
              <AppLink href="/account/workspaces">
                {t('overview.projects', { count: projects.length })}
              </AppLink>
            ),
          },
        ]}
      />
    </PageFrame>
  );
}
