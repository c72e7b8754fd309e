import { securityRoutes } from '@causeway/contract/auth/security.ts';
import { email as emailRule } from '@causeway/contract/users.ts';
import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { withProof } from '#domain/identity/ask-for-proof.ts';
import { api } from '#platform/api/api.ts';
import { useCurrentUser, userQuery } from '#platform/session/user-query.ts';
import classes from './account.module.css';
import { Problem } from './problem.tsx';

const CODE_LENGTH = 6;

/** shown → a new address is asked for → the code of its mailbox is typed → shown. */
export function EmailForm() {
  const { t } = useTranslation('account');
  const { email } = useCurrentUser();
  const [text, setText] = useState('');
  const ask = useMutation({
    mutationFn: () =>
      withProof(() => api.call(securityRoutes.changeEmail, { body: { email: text.trim() } })),
  });
  const mayAsk = emailRule.safeParse(text.trim()).success && text.trim() !== email;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (mayAsk && !ask.isPending) ask.mutate();
  }

  return (
    <div className={classes.stack}>
      <TextInput label={t('email')} value={email} readOnly description={t('personal.emailLine')} />
      {ask.isSuccess ? (
        <CodeForm
          newEmail={text.trim()}
          onDone={() => {
            setText('');
            ask.reset();
          }}
        />
      ) : (
        <form onSubmit={submit} className={classes.withButton} noValidate>
          <TextInput
            type="email"
            label={t('emailChange.new')}
            autoComplete="email"
            className={classes.grow}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={!mayAsk} loading={ask.isPending}>
            {t('emailChange.ask')}
          </Button>
        </form>
      )}
      <Problem error={ask.error} />
    </div>
  );
}

function CodeForm({ newEmail, onDone }: { newEmail: string; onDone: () => void }) {
  const { t } = useTranslation('account');
  const queryClient = useQueryClient();
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => withProof(() => api.call(securityRoutes.confirmEmail, { body: { code } })),
    onSuccess: (user) => {
      queryClient.setQueryData(userQuery.queryKey, user);
      onDone();
    },
    onError: () => setCode(''),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.length === CODE_LENGTH && !confirm.isPending) confirm.mutate();
  }

  return (
    <form onSubmit={submit} className={classes.stack}>
      <p className={classes.small}>{t('emailChange.sent', { email: newEmail })}</p>
      <div className={classes.withButton}>
        <TextInput
          label={t('emailChange.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          className={classes.codeField}
          value={code}
          onChange={(event) => {
            setCode(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, CODE_LENGTH));
          }}
        />
        <Button type="submit" disabled={code.length < CODE_LENGTH} loading={confirm.isPending}>
          {t('emailChange.confirm')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('cancel')}
        </Button>
      </div>
      <Problem error={confirm.error} />
    </form>
  );
}
