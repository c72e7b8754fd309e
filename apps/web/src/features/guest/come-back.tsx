import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { Failure } from './failure.tsx';
import { GuestCard } from './guest-card.tsx';
import classes from './guest-card.module.css';
import type { Leaving } from './sign-in-answers.ts';

export function ComeBack({ flow, eraseAt, onRestart }: Leaving & { onRestart: () => void }) {
  const { t } = useTranslation('guest');
  const router = useRouter();
  const formats = useFormats();
  const keep = useMutation({
    // Few ever need it, and everybody loads the sign-in.
    mutationFn: async () => {
      const { comeBack } = await import('#platform/session/come-back.ts');
      await comeBack({ flow });
    },
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
