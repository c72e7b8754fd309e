import { securityRoutes, type Security } from '@causeway/contract/auth/security.ts';
import { Button, Group, Modal, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { canUsePasskeys, proveByPasskey } from '#platform/session/passkeys.ts';
import { goToProof } from '#platform/session/provider.ts';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import type { ProofQuestion } from './ask-for-proof.ts';
import classes from './proof-modal.module.css';
import { securityQuery } from './security-query.ts';

/** Asks for every factor there is: half a proof must not be able to add the other half. */
export default function ProofModal({ question }: { question: ProofQuestion }) {
  const { t } = useTranslation('identity');
  const security = useQuery(securityQuery);
  return (
    <Modal
      opened
      onClose={() => question.answer(false)}
      title={t('proof.title')}
      closeButtonProps={{ 'aria-label': t('proof.cancel') }}
      size={400}
      centered
    >
      <p className={classes.line}>{t('proof.line')}</p>
      <QueryView query={security}>
        {(ways) => (
          <div className={classes.fields}>
            {ways.passkeys.length > 0 && canUsePasskeys() && <ByPasskey question={question} />}
            {ways.hasPassword && !ways.passkeysOnly && (
              <ByPassword ways={ways} question={question} />
            )}
            {!ways.hasPassword && ways.identities.length > 0 && <ByProvider ways={ways} />}
          </div>
        )}
      </QueryView>
    </Modal>
  );
}

type ProofProps = { ways: Security; question: ProofQuestion };

function ByPasskey({ question }: { question: ProofQuestion }) {
  const { t } = useTranslation('identity');
  const prove = useMutation({
    mutationFn: proveByPasskey,
    onSuccess: () => question.answer(true),
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="key" size={16} />}
        loading={prove.isPending}
        onClick={() => prove.mutate()}
      >
        {t('proof.passkey')}
      </Button>
      <Problem error={prove.error} />
    </>
  );
}

/** Leaves the page: what was about to be done is asked for again afterwards. */
function ByProvider({ ways }: { ways: Security }) {
  const { t } = useTranslation('identity');
  const prove = useMutation({ mutationFn: goToProof });
  return (
    <>
      <Button variant="default" loading={prove.isPending} onClick={() => prove.mutate()}>
        {t('proof.provider', { name: ways.provider?.name })}
      </Button>
      <Problem error={prove.error} />
    </>
  );
}

function Problem({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <p role="alert" className={classes.problem}>
      {errorText(error)}
    </p>
  );
}

function ByPassword({ ways, question }: ProofProps) {
  const { t } = useTranslation('identity');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const needsCode = ways.totpSince !== null;
  const prove = useMutation({
    mutationFn: () => {
      const body = { password, ...(needsCode && { code: code.trim() }) };
      return api.call(securityRoutes.prove, { body });
    },
    onSuccess: () => question.answer(true),
    onError: () => setCode(''),
  });
  const isComplete = password !== '' && (!needsCode || code.trim().length >= 6);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isComplete && !prove.isPending) prove.mutate();
  }

  return (
    <form onSubmit={submit} className={classes.fields}>
      <PasswordInput
        label={t('proof.password')}
        autoComplete="current-password"
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {needsCode && (
        <TextInput
          label={t('proof.code')}
          description={t('proof.codeLine')}
          autoComplete="one-time-code"
          maxLength={20}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
      <Problem error={prove.error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => question.answer(false)}>
          {t('proof.cancel')}
        </Button>
        <Button type="submit" disabled={!isComplete} loading={prove.isPending}>
          {t('proof.submit')}
        </Button>
      </Group>
    </form>
  );
}
