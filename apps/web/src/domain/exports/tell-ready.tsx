import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { queryClient } from '#platform/api/query-client.ts';
import type { EventOf } from '#platform/events/followers.ts';
import { i18n } from '#platform/i18n/i18n.ts';
import { notifyError } from '#platform/notify-error.ts';
import { findCurrentUser } from '#platform/session/user-query.ts';
import { exportKey } from '#domain/transfers/transfer-keys.ts';
import { loadNotifications } from '#ui/notifications.ts';
import { exportQuery } from './exports-query.ts';
import { fetchKept } from './kept-file.ts';
import classes from './tell-ready.module.css';

/** A kept file of one's own is ready: wherever one is by now, it is one click away. */
export async function tellReadyExport(event: EventOf<'exports.changed'>): Promise<void> {
  if (event.state !== 'done' && event.state !== 'failed') return;
  const { connectorId, id } = event;
  const isWatched = queryClient
    .getQueryCache()
    .find({ queryKey: exportKey(connectorId, 'one', id) })
    ?.isActive();
  if (isWatched) return;
  const record = await queryClient.fetchQuery({ ...exportQuery(connectorId, id), staleTime: 0 });
  if (record.destination.kind !== 'kept' || record.startedBy?.id !== findCurrentUser()?.id) return;
  const notifications = await loadNotifications();
  if (record.state === 'failed') {
    notifications.show({
      id,
      color: 'red',
      role: 'alert',
      title: i18n.t('domain:transfers.notWritten', { name: record.fileName }),
      message: record.error?.message,
    });
    return;
  }
  notifications.show({
    id,
    title: i18n.t('domain:transfers.ready', { name: record.fileName }),
    message: <Fetch onFetch={fetchIt} />,
    autoClose: false,
    withBorder: true,
    closeButtonProps: { 'aria-label': i18n.t('domain:transfers.dismiss') },
  });

  function fetchIt(): void {
    notifications.hide(id);
    void fetchKept(connectorId, id).catch(notifyError);
  }
}

function Fetch({ onFetch }: { onFetch: () => void }) {
  const { t } = useTranslation('domain');
  return (
    <div className={classes.actions}>
      <span>{t('domain:transfers.readyLine')}</span>
      <Button size="compact-sm" variant="light" onClick={onFetch}>
        {t('domain:transfers.fetch')}
      </Button>
    </div>
  );
}
