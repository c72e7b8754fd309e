import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { register } from '#platform/session/session.ts';
import { EmailField } from './email-field.tsx';
import { Failure } from './failure.tsx';
import { GuestCard } from './guest-card.tsx';
import { PASSWORD_LENGTH } from './password-rule.ts';
import { signInMethods } from './sign-in-methods.ts';
import { useKeepNext } from './use-keep-next.ts';
import { emailField, useMissing } from './use-missing.ts';

export default function RegisterPage() {
  const { t } = useTranslation('guest');
  const router = useRouter();
  const keepNext = useKeepNext();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const open = useMutation({
    mutationFn: () => register({ name: name.trim(), email: email.trim(), password }),
    onSuccess: () => router.invalidate(),
  });
  const registration = useQuery(signInMethods).data?.registration ?? 'open';
  const passwordRule = t('passwordRule', { count: PASSWORD_LENGTH });
  const form = useMissing({
    name: { isMissing: name.trim() === '' },
    email: emailField(email, t('emailRule')),
    password: { isMissing: password.length < PASSWORD_LENGTH, message: passwordRule },
  });
  const passwordError = form.errorOf('password');
  return (
    <GuestCard
      title={t('register.title')}
      line={t(`register.line.${registration}`)}
      onSubmit={form.whenComplete(open.mutate)}
      footer={
        <>
          {t('register.hasAccount')}{' '}
          <AppLink href={keepNext('/guest/login')}>{t('register.login')}</AppLink>
        </>
      }
    >
      <TextInput
        label={t('name')}
        autoComplete="name"
        autoFocus
        required
        withAsterisk={false}
        maxLength={120}
        error={form.errorOf('name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <EmailField value={email} error={form.errorOf('email')} onChange={setEmail} />
      <PasswordInput
        label={t('password')}
        description={!passwordError && passwordRule}
        autoComplete="new-password"
        required
        withAsterisk={false}
        error={passwordError}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Failure error={open.error} />
      <Button type="submit" fullWidth loading={open.isPending || open.isSuccess}>
        {t('register.submit')}
      </Button>
    </GuestCard>
  );
}
