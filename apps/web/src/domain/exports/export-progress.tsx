import { formatBytes } from '@causeway/contract/bytes.ts';
import { KEPT_DAYS, type ExportRecord } from '@causeway/contract/exports.ts';
import { Button, Progress } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryClient } from '#platform/api/query-client.ts';
import { useScopedHref } from '#platform/current-project/use-current-project.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { exportKey } from '#domain/transfers/transfer-keys.ts';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import classes from './export-progress.module.css';
import { findExportPace } from './export-pace.ts';
import { cancelExport, exportQuery, isOver } from './exports-query.ts';
import { fetchKept } from './kept-file.ts';

type ExportProgressProps = { connectorId: string; exportId: string; onClose: () => void };

export function ExportProgress({ connectorId, exportId, onClose }: ExportProgressProps) {
  const { t } = useTranslation('exports');
  const scopedHref = useScopedHref();
  const query = useQuery(exportQuery(connectorId, exportId));
  const cancel = useMutation({
    mutationFn: () => cancelExport(connectorId, exportId),
    onSuccess: (record) =>
      queryClient.setQueryData(exportKey(connectorId, 'one', exportId), record),
    onError: notifyError,
  });
  return (
    <div className={classes.progress}>
      <QueryView query={query}>
        {(record) => (
          <>
            <ExportStatus record={record} />
            <p className={classes.hint}>
              {t(hintOf(record), { count: KEPT_DAYS })}{' '}
              <AppLink href={`${scopedHref('/explore/import')}&view=activity`} onClick={onClose}>
                {t('progress.activity')}
              </AppLink>
            </p>
            <div className={classes.buttons}>
              {!isOver(record) && (
                <Button
                  variant="default"
                  loading={cancel.isPending}
                  onClick={() => cancel.mutate()}
                >
                  {t('progress.cancel')}
                </Button>
              )}
              {record.expiresAt === null ? (
                <Button onClick={onClose}>{t('close')}</Button>
              ) : (
                <Button
                  leftSection={<Icon name="download" />}
                  onClick={() => void fetchKept(connectorId, exportId).catch(notifyError)}
                >
                  {t('start.download')}
                </Button>
              )}
            </div>
          </>
        )}
      </QueryView>
    </div>
  );
}

function hintOf(record: ExportRecord) {
  if (record.expiresAt !== null) return 'progress.keptFor';
  if (isOver(record)) return 'progress.later';
  return record.destination.kind === 'download' ? 'progress.browser' : 'progress.behind';
}

function nameOf({ destination, fileName }: ExportRecord): string {
  return destination.kind === 'bucket' ? destination.key : fileName;
}

/** How far it is, in one line and a bar; ended well only when the file is whole. */
export function ExportStatus({ record }: { record: ExportRecord }) {
  const { t, i18n } = useTranslation('exports');
  const { number, duration } = useFormats();
  const pace = findExportPace(record);
  const figures = [
    t('progress.rows', { count: record.rows, number: number(record.rows) }),
    formatBytes(record.bytes, i18n.language),
    ...(pace ? [t('progress.perSecond', { number: number(Math.round(pace.perSecond)) })] : []),
    ...(pace && pace.secondsLeft !== null
      ? [t('progress.left', { duration: duration(pace.secondsLeft) })]
      : []),
  ];
  return (
    <section className={classes.status} data-state={record.state}>
      <h3 className={classes.name}>
        {record.state === 'done' && <Icon name="success" />}
        {record.state === 'failed' && <Icon name="error" />}
        {nameOf(record)} <span className={classes.state}>{t(`state.${record.state}`)}</span>
      </h3>
      {!isOver(record) && (
        <Progress
          value={(pace?.share ?? 1) * 100}
          striped={pace?.share == null}
          animated={pace?.share == null}
          aria-label={t('progress.label')}
        />
      )}
      <p className={classes.figures}>{figures.join(' · ')}</p>
      {record.error && (
        <p className={classes.error} role="alert">
          {record.error.message}
        </p>
      )}
    </section>
  );
}
