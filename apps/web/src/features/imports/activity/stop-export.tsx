import type { ExportRecord } from '@causeway/contract/exports.ts';
import { ActionIcon, Tooltip } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryClient } from '#platform/api/query-client.ts';
import { useMayStop } from '#platform/current-project/use-may-stop.ts';
import { cancelExport, isOver, removeExport } from '#domain/exports/exports-query.ts';
import { notifyError } from '#platform/notify-error.ts';
import { exportKey } from '#domain/transfers/transfer-keys.ts';
import { confirmDialog } from '#ui/confirm-dialog.ts';
import { Icon } from '#ui/icon.tsx';

type StopExportProps = { connectorId: string; record: ExportRecord };

/** Ends an export that goes on; one that is over leaves the list, and its kept file with it. */
export function StopExport({ connectorId, record }: StopExportProps) {
  const { t } = useTranslation('imports');
  const mayStop = useMayStop(record.startedBy?.id);
  const isGoing = !isOver(record);
  const stop = useMutation({
    mutationFn: async () => {
      if (isGoing) await cancelExport(connectorId, record.id);
      else if (await isSure()) await removeExport(connectorId, record.id);
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: exportKey(connectorId, 'list') }),
    onError: notifyError,
  });

  /** Only a file that is still there is a loss. */
  async function isSure(): Promise<boolean> {
    if (record.expiresAt === null) return true;
    return confirmDialog({
      title: t('activity.deleteFile', { name: record.fileName }),
      losses: [t('activity.deleteFileLine')],
      confirmLabel: t('activity.delete'),
    });
  }

  if (!mayStop) return null;
  const label = t(isGoing ? 'activity.cancel' : 'activity.forget');
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={28}
        aria-label={`${label}: ${record.fileName}`}
        loading={stop.isPending}
        onClick={() => stop.mutate()}
      >
        <Icon name={isGoing ? 'close' : 'trash'} />
      </ActionIcon>
    </Tooltip>
  );
}
