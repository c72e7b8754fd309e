import { authRoutes } from '@causeway/contract/auth/auth.ts';
import { Button, PasswordInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { confirmClaim } from '#platform/session/session.ts';
import { claimQuery } from './claim-query.ts';
import classes from './claim-panel.module.css';

type ClaimPanelProps = {
  token: string;
  /** Whose browser this is, when it is not that of the registration. */
  signedInAs?: string | undefined;
  onConfirmed: () => void;
};

/**
 * Who opened a mailed link in a browser that did not register: the password shows that it was them,
 * and "no" ends what a stranger began in their name.
 */
export function ClaimPanel({ token, signedInAs, onConfirmed }: ClaimPanelProps) {
  const { t } = useTranslation('claims');
  const formats = useFormats();
  const claim = useQuery(claimQuery(token));
  const [password, setPassword] = useState('');
  const confirm = useMutation({
    mutationFn: () => confirmClaim({ token, password }),
    onSuccess: onConfirmed,
    onError: () => setPassword(''),
  });
  const reject = useMutation({
    mutationFn: () => api.call(authRoutes.rejectClaim, { body: { token } }),
  });
  if (reject.isSuccess) return <Told title={t('rejectedTitle')} line={t('rejectedLine')} />;
  if (claim.error) return <Told title={t('overTitle')} line={errorText(claim.error)} />;
  if (!claim.data) return <Told title={t('title')} line={t('checking')} />;
  const { email, registeredAt } = claim.data;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (password !== '' && !confirm.isPending) confirm.mutate();
  }

  return (
    <form onSubmit={submit} className={classes.panel} noValidate>
      <h1 className={classes.title}>{t('title')}</h1>
      <p className={classes.line}>{t('line', { email, date: formats.date(registeredAt) })}</p>
      {signedInAs && <p className={classes.line}>{t('other', { email: signedInAs })}</p>}
      <PasswordInput
        label={t('password')}
        description={t('passwordLine')}
        autoComplete="current-password"
        value={password}
        error={confirm.error ? errorText(confirm.error) : undefined}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" fullWidth loading={confirm.isPending || confirm.isSuccess}>
        {t('confirm')}
      </Button>
      <div className={classes.no}>
        <p>{t('noLine')}</p>
        <Button
          variant="default"
          color="red"
          fullWidth
          loading={reject.isPending}
          onClick={() => reject.mutate()}
        >
          {t('no')}
        </Button>
        {reject.error && <p role="alert">{errorText(reject.error)}</p>}
      </div>
    </form>
  );
}

function Told({ title, line }: { title: string; line: string }) {
  return (
    <div className={classes.panel}>
      <h1 className={classes.title}>{title}</h1>
      <output className={classes.line}>{line}</output>
    </div>
  );
}
