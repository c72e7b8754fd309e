import {
  type Credential,
  credentialKinds,
  type CredentialKind,
  credentialRoutes,
  type CredentialValue,
} from '@causeway/contract/automations/credentials.ts';
import {
  Button,
  Group,
  Modal,
  NativeSelect,
  PasswordInput,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useTypedGuard } from '#platform/navigation/use-typed-guard.ts';
import { refreshCredentials } from '#domain/workflows/credentials-query.ts';
import classes from './credentials.module.css';

type CredentialFormProps = {
  projectId: string;
  /** Only its value is replaced. */
  rotated: Credential | undefined;
  onClose: () => void;
};

const fieldsOf = {
  bearer: ['token'],
  basic: ['user', 'password'],
  header: ['name', 'value'],
  secret: ['secret'],
} as const satisfies Record<CredentialKind, readonly string[]>;
const open = new Set(['user', 'name']);

/** What is typed here goes to the server and is never shown again, to nobody. */
export function CredentialForm({ projectId, rotated, onClose }: CredentialFormProps) {
  const { t } = useTranslation('credentials');
  const [name, setName] = useState('');
  const [kind, setKind] = useState<CredentialKind>(rotated?.kind ?? 'bearer');
  const [hosts, setHosts] = useState<string[]>([]);
  const [values, setValues] = useState<Record<string, string>>({});
  const value = {
    kind,
    ...Object.fromEntries(fieldsOf[kind].map((field) => [field, values[field] ?? ''])),
  } as CredentialValue;
  const send = useMutation({
    mutationFn: () =>
      rotated
        ? api.call(credentialRoutes.rotate, {
            params: { projectId, credentialId: rotated.id },
            body: { value },
          })
        : api.call(credentialRoutes.create, {
            params: { projectId },
            body: { name, value, hosts: kind === 'secret' ? [] : hosts },
          }),
    onSuccess: async () => {
      await refreshCredentials(projectId);
      onClose();
    },
  });
  const wrong = wrongFields(send.error);
  const explain = (field: string) => wrong.has(field) && t(`wrong.${field}`);
  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (!send.isPending) send.mutate();
  }
  const guard = useTypedGuard(onClose);
  return (
    <Modal
      opened
      {...guard}
      title={rotated ? t('rotate.title', { name: rotated.name }) : t('add')}
      closeButtonProps={{ 'aria-label': t('automations:close') }}
    >
      <form className={classes.form} autoComplete="off" onSubmit={submit}>
        <p className={classes.hint}>{t(rotated ? 'rotate.line' : 'form.line')}</p>
        {!rotated && (
          <>
            <TextInput
              data-autofocus
              required
              label={t('form.name')}
              maxLength={160}
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <NativeSelect
              label={t('form.kind')}
              value={kind}
              data={credentialKinds.map((one) => ({ value: one, label: t(`kind.${one}`) }))}
              onChange={({ currentTarget }) => setKind(currentTarget.value as CredentialKind)}
            />
          </>
        )}
        {fieldsOf[kind].map((field) => {
          const props = {
            key: field,
            required: true,
            label: t(`value.${field}`),
            value: values[field] ?? '',
            error: explain(field),
            autoComplete: 'off',
          };
          const set = (next: string) => setValues({ ...values, [field]: next });
          const { key, ...rest } = props;
          return open.has(field) ? (
            <TextInput
              key={key}
              {...rest}
              onChange={({ currentTarget }) => set(currentTarget.value)}
            />
          ) : (
            <PasswordInput
              key={key}
              {...rest}
              autoComplete="new-password"
              onChange={({ currentTarget }) => set(currentTarget.value)}
            />
          );
        })}
        {!rotated && kind !== 'secret' && (
          <TagsInput
            label={t('form.hosts')}
            description={t('form.hostsLine')}
            placeholder="api.example.com"
            error={explain('hosts')}
            value={hosts}
            onChange={setHosts}
          />
        )}
        {send.error && wrong.size === 0 && (
          <p className={classes.problem} role="alert">
            {errorText(send.error)}
          </p>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('automations:cancel')}
          </Button>
          <Button type="submit" loading={send.isPending}>
            {t(rotated ? 'rotate.action' : 'form.submit')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

const explained = new Set(['name', 'hosts', 'secret']);

/** Which of them the server refused, where we can say what it wants: `body.hosts.0`, `body.value.secret`. */
function wrongFields(error: unknown): Set<string> {
  const fields = isErrorBody(error) ? error.details?.fields : undefined;
  if (!Array.isArray(fields)) return new Set();
  const named = (fields as { path?: unknown }[]).map(({ path }) => {
    const [, first, second] = String(path).split('.');
    return first === 'value' ? second : first === 'hosts' ? first : undefined;
  });
  return new Set(named.filter((field) => field !== undefined && explained.has(field)) as string[]);
}
