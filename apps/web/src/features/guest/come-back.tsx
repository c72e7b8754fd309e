import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { isErrorBody } from '#platform/api/client.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { comeBack } from '#platform/session/session.ts';
import { Failure } from './failure.tsx';
import { GuestCard } from './guest-card.tsx';
import classes from './guest-card.module.css';

type Leaving = { flow: string; eraseAt: string };

/** Everything was proven, and the account is one that was given up. */
export function findLeaving(error: unknown): Leaving | undefined {
  if (!isErrorBody(error) || error.code !== 'E_ACCOUNT_LEAVING') return undefined;
  const { flow, eraseAt } = error.details ?? {};
  return { flow: String(flow), eraseAt: String(eraseAt) };
}

export function ComeBack({ flow, eraseAt, onRestart }: Leaving & { onRestart: () => void }) {
  const { t } = useTranslation('guest');
  const router = useRouter();
  const formats = useFormats();
  const keep = useMutation({
    mutationFn: () => comeBack({ flow }),
    onSuccess: () => router.invalidate(),
  });
  return (
    <GuestCard
      title={t('comeBack.title')}
      line={t('comeBack.line', { date: formats.fullDate(eraseAt) })}
      onSubmit={() => keep.mutate()}
      footer={
        <button type="button" className={classes.textButton} onClick={onRestart}>
          {t('comeBack.leave')}
        </button>
      }
    >
      <Failure error={keep.error} />
      <Button type="submit" fullWidth loading={keep.isPending || keep.isSuccess}>
        {t('comeBack.keep')}
      </Button>
    </GuestCard>
  );
}
