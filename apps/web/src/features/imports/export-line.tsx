import type { ExportRecord, ExportState } from '@causeway/contract/exports.ts';
import { formatBytes } from '@causeway/contract/bytes.ts';
import { settingsNameOf } from '@causeway/contract/table-names.ts';
import { ActionIcon, Progress, Tooltip } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryClient } from '#platform/api/query-client.ts';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { findExportPace } from '#platform/exports/export-pace.ts';
import { cancelExport, isOver } from '#platform/exports/exports-query.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { notifyError } from '#platform/notify-error.ts';
import { exportKey } from '#platform/transfers/transfer-keys.ts';
import { Icon } from '#ui/icon.tsx';
import { StatusDot, type StatusTone } from '#ui/status-dot.tsx';
import classes from './lists.module.css';

const tones: Record<ExportState, StatusTone> = {
  ready: 'idle',
  queued: 'busy',
  running: 'busy',
  done: 'good',
  failed: 'failed',
  cancelled: 'idle',
};

export function ExportLine({ connectorId, record }: { connectorId: string; record: ExportRecord }) {
  const { t, i18n } = useTranslation('imports');
  const { ago, number, duration } = useFormats();
  const { project } = useCurrentProject();
  const { state, source, destination, fileName, rows, bytes, startedBy, createdAt } = record;
  const cancel = useMutation({
    mutationFn: () => cancelExport(connectorId, record.id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: exportKey(connectorId, 'list') }),
    onError: notifyError,
  });
  const pace = findExportPace(record);
  const bucket =
    destination.kind === 'bucket' &&
    project?.connectors.find(({ id }) => id === destination.connectorId);
  return (
    <li className={classes.line}>
      <span className={classes.mark}>
        <Icon name="download" />
      </span>
      <div className={classes.words}>
        <span className={classes.name}>
          {destination.kind === 'bucket' ? destination.key : fileName}
        </span>
        <p className={classes.facts}>
          {[
            source.kind === 'table'
              ? t('activity.from', { name: settingsNameOf(source) })
              : t('activity.query'),
            t('job.rows', { count: rows, number: number(rows) }),
            formatBytes(bytes, i18n.language),
            ...(pace && pace.secondsLeft !== null
              ? [t('job.left', { duration: duration(pace.secondsLeft) })]
              : []),
            bucket ? t('activity.toBucket', { name: bucket.name }) : t('activity.toDisk'),
            ...(startedBy ? [startedBy.name] : []),
            ago(createdAt),
          ].join(' · ')}
        </p>
        {state === 'running' && (
          <Progress
            value={(pace?.share ?? 1) * 100}
            striped={pace?.share == null}
            animated={pace?.share == null}
            aria-label={t('activity.progress', { name: fileName })}
          />
        )}
        {record.error && <p className={classes.error}>{record.error.message}</p>}
      </div>
      <div className={classes.actions}>
        <StatusDot tone={tones[state]} label={t(`exportState.${state}`)} />
        {!isOver(record) && (
          <Tooltip label={t('activity.cancel')}>
            <ActionIcon
              size={28}
              aria-label={`${t('activity.cancel')}: ${fileName}`}
              loading={cancel.isPending}
              onClick={() => cancel.mutate()}
            >
              <Icon name="close" />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
    </li>
  );
}
