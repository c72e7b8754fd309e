import { unsubscribeRoutes } from '@causeway/contract/dashboards/subscriptions.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { DeadLink, isOver } from './dead-link.tsx';
import classes from './outside.module.css';

/** It takes a press: programs that look through mails open links too. */
export default function UnsubscribePage() {
  const { t } = useTranslation('dashboards');
  const { token } = useSearch({ strict: false }) as { token?: unknown };
  const stop = useMutation({
    mutationFn: () => api.call(unsubscribeRoutes.stop, { body: { token: String(token ?? '') } }),
  });
  return (
    <main className={classes.page}>
      <div className={classes.gate}>
        <h1 className={classes.title}>{t(stop.data ? 'out.stopped' : 'out.stopTitle')}</h1>
        <p className={classes.line}>
          {stop.data ? t('out.stoppedLine', { name: stop.data.dashboard }) : t('out.stopLine')}
        </p>
        {stop.error && <DeadLink error={stop.error} />}
        {!stop.data && !isOver(stop.error) && (
          <Button loading={stop.isPending} onClick={() => stop.mutate()}>
            {t('out.stop')}
          </Button>
        )}
      </div>
    </main>
  );
}
