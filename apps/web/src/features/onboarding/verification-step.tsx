import { authRoutes } from '@causeway/contract/auth/auth.ts';
import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClaimPanel } from '#domain/claims/claim-panel.tsx';
import { claimQuery } from '#domain/claims/claim-query.ts';
import { api } from '#platform/api/api.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useCurrentUser, userQuery } from '#platform/session/user-query.ts';
import { Finished } from './finished.tsx';
import classes from './onboarding.module.css';

const CODE_LENGTH = 6;
const RESEND_WAIT_S = 30;

type VerificationStepProps = { token: string | undefined; onDone: () => void };

export function VerificationStep({ token, onDone }: VerificationStepProps) {
  const { verified } = useCurrentUser();
  if (verified && token) return <OtherLink token={token} onDone={onDone} />;
  if (verified) return <Finished onDone={onDone} />;
  return token ? <ByLink token={token} onDone={onDone} /> : <ByCode />;
}

/** The own link has done its work by now; one that is still good belongs to another registration. */
function OtherLink({ token, onDone }: { token: string; onDone: () => void }) {
  const { email } = useCurrentUser();
  const claim = useQuery(claimQuery(token));
  if (claim.isPending) return <Checking />;
  if (claim.error) return <Finished onDone={onDone} />;
  return <ClaimPanel token={token} signedInAs={email} onConfirmed={onDone} />;
}

function ByLink({ token, onDone }: { token: string; onDone: () => void }) {
  const queryClient = useQueryClient();
  const { email } = useCurrentUser();
  // A query, because the link is followed by opening the page and must be sent once only.
  const followed = useQuery({
    queryKey: ['verification link', token],
    queryFn: async () => {
      const user = await api.call(authRoutes.verifyByLink, { body: { token } });
      queryClient.setQueryData(userQuery.queryKey, user);
      return true;
    },
    staleTime: Infinity,
    retry: false,
  });
  if (isErrorBody(followed.error) && followed.error.code === 'E_OTHER_ACCOUNT') {
    return <ClaimPanel token={token} signedInAs={email} onConfirmed={onDone} />;
  }
  if (followed.error) return <ByCode problem={errorText(followed.error)} />;
  return <Checking />;
}

function Checking() {
  const { t } = useTranslation('onboarding');
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
        autoFocus
        value={code}
        // Not disabled, which would take the focus from who has to type another one.
        readOnly={verify.isPending}
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
