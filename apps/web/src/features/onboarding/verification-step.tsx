import { authRoutes } from '@causeway/contract/auth.ts';
import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useCurrentUser, userQuery } from '#platform/session/user-query.ts';
import { Icon } from '#ui/icon.tsx';
import classes from './onboarding.module.css';

const CODE_LENGTH = 6;
const RESEND_WAIT_S = 30;

type VerificationStepProps = { token: string | undefined; onDone: () => void };

export function VerificationStep({ token, onDone }: VerificationStepProps) {
  const { t } = useTranslation('onboarding');
  const { verified } = useCurrentUser();
  if (verified) {
    return (
      <>
        <h1 className={classes.title}>
          <Icon name="success" size={22} className={classes.good} /> {t('verification.doneTitle')}
        </h1>
        <p className={classes.line}>{t('verification.doneLine')}</p>
        <Button onClick={onDone}>{t('verification.open')}</Button>
      </>
    );
  }
  return token ? <ByLink token={token} /> : <ByCode />;
}

function ByLink({ token }: { token: string }) {
  const { t } = useTranslation('onboarding');
  const queryClient = useQueryClient();
  // A query, because the link is followed by opening the page and must be sent once only.
  const followed = useQuery({
    queryKey: ['verification link', token],
    queryFn: async () => {
      await api.call(authRoutes.verifyByLink, { body: { token } });
      await queryClient.invalidateQueries(userQuery);
      return true;
    },
    staleTime: Infinity,
  });
  if (followed.error) return <ByCode problem={errorText(followed.error)} />;
  return (
    <>
      <h1 className={classes.title}>{t('verification.title')}</h1>
      <output className={classes.line}>{t('verification.checking')}</output>
    </>
  );
}

function ByCode({ problem }: { problem?: string }) {
  const { t } = useTranslation('onboarding');
  const queryClient = useQueryClient();
  const { email } = useCurrentUser();
  const [code, setCode] = useState('');
  const verify = useMutation({
    mutationFn: (digits: string) => api.call(authRoutes.verifyByCode, { body: { code: digits } }),
    onSuccess: (user) => queryClient.setQueryData(userQuery.queryKey, user),
    onError: () => setCode(''),
  });

  function type(text: string) {
    const digits = text.replace(/\D/g, '').slice(0, CODE_LENGTH);
    setCode(digits);
    if (digits.length === CODE_LENGTH && !verify.isPending) verify.mutate(digits);
  }

  return (
    <>
      <h1 className={classes.title}>{t('verification.title')}</h1>
      <p className={classes.line}>{t('verification.line', { email })}</p>
      {problem && !verify.error && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <TextInput
        label={t('verification.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        size="lg"
        classNames={{ input: classes.code ?? '', label: classes.codeLabel ?? '' }}
        value={code}
        disabled={verify.isPending}
        error={verify.error ? errorText(verify.error) : undefined}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Resend />
    </>
  );
}

function Resend() {
  const { t } = useTranslation('onboarding');
  const [wait, setWait] = useState(0);
  const send = useMutation({
    mutationFn: () => api.call(authRoutes.sendVerification),
    onSuccess: () => setWait(RESEND_WAIT_S),
  });
  useEffect(() => {
    if (wait === 0) return undefined;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);
  return (
    <div className={classes.resend}>
      <Button
        variant="default"
        loading={send.isPending}
        disabled={wait > 0}
        onClick={() => send.mutate()}
      >
        {wait > 0 ? t('verification.wait', { count: wait }) : t('verification.resend')}
      </Button>
      <output className={classes.note}>
        {send.error ? errorText(send.error) : send.isSuccess && t('verification.sent')}
      </output>
    </div>
  );
}
