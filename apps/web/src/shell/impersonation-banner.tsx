import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
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
        {t('impersonation.text', { staff: impersonator.name, name, email })}{' '}
        <TimeLeft until={impersonator.until} />
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

/** It ends by itself; whoever is at work should see it coming. */
function TimeLeft({ until }: { until: string }) {
  const { t } = useTranslation('shell');
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 15_000);
    return () => clearInterval(timer);
  }, []);
  const minutes = Math.max(0, Math.ceil((Date.parse(until) - now) / 60_000));
  return <span role="timer">{t('impersonation.left', { count: minutes })}</span>;
}
