import { securityRoutes, type Security } from '@causeway/contract/auth/security.ts';
import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withProof } from '#domain/identity/ask-for-proof.ts';
import { securityQuery } from '#domain/identity/security-query.ts';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { confirmDialog } from '#ui/confirm-dialog.ts';
import { StatusDot } from '#ui/status-dot.tsx';
import classes from './account.module.css';
import { Problem } from './problem.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpSetup } from './totp-setup.tsx';

/** off → setting up (a secret, then a code of it) → on, with recovery codes shown once. */
export function SecondFactor({ ways }: { ways: Security }) {
  const queryClient = useQueryClient();
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />;
  const show = async (made: string[]) => {
    setCodes(made);
    await queryClient.invalidateQueries(securityQuery);
  };
  const { totpSince: since, recoveryCodesLeft: left } = ways;
  return since === null ? <Off onOn={show} /> : <On since={since} left={left} onCodes={show} />;
}

function Off({ onOn }: { onOn: (codes: string[]) => void }) {
  const { t } = useTranslation('account');
  const start = useMutation({
    mutationFn: () => withProof(() => api.call(securityRoutes.startTotp)),
  });
  if (start.data) return <TotpSetup {...start.data} onOn={onOn} onCancel={start.reset} />;
  return (
    <div className={classes.stack}>
      <StatusDot tone="idle" label={t('totp.off')} />
      <Button
        variant="default"
        className={classes.fit}
        loading={start.isPending}
        onClick={() => start.mutate()}
      >
        {t('totp.turnOn')}
      </Button>
      <Problem error={start.error} />
    </div>
  );
}

type OnProps = { since: string; left: number; onCodes: (codes: string[]) => void };

function On({ since, left, onCodes }: OnProps) {
  const { t } = useTranslation('account');
  const formats = useFormats();
  const queryClient = useQueryClient();
  const renew = useMutation({
    mutationFn: () => withProof(() => api.call(securityRoutes.renewRecoveryCodes)),
    onSuccess: ({ codes }) => onCodes(codes),
  });
  const remove = useMutation({
    mutationFn: () => withProof(() => api.call(securityRoutes.removeTotp)),
    onSuccess: () => queryClient.invalidateQueries(securityQuery),
  });
  async function turnOff() {
    const isSure = await confirmDialog({
      title: t('totp.offTitle'),
      lead: 'happens',
      losses: [t('totp.offLoss'), t('totp.offCodes')],
      confirmLabel: t('totp.turnOff'),
    });
    if (isSure) remove.mutate();
  }
  return (
    <div className={classes.stack}>
      <StatusDot tone="good" label={t('totp.on', { date: formats.date(since) })} />
      <p className={classes.small}>{t('totp.left', { count: left })}</p>
      <Group gap="xs">
        <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate()}>
          {t('totp.renew')}
        </Button>
        <Button
          variant="default"
          color="red"
          loading={remove.isPending}
          onClick={() => void turnOff()}
        >
          {t('totp.turnOff')}
        </Button>
      </Group>
      <Problem error={renew.error ?? remove.error} />
    </div>
  );
}
