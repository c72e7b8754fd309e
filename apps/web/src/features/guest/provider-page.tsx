import { findSafePath } from '@causeway/contract/safe-path.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isErrorBody } from '#platform/api/client.ts';
import { AppLink, useOpenHref } from '#platform/navigation/app-link.tsx';
import { keepFoundIdentity, takeFlow } from '#platform/session/provider.ts';
import { signInByProvider } from '#platform/session/session.ts';
import { ComeBack } from './come-back.tsx';
import { Failure } from './failure.tsx';
import { GuestCard } from './guest-card.tsx';
import { SecondFactor } from './second-factor.tsx';
import { findFlow, findLeaving } from './sign-in-answers.ts';

/** The provider leads back here. Only the tab that went there can do something with its answer. */
export default function ProviderPage() {
  const { t } = useTranslation('guest');
  const [begun] = useState(takeFlow);
  const [search] = useState(() => location.search);
  const openHref = useOpenHref();
  const next = begun?.next;
  const answered = useQuery({
    queryKey: ['provider', begun?.flow],
    queryFn: async () => {
      await signInByProvider({ flow: begun?.flow ?? '', search });
      // The guard would lead home: what was asked for is known to this tab alone.
      openHref(findSafePath(next ?? '') ?? '/');
      return true;
    },
    enabled: begun !== undefined,
    staleTime: Infinity,
    retry: false,
  });
  const flow = findFlow(answered.error);
  if (flow) return <SecondFactor flow={flow} onRestart={() => openHref('/guest/login')} />;
  const leaving = findLeaving(answered.error);
  if (leaving) return <ComeBack {...leaving} onRestart={() => openHref('/guest/login')} />;
  const found = findIdentity(answered.error);
  if (found) return <HasAccount {...found} next={next} />;
  if (!begun || answered.error) {
    return (
      <GuestCard
        title={t('provider.failed')}
        line={begun ? undefined : t('provider.notBegun')}
        footer={<AppLink href="/guest/login">{t('reset.back')}</AppLink>}
      >
        <Failure error={answered.error} />
      </GuestCard>
    );
  }
  return (
    <GuestCard title={t('provider.title')} line={t('provider.checking')}>
      {null}
    </GuestCard>
  );
}

function findIdentity(error: unknown): { flow: string; email: string } | undefined {
  if (!isErrorBody(error) || error.code !== 'E_IDENTITY_UNKNOWN') return undefined;
  const { flow, email } = error.details ?? {};
  return { flow: String(flow), email: String(email) };
}

type HasAccountProps = { flow: string; email: string; next: string | undefined };

function HasAccount({ flow, email, next }: HasAccountProps) {
  const { t } = useTranslation('guest');
  const openHref = useOpenHref();
  function goOn() {
    keepFoundIdentity(flow);
    openHref(`/guest/login${next ? `?${new URLSearchParams({ next })}` : ''}`);
  }
  return (
    <GuestCard title={t('provider.hasAccount')} line={t('provider.hasAccountLine', { email })}>
      <Button fullWidth onClick={goOn}>
        {t('provider.signIn')}
      </Button>
    </GuestCard>
  );
}
