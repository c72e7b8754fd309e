import { staffRoutes, type WholeStaffAccount } from '@causeway/contract/staff.ts';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { PersonMark } from '#platform/people/person-mark.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { DataList } from '#ui/data-list.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SimpleTable } from '#ui/simple-table.tsx';
import { AccountState } from './account-state.tsx';
import { ActAs } from './act-as.tsx';
import { GiveCredits } from './give-credits.tsx';
import { LostFactorDecision } from './lost-factor-decision.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { StaffFrame } from './staff-frame.tsx';
import classes from './staff.module.css';

/** TEAM-11: one account as staff may know it: never what it signs in with, only how. */
export default function AccountPage() {
  const { id: userId = '' } = useParams({ strict: false }) as { id?: string };
  const account = useQuery({
    queryKey: ['staff', 'user', userId],
    queryFn: ({ signal }) => api.call(staffRoutes.user, { params: { userId } }, { signal }),
  });
  return (
    <StaffFrame>
      <QueryView query={account}>{(found) => <Account account={found} />}</QueryView>
    </StaffFrame>
  );
}

function Account({ account }: { account: WholeStaffAccount }) {
  const { t } = useTranslation('staff');
  const formats = useFormats();
  const { ways } = account;
  const waysIn = [
    ways.password && t('account.password'),
    ways.totp && t('account.totp'),
    ways.passkeys > 0 && t('account.passkeys', { count: ways.passkeys }),
    ways.identities > 0 && t('account.identities', { count: ways.identities }),
  ].filter(Boolean);
  return (
    <div className={classes.stack}>
      <div className={classes.accountHead}>
        <PersonMark name={account.name} avatar={account.avatar} size={36} />
        <div className={classes.grow}>
          <h2 className={classes.accountName}>{account.name}</h2>
          <p className={classes.line}>{account.email}</p>
        </div>
        <GiveCredits account={account} />
        <ActAs account={account} />
        <Suspension account={account} />
      </div>
      <DataList
        items={[
          { label: t('users.state'), value: <AccountState account={account} /> },
          {
            label: t('account.id'),
            value: (
              <span className={classes.person}>
                <code>{account.id}</code>
                <CopyButton value={account.id} label={t('account.copyId')} />
              </span>
            ),
          },
          { label: t('users.since'), value: formats.dateTime(account.createdAt) },
          {
            label: t('account.seen'),
            value: account.lastSeenAt ? formats.ago(account.lastSeenAt) : t('account.never'),
          },
          { label: t('account.sessions'), value: formats.number(account.sessions) },
          { label: t('account.keys'), value: formats.number(account.keys) },
          { label: t('account.ways'), value: waysIn.join(', ') || t('account.none') },
        ]}
      />
      <LostFactorDecision account={account} />
      <h3 className={classes.heading}>{t('account.projects')}</h3>
      {account.projects.length === 0 ? (
        <p className={classes.nothing}>{t('account.noProjects')}</p>
      ) : (
        <SimpleTable
          label={t('account.projects')}
          rows={account.projects}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'name',
              header: t('projects.name'),
              wraps: true,
              render: ({ id, name }) => (
                <AppLink href={`/staff/projects?search=${id}`}>{name}</AppLink>
              ),
            },
            { key: 'role', header: t('account.role'), render: ({ role }) => t(`roles.${role}`) },
            {
              key: 'joined',
              header: t('users.since'),
              render: ({ joinedAt }) => formats.date(joinedAt),
            },
          ]}
        />
      )}
    </div>
  );
}

function Suspension({ account }: { account: WholeStaffAccount }) {
  const { t } = useTranslation('staff');
  const queryClient = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  if (account.staff) return null;
  const verb = account.suspendedAt ? 'unsuspend' : 'suspend';
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        color={verb === 'suspend' ? 'red' : undefined}
        onClick={() => setAsked(true)}
      >
        {t(`${verb}.action`)}
      </Button>
      {isAsked && (
        <ReasonDialog
          title={t(`${verb}.title`, { name: account.name })}
          line={t(`${verb}.line`)}
          action={t(`${verb}.action`)}
          onDo={async (reason) => {
            const asked = { params: { userId: account.id }, body: { reason } };
            await api.call(staffRoutes[verb], asked);
            await queryClient.invalidateQueries({ queryKey: ['staff'] });
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
