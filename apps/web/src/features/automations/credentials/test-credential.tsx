import { type Credential, credentialRoutes } from '@causeway/contract/automations/credentials.ts';
import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { StatusDot } from '#ui/status-dot.tsx';
import { refreshCredentials } from '#domain/workflows/credentials-query.ts';
import classes from './credentials.module.css';

type TestCredentialProps = { projectId: string; credential: Credential; onClose: () => void };

/** Calls an address with it, and tells only how that was answered. */
export function TestCredential({ projectId, credential, onClose }: TestCredentialProps) {
  const { t } = useTranslation('credentials');
  const [first = ''] = credential.hosts;
  const [url, setUrl] = useState(
    first && !first.startsWith('*') ? `https://${first}/` : 'https://',
  );
  const test = useMutation({
    mutationFn: () =>
      api.call(credentialRoutes.test, {
        params: { projectId, credentialId: credential.id },
        body: { url },
      }),
    onSettled: () => refreshCredentials(projectId),
  });
  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (!test.isPending) test.mutate();
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('test.title', { name: credential.name })}
      closeButtonProps={{ 'aria-label': t('automations:close') }}
    >
      <form className={classes.form} onSubmit={submit}>
        <TextInput
          data-autofocus
          type="url"
          label={t('test.url')}
          value={url}
          onChange={({ currentTarget: { value } }) => setUrl(value)}
        />
        {test.data && (
          <StatusDot
            tone={test.data.isAccepted ? 'good' : 'failed'}
            label={t(test.data.isAccepted ? 'test.accepted' : 'test.refused', {
              status: test.data.status,
            })}
          />
        )}
        {test.error && (
          <p className={classes.problem} role="alert">
            {errorText(test.error)}
          </p>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={test.isPending}>
            {t('test.action')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
