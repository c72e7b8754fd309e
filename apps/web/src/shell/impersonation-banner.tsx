import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { stopImpersonating } from '#platform/session/session.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { Icon } from '#ui/icon.tsx';
import classes from './impersonation-banner.module.css';

export function ImpersonationBanner() {
  const { t } = useTranslation('shell');
  const { name, email, impersonator } = useCurrentUser();
  const stop = useMutation({ mutationFn: stopImpersonating });
  if (!impersonator) return null;
  return (
    <aside className={classes.banner} aria-label={t('impersonation.label')}>
      <Icon name="eye" />
      <span className={classes.text}>
        {t('impersonation.text', { staff: impersonator.name, name, email })}
      </span>
      <Button
        size="compact-sm"
        variant="default"
        loading={stop.isPending}
        onClick={() => stop.mutate()}
      >
        {t('impersonation.stop')}
      </Button>
    </aside>
  );
}
