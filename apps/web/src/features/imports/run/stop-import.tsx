import { can } from '@causeway/contract/access.ts';
import { importRoutes } from '@causeway/contract/imports/imports.ts';
import type { ImportRecord } from '@causeway/contract/imports/records.ts';
import { ActionIcon, Tooltip } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { useMayStop } from '#platform/current-project/use-may-stop.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { notifyError } from '#platform/notify-error.ts';
import { importKey } from '#domain/transfers/transfer-keys.ts';
import { confirmDialog } from '#ui/confirm-dialog.ts';
import { Icon } from '#ui/icon.tsx';
import { isAtWork } from '#domain/transfers/list-query.ts';
import { fileNameOf } from '../names.ts';
import { stopUpload } from '../source/uploads.ts';

type StopImportProps = { connectorId: string; record: ImportRecord };

/** Ends an import that goes on; one that is over leaves the list, after a question where that is a loss. */
export function StopImport({ connectorId, record }: StopImportProps) {
  const { t } = useTranslation('imports');
  const { number } = useFormats();
  const { project } = useCurrentProject();
  const mayStop = useMayStop(record.startedBy?.id);
  const isGoing = isAtWork(record);
  const name = fileNameOf(record.source);
  const stop = useMutation({
    mutationFn: async () => {
      const connector = { id: connectorId };
      const params = { importId: record.id };
      if (!isGoing && !(await isSure())) return;
      stopUpload(record.id);
      if (isGoing) await api.call(importRoutes.cancel, { params, body: { connector } });
      else await api.call(importRoutes.remove, { params, query: { connector } });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: importKey(connectorId, 'list') }),
    onError: notifyError,
  });

  async function isSure(): Promise<boolean> {
    const rejected = record.result?.rejected ?? 0;
    const losses = [
      ...(record.source.kind === 'upload' && record.state !== 'done'
        ? [t('activity.loseFile')]
        : []),
      ...(rejected > 0
        ? [t('activity.loseRejects', { count: rejected, number: number(rejected) })]
        : []),
    ];
    if (losses.length === 0) return true;
    return confirmDialog({
      title: t('activity.forgetImport', { name }),
      losses,
      confirmLabel: t('activity.forget'),
    });
  }

  if (!mayStop || !project || !can(project.role, 'sql.write')) return null;
  const label = t(isGoing ? 'activity.cancel' : 'activity.forget');
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={28}
        aria-label={`${label}: ${name}`}
        loading={stop.isPending}
        onClick={() => stop.mutate()}
      >
        <Icon name={isGoing ? 'close' : 'trash'} />
      </ActionIcon>
    </Tooltip>
  );
}
