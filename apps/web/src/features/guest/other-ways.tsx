import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { canUsePasskeys } from '#platform/session/passkeys.ts';
import { findLastWay } from '#platform/session/last-way.ts';
import { goToProvider } from '#platform/session/provider.ts';
import { signInByPasskey } from '#platform/session/session.ts';
import { Icon } from '#ui/icon.tsx';
import { Failure } from './failure.tsx';
import classes from './guest-card.module.css';
import { signInMethods } from './sign-in-methods.ts';
import { UsedLast } from './used-last.tsx';

type OtherWaysProps = { place: 'first' | 'last'; onFailure: (error: unknown) => void };

/** Whether there is a way beside the password, and whether it was the one used last. */
export function useOtherWays(): { hasSome: boolean; hasLast: boolean } {
  const name = useQuery(signInMethods).data?.provider?.name;
  const last = findLastWay();
  const hasPasskeys = canUsePasskeys();
  // Where the ways could not be asked for at first, one that comes later takes no other's place.
  const [hasLast] = useState(
    (last === 'passkey' && hasPasskeys) || (last === 'provider' && name !== undefined),
  );
  return { hasSome: hasPasskeys || name !== undefined, hasLast };
}

/** Beside the password: a passkey, and the provider where the operator named one. */
export function OtherWays({ place, onFailure }: OtherWaysProps) {
  const { t } = useTranslation('guest');
  const router = useRouter();
  const { next } = useSearch({ strict: false }) as { next?: unknown };
  const methods = useQuery(signInMethods);
  const passkey = useMutation({
    mutationFn: signInByPasskey,
    onSuccess: () => router.invalidate(),
    onError: onFailure,
  });
  const provider = useMutation({
    mutationFn: () => goToProvider(typeof next === 'string' ? next : undefined),
  });
  const name = methods.data?.provider?.name;
  const last = findLastWay();
  if (!canUsePasskeys() && !name) return null;
  const byPasskey = canUsePasskeys() && (
    <Button
      key="passkey"
      variant={last === 'passkey' ? 'filled' : 'default'}
      fullWidth
      leftSection={<Icon name="key" size={16} />}
      loading={passkey.isPending}
      onClick={() => passkey.mutate()}
    >
      {t('login.passkey')}
      {last === 'passkey' && <UsedLast />}
    </Button>
  );
  const byProvider = name && (
    <Button
      key="provider"
      variant={last === 'provider' ? 'filled' : 'default'}
      fullWidth
      leftSection={<Icon name="building" size={16} />}
      loading={provider.isPending || provider.isSuccess}
      onClick={() => provider.mutate()}
    >
      {t('login.provider', { name })}
      {last === 'provider' && <UsedLast />}
    </Button>
  );
  return (
    <div className={classes.others}>
      {place === 'last' && <p className={classes.or}>{t('login.or')}</p>}
      {last === 'provider' ? [byProvider, byPasskey] : [byPasskey, byProvider]}
      <Failure error={passkey.error ?? provider.error} />
      {place === 'first' && <p className={classes.or}>{t('login.or')}</p>}
    </div>
  );
}
