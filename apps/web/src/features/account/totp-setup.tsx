import { securityRoutes } from '@causeway/contract/auth/security.ts';
import { Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { withProof } from '#domain/identity/ask-for-proof.ts';
import { api } from '#platform/api/api.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import classes from './account.module.css';
import { Problem } from './problem.tsx';

const QrCode = lazy(() => import('#ui/qr-code.tsx'));
const CODE_LENGTH = 6;

type TotpSetupProps = {
  secret: string;
  address: string;
  onOn: (codes: string[]) => void;
  onCancel: () => void;
};

export function TotpSetup({ secret, address, onOn, onCancel }: TotpSetupProps) {
  const { t } = useTranslation('account');
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => withProof(() => api.call(securityRoutes.confirmTotp, { body: { code } })),
    onSuccess: ({ codes }) => onOn(codes),
    onError: () => setCode(''),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.length === CODE_LENGTH && !confirm.isPending) confirm.mutate();
  }

  return (
    <form onSubmit={submit} className={classes.setup}>
      <div data-private>
        <Suspense fallback={<div className={classes.qrPlace} />}>
          <QrCode text={address} label={t('totp.scan')} />
        </Suspense>
      </div>
      <div className={classes.stack}>
        <p className={classes.small}>{t('totp.scanLine')}</p>
        <p className={classes.secret}>
          <code aria-label={t('totp.secret')} data-private>
            {secret.replaceAll(/(.{4})/g, '$1 ').trim()}
          </code>
          <CopyButton value={secret} label={t('totp.copySecret')} />
        </p>
        <TextInput
          label={t('totp.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          className={classes.codeField}
          value={code}
          onChange={(event) => {
            setCode(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, CODE_LENGTH));
          }}
        />
        <Problem error={confirm.error} />
        <Group gap="xs">
          <Button type="submit" disabled={code.length < CODE_LENGTH} loading={confirm.isPending}>
            {t('totp.confirm')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
        </Group>
      </div>
    </form>
  );
}
