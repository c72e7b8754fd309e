import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passSecondFactor } from '#platform/session/session.ts';
import { ComeBack } from './come-back.tsx';
import { Failure } from './failure.tsx';
import { GuestCard } from './guest-card.tsx';
import classes from './guest-card.module.css';
import { LostFactors } from './lost-factors.tsx';
import { findLeaving } from './sign-in-answers.ts';
import { useMissing } from './use-missing.ts';

export function SecondFactor({ flow, onRestart }: { flow: string; onRestart: () => void }) {
  const { t } = useTranslation('guest');
  const router = useRouter();
  const [code, setCode] = useState('');
  const pass = useMutation({
    mutationFn: () => passSecondFactor({ flow, code: code.trim() }),
    onSuccess: () => router.invalidate(),
    onError: () => setCode(''),
  });
  const form = useMissing({ code: { isMissing: code.trim().length < 6 } });
  const [isLost, setLost] = useState(false);
  const leaving = findLeaving(pass.error);
  if (leaving) return <ComeBack {...leaving} onRestart={onRestart} />;
  if (isLost) {
    return <LostFactors flow={flow} onBack={() => setLost(false)} onRestart={onRestart} />;
  }
  return (
    <GuestCard
      title={t('factor.title')}
      line={t('factor.line')}
      onSubmit={form.whenComplete(pass.mutate)}
      footer={
        <>
          <button type="button" className={classes.textButton} onClick={() => setLost(true)}>
            {t('factor.lost')}
          </button>
          {' · '}
          <button type="button" className={classes.textButton} onClick={onRestart}>
            {t('factor.over')}
          </button>
        </>
      }
    >
      <TextInput
        label={t('factor.code')}
        description={t('factor.recoveryLine')}
        autoComplete="one-time-code"
        autoFocus
        maxLength={20}
        error={form.errorOf('code')}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Failure error={pass.error} />
      <Button type="submit" fullWidth loading={pass.isPending || pass.isSuccess}>
        {t('factor.submit')}
      </Button>
    </GuestCard>
  );
}
