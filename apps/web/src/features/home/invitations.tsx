import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ownInvitationsQuery } from '#domain/members/own-invitations-query.ts';
import { HomeCard } from './home-card.tsx';

const OpenInvitation = lazy(() => import('./open-invitation.tsx'));

/** Projects that wait for an answer; nothing is shown where none does. */
export function Invitations() {
  const { t } = useTranslation('home');
  const { data = [] } = useQuery(ownInvitationsQuery);
  if (data.length === 0) return null;
  return (
    <Suspense>
      <HomeCard title={t('invitations.title')}>
        {data.map((invitation) => (
          <OpenInvitation key={invitation.id} invitation={invitation} />
        ))}
      </HomeCard>
    </Suspense>
  );
}
