import { billingRoutes, type Sponsorship } from '@causeway/contract/billing/billing.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sponsorQuery } from '#domain/billing/billing-query.ts';
import { refreshBilling, standingQuery } from '#domain/billing/standing-query.ts';
import { withProof } from '#domain/identity/ask-for-proof.ts';
import { notifyUnlessDeclined } from '#domain/identity/notify-unless-declined.ts';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import classes from './billing.module.css';

/** Who pays for a project, and how somebody else comes to. */
export function Payer({ project }: { project: Project }) {
  const { t } = useTranslation('billing');
  const { id: userId } = useCurrentUser();
  const { data: standing } = useQuery(standingQuery(project.id));
  const { data: sponsorship } = useQuery(sponsorQuery(project.id));
  const offer = useMutation({
    mutationFn: () =>
      withProof(() =>
        api.call(billingRoutes.offerSponsor, {
          params: { projectId: project.id },
          body: { userId },
        }),
      ),
    onSuccess: refreshBilling,
    onError: notifyUnlessDeclined,
  });
  if (!standing) return null;
  const { isYou, name, isSponsor } = standing.payer;
  const payer = isYou ? t('payer.you') : t('payer.other', { name: name ?? t('payer.nobody') });
  return (
    <div className={classes.payer}>
      <span className={classes.grow}>
        {payer} {isSponsor && t('payer.sponsor')}
      </span>
      {sponsorship && <Standing sponsorship={sponsorship} project={project} />}
      {sponsorship === null && !isYou && (
        <Button
          size="xs"
          variant="default"
          loading={offer.isPending}
          onClick={() => offer.mutate()}
        >
          {t('payer.offer')}
        </Button>
      )}
    </div>
  );
}

type StandingProps = { sponsorship: Sponsorship; project: Project };

function Standing({ sponsorship, project }: StandingProps) {
  const { t } = useTranslation('billing');
  const formats = useFormats();
  const { id: userId } = useCurrentUser();
  const params = { sponsorshipId: sponsorship.id };
  const options = { onSuccess: refreshBilling, onError: notifyUnlessDeclined };
  const accept = useMutation({
    mutationFn: () => withProof(() => api.call(billingRoutes.acceptSponsor, { params })),
    ...options,
  });
  const end = useMutation({
    mutationFn: () => api.call(billingRoutes.endSponsor, { params }),
    ...options,
  });
  const { sponsor, offeredBy, state, endsAt } = sponsorship;
  const isSponsor = sponsor.id === userId;
  const isOwner = project.role === 'owner';
  const mayAccept = state === 'offered' && (offeredBy === 'project' ? isSponsor : isOwner);
  return (
    <>
      <span className={classes.note}>
        {state === 'offered' && t('payer.offered', { name: sponsor.name })}
        {endsAt !== null && t('sponsors.ending', { date: formats.date(endsAt) })}
      </span>
      {mayAccept && (
        <Button size="xs" loading={accept.isPending} onClick={() => accept.mutate()}>
          {t('sponsors.accept')}
        </Button>
      )}
      {(isOwner || (isSponsor && endsAt === null)) && (
        <Button size="xs" variant="default" loading={end.isPending} onClick={() => end.mutate()}>
          {t(state === 'offered' ? 'sponsors.decline' : 'sponsors.end')}
        </Button>
      )}
    </>
  );
}
