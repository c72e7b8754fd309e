import { signInRoutes } from '@causeway/contract/auth/sign-in.ts';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { canUsePasskeys } from '#platform/session/passkeys.ts';
import { goToProvider } from '#platform/session/provider.ts';
import { signInByPasskey } from '#platform/session/session.ts';
import { Icon } from '#ui/icon.tsx';
import { Failure } from './failure.tsx';
import classes from './guest-card.module.css';

/** Beside the password: a passkey, and the provider where the operator named one. */
export function OtherWays({ onFailure }: { onFailure: (error: unknown) => void }) {
  const { t } = useTranslation('guest');
  const router = useRouter();
  const { next } = useSearch({ strict: false }) as { next?: unknown };
  const methods = useQuery({
    queryKey: ['sign-in methods'],
    queryFn: ({ signal }) => api.call(signInRoutes.methods, undefined, { signal }),
    staleTime: Infinity,
  });
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
