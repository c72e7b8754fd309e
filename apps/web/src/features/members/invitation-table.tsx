import { memberRoutes, type Invitation } from '@causeway/contract/members/members.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { SimpleTable } from '#ui/simple-table.tsx';
import { useCopy } from '#ui/use-copy.tsx';
import { membersQuery } from '#domain/members/members-query.ts';
import classes from './members.module.css';

type InvitationTableProps = { project: Project; invitations: Invitation[]; mayManage: boolean };

export function InvitationTable({ project, invitations, mayManage }: InvitationTableProps) {
  const { t } = useTranslation('members');
  const formats = useFormats();
  return (
    <SimpleTable
      stacks
      label={t('invitations.title')}
      rows={invitations}
      rowKey={(invitation) => invitation.id}
      columns={[
        { key: 'email', header: t('email'), wraps: true, render: ({ email }) => email },
        { key: 'role', header: t('role'), render: ({ role }) => t(`roles.${role}`) },
        {
          key: 'by',
          header: t('invitations.by'),
          render: ({ invitedBy }) => invitedBy ?? t('invitations.nobody'),
        },
        {
          key: 'expires',
          header: t('invitations.expires'),
          render: ({ expiresAt }) => formats.date(expiresAt),
        },
        {
          key: 'actions',
          header: t('actions'),
          render: (invitation) =>
            mayManage && (
              <div className={classes.actions}>
                <Renew project={project} invitation={invitation} />
                <Withdraw project={project} invitation={invitation} />
              </div>
            ),
        },
      ]}
    />
  );
}

/** Links are kept as hashes only: to copy one or mail it again means to make a new one. */
function Renew({ project, invitation }: { project: Project; invitation: Invitation }) {
  const { t } = useTranslation('members');
  const queryClient = useQueryClient();
  const clipboard = useCopy();
  const renew = useMutation({
    mutationFn: (send: boolean) =>
      api.call(memberRoutes.renewInvitation, {
        params: { projectId: project.id, invitationId: invitation.id },
        body: { send },
      }),
    onSuccess: ({ link }, send) => {
      if (!send) void clipboard.copy(link);
    },
    onSettled: () => queryClient.invalidateQueries(membersQuery(project.id)),
  });
  const { email } = invitation;
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('invitations.copyNamed', { email })}
        loading={renew.isPending && !renew.variables}
        onClick={() => renew.mutate(false)}
      >
        {clipboard.isCopied ? t('invitations.copied') : t('invitations.copy')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('invitations.resendNamed', { email })}
        loading={renew.isPending && renew.variables}
        onClick={() => renew.mutate(true)}
      >
        {renew.isSuccess && renew.variables ? t('invitations.resent') : t('invitations.resend')}
      </Button>
      {renew.error && (
        <span role="alert" className={classes.problem}>
          {errorText(renew.error)}
        </span>
      )}
    </>
  );
}

function Withdraw({ project, invitation }: { project: Project; invitation: Invitation }) {
  const { t } = useTranslation('members');
  const queryClient = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () =>
      api.call(memberRoutes.withdraw, {
        params: { projectId: project.id, invitationId: invitation.id },
      }),
    onSettled: () => queryClient.invalidateQueries(membersQuery(project.id)),
  });
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('invitations.withdrawNamed', { email: invitation.email })}
        loading={withdraw.isPending}
        onClick={() => withdraw.mutate()}
      >
        {t('invitations.withdraw')}
      </Button>
      {withdraw.error && (
        <span role="alert" className={classes.problem}>
          {errorText(withdraw.error)}
        </span>
      )}
    </>
  );
}
