import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { canUsePasskeys } from '#platform/session/passkeys.ts';
import { goToProvider } from '#platform/session/provider.ts';
import { signInByPasskey } from '#platform/session/session.ts';
import { Icon } from '#ui/icon.tsx';
import { Failure } from './failure.tsx';
import classes from './guest-card.module.css';
import { signInMethods } from './sign-in-methods.ts';

/** Beside the password: a passkey, and the provider where the operator named one. */
export function OtherWays({ onFailure }: { onFailure: (error: unknown) => void }) {
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
  if (!canUsePasskeys() && !name) return null;
  return (
    <div className={classes.others}>
      <p className={classes.or}>{t('login.or')}</p>
      {canUsePasskeys() && (
        <Button
          variant="default"
          fullWidth
          leftSection={<Icon name="key" size={16} />}
          loading={passkey.isPending}
          onClick={() => passkey.mutate()}
        >
          {t('login.passkey')}
        </Button>
      )}
      {name && (
        <Button
          variant="default"
          fullWidth
          leftSection={<Icon name="building" size={16} />}
          loading={provider.isPending || provider.isSuccess}
          onClick={() => provider.mutate()}
        >
          {t('login.provider', { name })}
        </Button>
      )}
      <Failure error={passkey.error ?? provider.error} />
    </div>
  );
}
