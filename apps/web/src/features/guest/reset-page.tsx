import { authRoutes } from '@causeway/contract/auth/auth.ts';
import { Button, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { EmailField } from './email-field.tsx';
import { Failure } from './failure.tsx';
import { GuestCard } from './guest-card.tsx';
import { PASSWORD_LENGTH } from './password-rule.ts';
import { useKeepNext } from './use-keep-next.ts';
import { emailField, useMissing } from './use-missing.ts';

/** With the token of the mailed link it sets the new password, without one it asks for the mail. */
export default function ResetPage() {
  const { token } = useSearch({ strict: false }) as { token?: unknown };
  return typeof token === 'string' && token !== '' ? <NewPassword token={token} /> : <AskForMail />;
}

function AskForMail() {
  const { t } = useTranslation('guest');
  const [email, setEmail] = useState('');
  const ask = useMutation({
    mutationFn: () => api.call(authRoutes.requestReset, { body: { email: email.trim() } }),
  });
  const form = useMissing({ email: emailField(email, t('emailRule')) });
  if (ask.isSuccess) {
    return (
      <GuestCard
        title={t('reset.sentTitle')}
        line={t('reset.sentLine', { email: email.trim() })}
        footer={<BackToLogin />}
      >
        <Button variant="default" fullWidth onClick={() => ask.reset()}>
          {t('reset.again')}
        </Button>
      </GuestCard>
    );
  }
  return (
    <GuestCard
      title={t('reset.title')}
      line={t('reset.line')}
      onSubmit={form.whenComplete(ask.mutate)}
      footer={<BackToLogin />}
    >
      <EmailField autoFocus value={email} error={form.errorOf('email')} onChange={setEmail} />
      <Failure error={ask.error} />
      <Button type="submit" fullWidth loading={ask.isPending}>
        {t('reset.submit')}
      </Button>
    </GuestCard>
  );
}

function NewPassword({ token }: { token: string }) {
  const { t } = useTranslation('guest');
  const [password, setPassword] = useState('');
  const confirm = useMutation({
    mutationFn: () => api.call(authRoutes.confirmReset, { body: { token, password } }),
  });
  const passwordRule = t('passwordRule', { count: PASSWORD_LENGTH });
  const form = useMissing({
    password: { isMissing: password.length < PASSWORD_LENGTH, message: passwordRule },
  });
  if (confirm.isSuccess) {
    return (
      <GuestCard title={t('reset.doneTitle')} line={t('reset.doneLine')}>
        <Button component={AppLink} href="/guest/login" fullWidth>
          {t('login.submit')}
        </Button>
      </GuestCard>
    );
  }
  const passwordError = form.errorOf('password');
  return (
    <GuestCard
      title={t('reset.newTitle')}
      line={t('reset.newLine')}
      onSubmit={form.whenComplete(confirm.mutate)}
      footer={<BackToLogin />}
    >
      <PasswordInput
        label={t('reset.newPassword')}
        description={!passwordError && passwordRule}
        autoComplete="new-password"
        autoFocus
        required
        withAsterisk={false}
        error={passwordError}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Failure error={confirm.error} />
      <Button type="submit" fullWidth loading={confirm.isPending}>
        {t('reset.save')}
      </Button>
    </GuestCard>
  );
}

function BackToLogin() {
  const { t } = useTranslation('guest');
  const keepNext = useKeepNext();
  return <AppLink href={keepNext('/guest/login')}>{t('reset.back')}</AppLink>;
}
