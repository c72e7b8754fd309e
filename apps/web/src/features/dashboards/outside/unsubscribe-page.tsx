import { unsubscribeRoutes } from '@causeway/contract/dashboards/subscriptions.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { DeadLink, isOver, Problem } from './dead-link.tsx';
import classes from './outside.module.css';

/** It takes a press: programs that look through mails open links too. */
export default function UnsubscribePage() {
  const { t } = useTranslation('dashboards');
  const { token } = useSearch({ strict: false }) as { token?: unknown };
  const stop = useMutation({
    mutationFn: () => api.call(unsubscribeRoutes.stop, { body: { token: String(token ?? '') } }),
  });
  const { data: stopped, error } = stop;
  if (isOver(error)) {
    return (
      <main className={classes.page}>
        <DeadLink error={error} line={t('out.laterMail')} />
      </main>
    );
  }
  return (
    <main className={classes.page}>
      <div className={classes.gate}>
        <h1 className={classes.title}>{t(stopped ? 'out.stopped' : 'out.stopTitle')}</h1>
        <p className={classes.line}>
          {!stopped
            ? t('out.stopLine')
            : // Of a subscription that was ended meanwhile nobody knows the name.
              stopped.dashboard === ''
              ? t('out.stoppedAll')
              : t('out.stoppedLine', { name: stopped.dashboard })}
        </p>
        {error && <Problem error={error} />}
        {!stopped && (
          <Button loading={stop.isPending} onClick={() => stop.mutate()}>
            {t('out.stop')}
          </Button>
        )}
      </div>
    </main>
  );
}
