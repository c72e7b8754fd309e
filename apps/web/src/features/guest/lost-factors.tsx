import { lostFactorRoutes } from '@causeway/contract/auth/lost-factors.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { Failure } from './failure.tsx';
import { GuestCard } from './guest-card.tsx';
import classes from './guest-card.module.css';

type LostFactorsProps = { flow: string; onBack: () => void; onRestart: () => void };

/** The way back without any second factor: what happens is said before it is asked for. */
export function LostFactors({ flow, onBack, onRestart }: LostFactorsProps) {
  const { t } = useTranslation('guest');
  const formats = useFormats();
  const ask = useMutation({
    mutationFn: () => api.call(lostFactorRoutes.ask, { body: { flow } }),
  });
  if (ask.data) {
    const date = formats.dateTime(ask.data.readyAt);
    return (
      <GuestCard title={t('lost.doneTitle')} line={t('lost.doneLine', { date })}>
        <Button variant="default" fullWidth onClick={onRestart}>
          {t('reset.back')}
        </Button>
      </GuestCard>
    );
  }
  return (
    <GuestCard
      title={t('lost.title')}
      line={t('lost.line')}
      onSubmit={() => ask.mutate()}
      footer={
        <button type="button" className={classes.textButton} onClick={onBack}>
          {t('lost.back')}
        </button>
      }
    >
      <ul className={classes.points}>
        <li>{t('lost.wait')}</li>
        <li>{t('lost.decide')}</li>
        <li>{t('lost.after')}</li>
      </ul>
      <Failure error={ask.error} />
      <Button type="submit" fullWidth loading={ask.isPending}>
        {t('lost.submit')}
      </Button>
    </GuestCard>
  );
}
