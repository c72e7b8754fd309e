import { securityRoutes } from '@causeway/contract/auth/security.ts';
import { Button, PasswordInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { withProof } from '#domain/identity/ask-for-proof.ts';
import { securityQuery, sessionsQuery } from '#domain/identity/security-query.ts';
import { api } from '#platform/api/api.ts';
import classes from './account.module.css';
import { Problem } from './problem.tsx';

const PASSWORD_LENGTH = 10;

export function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTranslation('account');
  const queryClient = useQueryClient();
  const [password, setPassword] = useState('');
  const change = useMutation({
    mutationFn: () =>
      withProof(() => api.call(securityRoutes.changePassword, { body: { password } })),
    onSuccess: async () => {
      setPassword('');
      await queryClient.invalidateQueries(securityQuery);
      await queryClient.invalidateQueries(sessionsQuery);
    },
  });
  const isLongEnough = password.length >= PASSWORD_LENGTH;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isLongEnough && !change.isPending) change.mutate();
  }

  return (
    <form onSubmit={submit} className={classes.stack}>
      <div className={classes.withButton}>
        <PasswordInput
          label={t('password.new')}
          description={t('password.rule', { count: PASSWORD_LENGTH })}
          autoComplete="new-password"
          maxLength={200}
          className={classes.grow}
          value={password}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            if (change.isSuccess) change.reset();
          }}
        />
        <Button type="submit" variant="default" disabled={!isLongEnough} loading={change.isPending}>
          {t(hasPassword ? 'password.change' : 'password.set')}
        </Button>
      </div>
      <Problem error={change.error} />
      {change.isSuccess && (
        <output className={classes.notice} data-tone="good">
          {t('password.done')}
        </output>
      )}
    </form>
  );
}
