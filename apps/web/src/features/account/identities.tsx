import {
  securityRoutes,
  type OutsideIdentity,
  type Security,
} from '@causeway/contract/auth/security.ts';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { withProof } from '#domain/identity/ask-for-proof.ts';
import { securityQuery } from '#domain/identity/security-query.ts';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { goToLink } from '#platform/session/provider.ts';
import classes from './account.module.css';
import { Problem } from './problem.tsx';

/** Signing in with the provider of this installation, and with whom one is there. */
export function Identities({ ways, provider }: { ways: Security; provider: string }) {
  const { t } = useTranslation('account');
  const connect = useMutation({ mutationFn: () => withProof(goToLink) });
  return (
    <div className={classes.stack}>
      {ways.identities.length > 0 && (
        <ul className={classes.rows}>
          {ways.identities.map((identity) => (
            <IdentityRow
              key={`${identity.issuer} ${identity.subject}`}
              identity={identity}
              provider={provider}
            />
          ))}
        </ul>
      )}
      <Button
        variant="default"
        className={classes.fit}
        loading={connect.isPending || connect.isSuccess}
        onClick={() => connect.mutate()}
      >
        {t('identities.connect', { provider })}
      </Button>
      <Problem error={connect.error} />
    </div>
  );
}

type IdentityRowProps = { identity: OutsideIdentity; provider: string };

function IdentityRow({ identity, provider }: IdentityRowProps) {
  const { t } = useTranslation('account');
  const formats = useFormats();
  const queryClient = useQueryClient();
  const { issuer, subject, email, createdAt } = identity;
  const unlink = useMutation({
    mutationFn: () =>
      withProof(() => api.call(securityRoutes.unlink, { body: { issuer, subject } })),
    onSuccess: () => queryClient.invalidateQueries(securityQuery),
  });
  return (
    <li className={classes.row}>
      <div className={classes.grow}>
        <p className={classes.rowName}>{email || subject}</p>
        <p className={classes.small}>
          {provider} · {t('sessions.since', { date: formats.date(createdAt) })}
        </p>
        <Problem error={unlink.error} />
      </div>
      <Button
        variant="default"
        size="xs"
        loading={unlink.isPending}
        onClick={() => unlink.mutate()}
      >
        {t('identities.disconnect')}
      </Button>
    </li>
  );
}
