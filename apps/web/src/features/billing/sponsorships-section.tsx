import { billingRoutes, type Sponsorship } from '@causeway/contract/billing/billing.ts';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sponsorshipsQuery } from '#domain/billing/billing-query.ts';
import { refreshBilling } from '#domain/billing/standing-query.ts';
import { withProof } from '#domain/identity/ask-for-proof.ts';
import { notifyUnlessDeclined } from '#domain/identity/notify-unless-declined.ts';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { notifyError } from '#platform/notify-error.ts';
import { FormSection } from '#ui/form-section.tsx';
import classes from './billing.module.css';

/** Projects of others that one pays for, or was asked to. */
export function SponsorshipsSection() {
  const { t } = useTranslation('billing');
  const { data: sponsorships = [] } = useQuery(sponsorshipsQuery);
  if (sponsorships.length === 0) return null;
  return (
    <FormSection title={t('sponsors.title')} line={t('sponsors.line')}>
      <ul className={classes.rows}>
        {sponsorships.map((sponsorship) => (
          <Row key={sponsorship.id} sponsorship={sponsorship} />
        ))}
      </ul>
    </FormSection>
  );
}

function Row({ sponsorship }: { sponsorship: Sponsorship }) {
  const { t } = useTranslation('billing');
  const formats = useFormats();
  const params = { sponsorshipId: sponsorship.id };
  const accept = useMutation({
    mutationFn: () => withProof(() => api.call(billingRoutes.acceptSponsor, { params })),
    onSuccess: refreshBilling,
    onError: notifyUnlessDeclined,
  });
  const end = useMutation({
    mutationFn: () => api.call(billingRoutes.endSponsor, { params }),
    onSuccess: refreshBilling,
    onError: notifyError,
  });
  const { project, state, endsAt, offeredBy } = sponsorship;
  const isAsked = state === 'offered' && offeredBy === 'project';
  return (
    <li className={classes.row}>
      <span className={classes.grow}>
        <strong>{project.name}</strong>{' '}
        <span className={classes.note}>
          {state === 'offered' && t(isAsked ? 'sponsors.asked' : 'sponsors.offered')}
          {state === 'active' &&
            (endsAt === null
              ? t('sponsors.active')
              : t('sponsors.ending', { date: formats.date(endsAt) }))}
        </span>
      </span>
      {isAsked && (
        <Button size="xs" loading={accept.isPending} onClick={() => accept.mutate()}>
          {t('sponsors.accept')}
        </Button>
      )}
      {endsAt === null && (
        <Button size="xs" variant="default" loading={end.isPending} onClick={() => end.mutate()}>
          {t(state === 'active' ? 'sponsors.end' : 'sponsors.decline')}
        </Button>
      )}
    </li>
  );
}
