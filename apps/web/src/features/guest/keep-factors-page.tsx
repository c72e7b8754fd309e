import { lostFactorRoutes } from '@causeway/contract/auth/lost-factors.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Failure } from './failure.tsx';
import { GuestCard } from './guest-card.tsx';

/** From the mail about lost factors: somebody else asked, and its owner stops it. */
export default function KeepFactorsPage() {
  const { t } = useTranslation('guest');
  const { token } = useSearch({ strict: false }) as { token?: unknown };
  const stop = useMutation({
    mutationFn: () => api.call(lostFactorRoutes.stop, { body: { token: String(token ?? '') } }),
  });
  if (stop.isSuccess) {
    return (
      <GuestCard
        title={t('keepFactors.doneTitle')}
        line={t('keepFactors.doneLine')}
        footer={<AppLink href="/guest/login">{t('reset.back')}</AppLink>}
      >
        <Button component={AppLink} href="/guest/reset" fullWidth>
          {t('keepFactors.reset')}
        </Button>
      </GuestCard>
    );
  }
  return (
    <GuestCard
      title={t('keepFactors.title')}
      line={t('keepFactors.line')}
      onSubmit={() => stop.mutate()}
    >
      <Failure error={stop.error} />
      <Button type="submit" fullWidth loading={stop.isPending}>
        {t('keepFactors.submit')}
      </Button>
    </GuestCard>
  );
}
