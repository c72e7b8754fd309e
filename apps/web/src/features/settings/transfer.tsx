import { type Project, type ProjectOffer, projectRoutes } from '@causeway/contract/projects.ts';
import { Button, NativeSelect } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProofDeclined, withProof } from '#domain/identity/ask-for-proof.ts';
import { membersQuery } from '#domain/members/members-query.ts';
import { api } from '#platform/api/api.ts';
import { projectsQuery } from '#platform/current-project/projects-query.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import classes from './settings.module.css';

/** Under the key of the members, so that their event makes it stale. */
export function offerQuery(projectId: string) {
  return queryOptions({
    queryKey: ['members', projectId, 'offer'],
    queryFn: ({ signal }) =>
      api.call(projectRoutes.readOffer, { params: { projectId } }, { signal }),
  });
}

export function Transfer({ project }: { project: Project }) {
  const offer = useQuery(offerQuery(project.id));
  if (offer.data) return <StandingOffer project={project} offer={offer.data} />;
  return <NewOffer project={project} />;
}

function NewOffer({ project }: { project: Project }) {
  const { t } = useTranslation('settings');
  const { id: ownId } = useCurrentUser();
  const queryClient = useQueryClient();
  const members = useQuery(membersQuery(project.id));
  const [userId, setUserId] = useState('');
  const others = (members.data?.members ?? []).filter((member) => member.userId !== ownId);
  const offer = useMutation({
    mutationFn: () =>
      withProof(() =>
        api.call(projectRoutes.offer, { params: { projectId: project.id }, body: { userId } }),
      ),
    onSettled: () => queryClient.invalidateQueries(offerQuery(project.id)),
  });
  if (members.data && others.length === 0)
    return <p className={classes.note}>{t('transfer.alone')}</p>;
  return (
    <div className={classes.stack}>
      <div className={classes.withButton}>
        <NativeSelect
          label={t('transfer.to')}
          className={classes.grow}
          value={userId}
          data={[
            { value: '', label: t('transfer.choose') },
            ...others.map(({ userId: value, name, email }) => ({
              value,
              label: `${name} (${email})`,
            })),
          ]}
          onChange={(event) => setUserId(event.currentTarget.value)}
        />
        <Button
          variant="default"
          disabled={userId === ''}
          loading={offer.isPending}
          onClick={() => offer.mutate()}
        >
          {t('transfer.offer')}
        </Button>
      </div>
      <Refusal error={offer.error} />
    </div>
  );
}

/** Seen by both sides, each with what it can do about it. */
export function StandingOffer({ project, offer }: { project: Project; offer: ProjectOffer }) {
  const { t } = useTranslation('settings');
  const formats = useFormats();
  const { id: ownId } = useCurrentUser();
  const queryClient = useQueryClient();
  const isMine = offer.to.id === ownId;
  const params = { projectId: project.id };
  const settled = async () => {
    await queryClient.invalidateQueries(offerQuery(project.id));
    await queryClient.invalidateQueries(projectsQuery);
  };
  const accept = useMutation({
    mutationFn: () => withProof(() => api.call(projectRoutes.acceptOffer, { params })),
    onSettled: settled,
  });
  const end = useMutation({
    mutationFn: () => api.call(projectRoutes.withdrawOffer, { params }),
    onSettled: settled,
  });
  return (
    <div className={classes.stack}>
      <p className={classes.note}>
        {t(isMine ? 'transfer.offered' : 'transfer.waiting', {
          from: offer.from.name,
          to: offer.to.name,
          date: formats.date(offer.expiresAt),
        })}
      </p>
      <div className={classes.row}>
        {isMine && (
          <Button loading={accept.isPending} onClick={() => accept.mutate()}>
            {t('transfer.accept')}
          </Button>
        )}
        <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
          {t(isMine ? 'transfer.decline' : 'transfer.withdraw')}
        </Button>
      </div>
      <Refusal error={accept.error ?? end.error} />
    </div>
  );
}

export function Refusal({ error }: { error: unknown }) {
  if (!error || error instanceof ProofDeclined) return null;
  return (
    <p role="alert" className={classes.problem}>
      {errorText(error)}
    </p>
  );
}
