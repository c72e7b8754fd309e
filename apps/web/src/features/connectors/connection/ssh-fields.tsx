import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { type FieldsProps, SecretField, useField } from './connection-fields.tsx';
import fieldClasses from './connection-fields.module.css';
import classes from './ssh-fields.module.css';

const ways = ['none', 'key', 'password'] as const;

/** The server a database is reached over, where it is reached over one. */
export function SshFields(props: FieldsProps & { withSecrets: boolean }) {
  const { t } = useTranslation('connectors');
  const field = useField(props);
  const { ssh, sshHostKey } = props.draft.sql;
  return (
    <>
      <NativeSelect
        {...field('ssh')}
        description={t('fields.sshHint')}
        data={ways.map((value) => ({ value, label: t(`ssh.${value}`) }))}
      />
      {ssh !== 'none' && (
        <fieldset className={classes.server}>
          <legend className={classes.legend}>{t('ssh.title')}</legend>
          <div className={fieldClasses.hostAndPort}>
            <TextInput {...field('sshHost')} placeholder="bastion.example.com" />
            <TextInput {...field('sshPort')} inputMode="numeric" maxLength={5} />
          </div>
          <TextInput {...field('sshUser')} />
          {props.withSecrets && (
            <SecretField {...props} name={ssh === 'key' ? 'sshKey' : 'sshPassword'} />
          )}
          <HostKey fingerprint={sshHostKey} onForget={() => props.onChange('sshHostKey', '')} />
        </fieldset>
      )}
    </>
  );
}

function HostKey({ fingerprint, onForget }: { fingerprint: string; onForget: () => void }) {
  const { t } = useTranslation('connectors');
  return (
    <div className={classes.hostKey}>
      <Icon name="key" />
      <div className={classes.words}>
        <p className={classes.label}>{t('fields.sshHostKey')}</p>
        {fingerprint === '' ? (
          <p className={classes.line}>{t('ssh.hostKeyNone')}</p>
        ) : (
          <>
            <code className={classes.fingerprint}>{fingerprint}</code>
            <p className={classes.line}>{t('ssh.hostKeyLine')}</p>
          </>
        )}
      </div>
      {fingerprint !== '' && (
        <Button variant="default" size="compact-sm" onClick={onForget}>
          {t('ssh.forget')}
        </Button>
      )}
    </div>
  );
}
