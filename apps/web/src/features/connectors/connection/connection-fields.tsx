import { Checkbox, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TlsSelect } from '#domain/connectors/tls-select.tsx';
import {
  secretNames,
  textOf,
  type Draft,
  type FieldName,
  type FieldProblems,
} from './connection-draft.ts';
import classes from './connection-fields.module.css';
import type { Kind } from './kinds.ts';

export type FieldsProps = {
  kind: Kind;
  draft: Draft;
  problems: FieldProblems;
  onChange: (field: FieldName, text: string) => void;
};

export function DestinationFields(props: FieldsProps) {
  return props.kind === 'sql' ? <SqlFields {...props} /> : <S3Fields {...props} />;
}

function SqlFields(props: FieldsProps) {
  const field = useField(props);
  return (
    <>
      <div className={classes.hostAndPort}>
        <TextInput {...field('host')} placeholder="db.example.com" />
        <TextInput {...field('port')} inputMode="numeric" maxLength={5} />
      </div>
      <TextInput {...field('database')} />
      <TextInput {...field('user')} />
      <TlsSelect {...field('tls')} />
    </>
  );
}

function S3Fields(props: FieldsProps) {
  const { t } = useTranslation('connectors');
  const field = useField(props);
  return (
    <>
      <TextInput {...field('bucket')} />
      <TextInput
        {...field('endpoint')}
        placeholder="https://s3.example.com"
        description={t('fields.endpointHint')}
        inputMode="url"
      />
      <TextInput {...field('region')} />
    </>
  );
}

type NoPasswordProps = { draft: Draft; onChange: (hasNoPassword: boolean) => void };

/** An empty password has to be meant: it is offered as long as none is typed. */
export function NoPassword({ draft, onChange }: NoPasswordProps) {
  const { t } = useTranslation('connectors');
  if (draft.sql.password !== '') return null;
  return (
    <Checkbox
      size="xs"
      label={t('secret.noPassword')}
      checked={draft.hasNoPassword}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

/** Certificates, for servers that nobody known to all has signed or that want to be shown one. */
export function RareSqlFields(props: FieldsProps & { withKey: boolean }) {
  return (
    <>
      <PemField {...props} name="ca" />
      <PemField {...props} name="clientCertificate" />
      {props.withKey && <PemField {...props} name="clientKey" />}
    </>
  );
}

type PemName = 'ca' | 'clientCertificate' | 'clientKey' | 'sshKey';

function PemField({ name, ...props }: FieldsProps & { name: PemName }) {
  const { t } = useTranslation('connectors');
  const field = useField(props);
  return (
    <Textarea
      {...field(name)}
      classNames={{ input: `${classes.input} ${classes.pem}` }}
      rows={3}
      placeholder="-----BEGIN …"
      description={t(`fields.${name}Hint`)}
    />
  );
}

/** What only some buckets need. */
export function RareS3Fields(props: FieldsProps) {
  const { t } = useTranslation('connectors');
  const field = useField(props);
  const styles = ['auto', 'path', 'host'];
  return (
    <>
      <TextInput {...field('prefix')} placeholder="photos/" description={t('fields.prefixHint')} />
      <NativeSelect
        {...field('pathStyle')}
        description={t('fields.pathStyleHint')}
        data={styles.map((value) => ({ value, label: t(`pathStyle.${value}`) }))}
      />
    </>
  );
}

export function SecretFields(props: FieldsProps) {
  return secretNames[props.kind].map((name) => <SecretField key={name} {...props} name={name} />);
}

/** A key is a text of many lines; every other secret is typed unseen. */
export function SecretField({ name, ...props }: FieldsProps & { name: FieldName }) {
  const { t } = useTranslation('connectors');
  const field = useField(props);
  if (name === 'clientKey' || name === 'sshKey') return <PemField {...props} name={name} />;
  return (
    <PasswordInput
      {...field(name)}
      // Anything else, and the browser offers the password of this very page.
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t('secret.show') }}
    />
  );
}

/** Label, text and what is wrong with it, alike for every field. */
export function useField({ kind, draft, problems, onChange }: FieldsProps) {
  const { t } = useTranslation('connectors');
  return (name: FieldName) => {
    const problem = problems[name];
    return {
      name: `connector-${name}`,
      label: t(`fields.${name}`),
      classNames: { input: classes.input },
      autoComplete: 'off',
      spellCheck: false,
      value: textOf(kind, draft, name),
      error: problem && t(`problem.${problem}`, { defaultValue: problem }),
      onChange: (event: { currentTarget: { value: string } }) =>
        onChange(name, event.currentTarget.value),
    };
  };
}
