import { importRoutes } from '@causeway/contract/imports.ts';
import type { ImportRecord, ImportState } from '@causeway/contract/import-records.ts';
import { settingsNameOf } from '@causeway/contract/table-names.ts';
import { ActionIcon, Tooltip } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { importKey } from '#platform/transfers/transfer-keys.ts';
import { Icon } from '#ui/icon.tsx';
import { StatusDot, type StatusTone } from '#ui/status-dot.tsx';
import { useImportHref } from './import-address.ts';
import { isAtWork } from './imports-query.ts';
import { JobProgress } from './job-view.tsx';
import classes from './lists.module.css';
import { fileNameOf } from './names.ts';
import { stopUpload } from './uploads.ts';

const tones: Record<ImportState, StatusTone> = {
  uploading: 'busy',
  ready: 'idle',
  queued: 'busy',
  running: 'busy',
  checked: 'idle',
  refused: 'changed',
  done: 'good',
  failed: 'failed',
  cancelled: 'idle',
};

export function ImportLine({ connectorId, record }: { connectorId: string; record: ImportRecord }) {
  const { t } = useTranslation('imports');
  const { ago, number } = useFormats();
  const importHref = useImportHref();
  const { state, plan, result, startedBy, createdAt } = record;
  const stop = useMutation({
    mutationFn: async () => {
      const connector = { id: connectorId };
      const params = { importId: record.id };
      stopUpload(record.id);
      if (isAtWork(record)) await api.call(importRoutes.cancel, { params, body: { connector } });
      else await api.call(importRoutes.remove, { params, query: { connector } });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: importKey(connectorId, 'list') }),
    onError: notifyError,
  });
  const written = result ? result.inserted + result.updated : 0;
  const stopText = t(isAtWork(record) ? 'activity.cancel' : 'activity.forget');
  return (
    <li className={classes.line}>
      <span className={classes.mark}>
        <Icon name="upload" />
      </span>
      <div className={classes.words}>
        <AppLink
          className={classes.name}
          href={importHref({ importId: record.id, step: plan ? 'check' : 'read' })}
        >
          {fileNameOf(record.source)}
        </AppLink>
        <p className={classes.facts}>
          {[
            ...(plan ? [t('activity.into', { name: settingsNameOf(plan.target) })] : []),
            ...(state === 'done'
              ? [t('job.rows', { count: written, number: number(written) })]
              : []),
            ...(result && result.rejected > 0
              ? [t('rejects.title', { count: result.rejected, number: number(result.rejected) })]
              : []),
            ...(startedBy ? [startedBy.name] : []),
            ago(createdAt),
          ].join(' · ')}
        </p>
        {isAtWork(record) && <JobProgress record={record} />}
        {record.error && <p className={classes.error}>{record.error.message}</p>}
      </div>
      <div className={classes.actions}>
        <StatusDot tone={tones[state]} label={t(`state.${state}`)} />
        <Tooltip label={stopText}>
          <ActionIcon
            size={28}
            aria-label={`${stopText}: ${fileNameOf(record.source)}`}
            loading={stop.isPending}
            onClick={() => stop.mutate()}
          >
            <Icon name={isAtWork(record) ? 'close' : 'trash'} />
          </ActionIcon>
        </Tooltip>
      </div>
    </li>
  );
}
