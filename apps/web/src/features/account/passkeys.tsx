import { securityRoutes, type Passkey, type Security } from '@causeway/contract/auth/security.ts';
import { ActionIcon, Button, Switch, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { withProof } from '#domain/identity/ask-for-proof.ts';
import { securityQuery } from '#domain/identity/security-query.ts';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { addPasskey, canUsePasskeys } from '#platform/session/passkeys.ts';
import { confirmDialog } from '#ui/confirm-dialog.ts';
import { Icon } from '#ui/icon.tsx';
import classes from './account.module.css';
import { deviceOf } from './device.ts';
import { Problem } from './problem.tsx';

const FEWEST_ALONE = 2;

export function Passkeys({ ways }: { ways: Security }) {
  const { t } = useTranslation('account');
  const queryClient = useQueryClient();
  const only = useMutation({
    mutationFn: (wanted: boolean) =>
      withProof(() => api.call(securityRoutes.choosePasskeysOnly, { body: { only: wanted } })),
    onSettled: () => queryClient.invalidateQueries(securityQuery),
  });
  return (
    <div className={classes.stack}>
      {ways.passkeys.length > 0 && (
        <ul className={classes.rows}>
          {ways.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {canUsePasskeys() ? <NewPasskey /> : <p className={classes.small}>{t('passkeys.notHere')}</p>}
      {(ways.passkeys.length >= FEWEST_ALONE || ways.passkeysOnly) && (
        <Switch
          label={t('passkeys.only')}
          description={t('passkeys.onlyLine')}
          checked={only.isPending ? only.variables : ways.passkeysOnly}
          onChange={(event) => only.mutate(event.currentTarget.checked)}
        />
      )}
      <Problem error={only.error} />
    </div>
  );
}

function NewPasskey() {
  const { t } = useTranslation('account');
  const queryClient = useQueryClient();
  const { browser, system } = deviceOf(navigator.userAgent);
  const [name, setName] = useState([browser, system].filter(Boolean).join(', '));
  const add = useMutation({
    mutationFn: () => withProof(() => addPasskey(name.trim())),
    onSuccess: () => queryClient.invalidateQueries(securityQuery),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() !== '' && !add.isPending) add.mutate();
  }

  return (
    <form onSubmit={submit} className={classes.stack}>
      <div className={classes.withButton}>
        <TextInput
          label={t('passkeys.name')}
          maxLength={60}
          className={classes.grow}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          disabled={name.trim() === ''}
          loading={add.isPending}
        >
          {t('passkeys.add')}
        </Button>
      </div>
      <Problem error={add.error} />
    </form>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation('account');
  const formats = useFormats();
  const queryClient = useQueryClient();
  const { id: passkeyId, name } = passkey;
  const remove = useMutation({
    mutationFn: () =>
      withProof(() => api.call(securityRoutes.removePasskey, { params: { passkeyId } })),
    onSuccess: () => queryClient.invalidateQueries(securityQuery),
  });
  async function ask() {
    const isSure = await confirmDialog({
      title: t('passkeys.removeTitle', { name }),
      lead: 'happens',
      losses: [t('passkeys.removeLoss')],
      confirmLabel: t('passkeys.remove'),
    });
    if (isSure) remove.mutate();
  }
  const used = passkey.lastUsedAt
    ? t('passkeys.used', { when: formats.ago(passkey.lastUsedAt) })
    : t('passkeys.unused');
  return (
    <li className={classes.row}>
      <Icon name="key" size={16} />
      <div className={classes.grow}>
        <p className={classes.rowName}>{name}</p>
        <p className={classes.small}>
          {[
            t(passkey.synced ? 'passkeys.synced' : 'passkeys.bound'),
            t('sessions.since', { date: formats.date(passkey.createdAt) }),
            used,
          ].join(' · ')}
        </p>
        <Problem error={remove.error} />
      </div>
      <ActionIcon
        aria-label={t('passkeys.removeNamed', { name })}
        loading={remove.isPending}
        onClick={() => void ask()}
      >
        <Icon name="trash" />
      </ActionIcon>
    </li>
  );
}
