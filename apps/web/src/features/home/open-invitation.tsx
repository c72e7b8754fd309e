import {
  ownInvitationRoutes,
  type OwnInvitation,
} from '@causeway/contract/members/own-invitations.ts';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ownInvitationsQuery } from '#domain/members/own-invitations-query.ts';
import { api } from '#platform/api/api.ts';
import { projectsQuery } from '#platform/current-project/projects-query.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { Icon } from '#ui/icon.tsx';
import classes from './home.module.css';

export default function OpenInvitation({ invitation }: { invitation: OwnInvitation }) {
  const { t } = useTranslation('home');
  const formats = useFormats();
  const queryClient = useQueryClient();
  const openHref = useOpenHref();
  const { id, projectName, role, invitedBy, expiresAt } = invitation;
  const input = { params: { invitationId: id } };
  const readAgain = () => queryClient.invalidateQueries(ownInvitationsQuery);
  const accept = useMutation({
    mutationFn: () => api.call(ownInvitationRoutes.accept, input),
    onSuccess: async ({ projectId }) => {
      await queryClient.invalidateQueries(projectsQuery);
      void readAgain();
      openHref(`/explore?projectId=${projectId}`);
    },
    onError: (error) => {
      void notifyError(error);
      void readAgain();
    },
  });
  const decline = useMutation({
    mutationFn: () => api.call(ownInvitationRoutes.decline, input),
    onError: notifyError,
    onSettled: readAgain,
  });
  const isBusy = accept.isPending || decline.isPending;
  return (
    <li className={classes.invitation}>
      <Icon name="building" />
      <span className={classes.invitationText}>
        <span className={classes.name}>{projectName}</span>
        <span className={classes.stepLine}>
          {t(invitedBy === null ? 'invitations.line' : 'invitations.lineBy', {
            name: invitedBy,
            role: t(`invitations.roles.${role}`),
            date: formats.date(expiresAt),
          })}
        </span>
      </span>
      <Button variant="default" disabled={isBusy} onClick={() => decline.mutate()}>
        {t('invitations.decline')}
      </Button>
      <Button loading={accept.isPending} disabled={isBusy} onClick={() => accept.mutate()}>
        {t('invitations.accept')}
      </Button>
    </li>
  );
}
