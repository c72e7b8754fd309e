import { queryRunRoutes, type Snapshot } from '@causeway/contract/sql/query-runs.ts';
import { ActionIcon, Modal } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { confirmDialog } from '#ui/confirm-dialog.ts';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { snapshotsQuery } from '../side/runs-query.ts';
import classes from './snapshots-dialog.module.css';

export function SnapshotsDialog({
  connectorId,
  onClose,
}: {
  connectorId: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('sql');
  const { dateTime, number } = useFormats();
  const queryClient = useQueryClient();
  const scopedHref = useScopedHref();
  const snapshots = useQuery(snapshotsQuery(connectorId));

  async function remove({ id, name }: Snapshot) {
    const isSure = await confirmDialog({
      title: t('snapshot.deleteTitle', { name }),
      losses: [t('snapshot.deleteLoss')],
      confirmLabel: t('snapshot.delete'),
    });
    if (!isSure) return;
    await api.call(queryRunRoutes.removeSnapshot, {
      params: { runId: id },
      body: { connector: { id: connectorId } },
    });
    await queryClient.invalidateQueries(snapshotsQuery(connectorId));
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('toolbar.snapshots')}
      size={560}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <QueryView query={snapshots} empty={<p className={classes.none}>{t('snapshot.none')}</p>}>
        {(list) => (
          <ul className={classes.list}>
            {list.map((snapshot) => (
              <li key={snapshot.id}>
                <AppLink
                  className={classes.open}
                  href={`${scopedHref('/sql/editor')}&snapshot=${snapshot.id}`}
                >
                  <span className={classes.name}>{snapshot.name}</span>
                  <span className={classes.facts}>
                    {dateTime(snapshot.takenAt)} ·{' '}
                    {t('messages.rows', {
                      count: snapshot.loadedRows,
                      number: number(snapshot.loadedRows),
                    })}
                    {snapshot.owner && ` · ${snapshot.owner}`}
                  </span>
                </AppLink>
                {snapshot.isMine && (
                  <ActionIcon
                    variant="subtle"
                    aria-label={t('snapshot.deleteNamed', { name: snapshot.name })}
                    onClick={() => void remove(snapshot).catch(notifyError)}
                  >
                    <Icon name="trash" size={14} />
                  </ActionIcon>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Modal>
  );
}
