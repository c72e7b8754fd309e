import type { ExportRecord, ExportState } from '@causeway/contract/exports.ts';
import { formatBytes } from '@causeway/contract/bytes.ts';
import { settingsNameOf } from '@causeway/contract/tables/names.ts';
import { Button, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { findExportPace } from '#domain/exports/export-pace.ts';
import { isOver } from '#domain/exports/exports-query.ts';
import { fetchKept } from '#domain/exports/kept-file.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { notifyError } from '#platform/notify-error.ts';
import { useCurrentUser } from '#platform/session/user-query.ts';
import { Icon } from '#ui/icon.tsx';
import { StatusDot, type StatusTone } from '#ui/status-dot.tsx';
import classes from './lists.module.css';
import { StopExport } from './stop-export.tsx';

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
  const { ago, dateTime, number, duration } = useFormats();
  const { project } = useCurrentProject();
  const { state, source, destination, fileName, rows, bytes, startedBy, createdAt } = record;
  const pace = findExportPace(record);
  const bucket =
    destination.kind === 'bucket' &&
    project?.connectors.find(({ id }) => id === destination.connectorId);
  const isMine = startedBy?.id === useCurrentUser().id;

  function placeOf(): string {
    if (bucket) return t('activity.toBucket', { name: bucket.name });
    if (destination.kind === 'kept' && record.expiresAt !== null) {
      return t('activity.keptUntil', { date: dateTime(record.expiresAt) });
    }
    if (destination.kind === 'kept')
      return t(isOver(record) ? 'activity.notKept' : 'activity.toFile');
    return t('activity.toDisk');
  }

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
            placeOf(),
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
        {record.error && <p className={classes.error}>{errorText(record.error)}</p>}
      </div>
      <div className={classes.actions}>
        <StatusDot tone={tones[state]} label={t(`exportState.${state}`)} />
        {isMine && record.expiresAt !== null && (
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<Icon name="download" />}
            onClick={() => void fetchKept(connectorId, record.id).catch(notifyError)}
          >
            {t('activity.fetch')}
          </Button>
        )}
        <StopExport connectorId={connectorId} record={record} />
      </div>
    </li>
  );
}
