import { formatBytes } from '@causeway/contract/bytes.ts';
import { importRoutes } from '@causeway/contract/imports/imports.ts';
import { importPhases, type ImportRecord } from '@causeway/contract/imports/records.ts';
import { Button, Progress } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useMayStop } from '#platform/current-project/use-may-stop.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { notifyError } from '#platform/notify-error.ts';
import { Icon } from '#ui/icon.tsx';
import { useImportHref } from '../import-address.ts';
import { findImportPace } from './import-pace.ts';
import { keepImport } from '../imports-query.ts';
import classes from './job-view.module.css';
import { fileNameOf } from '../names.ts';
import { ResultCard } from './result-card.tsx';

type JobViewProps = { projectId: string; connectorId: string; record: ImportRecord };

/** An import at work, or what came of it. It runs on the server: leaving the page changes nothing. */
export function JobView({ projectId, connectorId, record }: JobViewProps) {
  if (record.state === 'done') {
    return <ResultCard projectId={projectId} connectorId={connectorId} record={record} />;
  }
  return <AtWork connectorId={connectorId} record={record} />;
}

function AtWork({ connectorId, record }: Omit<JobViewProps, 'projectId'>) {
  const { t } = useTranslation('imports');
  const importHref = useImportHref();
  const mayStop = useMayStop(record.startedBy?.id);
  const cancel = useMutation({
    mutationFn: () =>
      api.call(importRoutes.cancel, {
        params: { importId: record.id },
        body: { connector: { id: connectorId } },
      }),
    onSuccess: (stopped) => keepImport(connectorId, stopped),
    onError: notifyError,
  });
  const phase = record.progress?.phase;
  const place = phase ? importPhases.indexOf(phase) : -1;
  return (
    <section className={classes.job} aria-label={t('job.label')}>
      <h2 className={classes.title}>
        {t(record.dryRun ? 'job.checking' : 'job.importing', { name: fileNameOf(record.source) })}
      </h2>
      <ol className={classes.phases}>
        {importPhases
          .filter((one) => !record.dryRun || one === 'reading' || one === 'checking')
          .map((one, index) => (
            <li
              key={one}
              data-done={index < place || undefined}
              aria-current={one === phase ? 'step' : undefined}
            >
              {index < place && <Icon name="check" size={13} />} {t(`phase.${one}`)}
            </li>
          ))}
      </ol>
      <JobProgress record={record} />
      <p className={classes.hint}>
        {t('job.leave')}{' '}
        <AppLink href={importHref({ view: 'activity' })}>{t('tabs.activity')}</AppLink>
      </p>
      {mayStop && (
        <div>
          {/* Until the worker has heard it. */}
          <Button
            variant="default"
            loading={cancel.isPending || cancel.isSuccess}
            onClick={() => cancel.mutate()}
          >
            {t(record.dryRun ? 'job.cancelCheck' : 'job.cancel')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Bytes tell how far reading is; what the database does with the rows after that, nobody can foretell. */
export function JobProgress({ record }: { record: ImportRecord }) {
  const { t, i18n } = useTranslation('imports');
  const { number, duration } = useFormats();
  const { progress } = record;
  if (!progress) return <Progress value={100} striped animated aria-label={t('job.label')} />;
  const pace = findImportPace(record);
  const { rowsRead, bytesRead, bytesTotal, phase } = progress;
  const isReading = phase === 'reading' && bytesTotal > 0;
  const figures = [
    t('job.rows', { count: rowsRead, number: number(rowsRead) }),
    ...(isReading
      ? [
          t('upload.of', {
            sent: formatBytes(bytesRead, i18n.language),
            size: formatBytes(bytesTotal, i18n.language),
          }),
        ]
      : []),
    ...(pace ? [t('job.perSecond', { number: number(Math.round(pace.rowsPerSecond)) })] : []),
    ...(pace && pace.secondsLeft !== null
      ? [t('job.left', { duration: duration(pace.secondsLeft) })]
      : []),
    ...(!isReading && record.startedAt
      ? [t('job.soFar', { duration: duration(secondsSince(record.startedAt)) })]
      : []),
  ];
  return (
    <>
      <Progress
        value={isReading ? (bytesRead / bytesTotal) * 100 : 100}
        striped={!isReading}
        animated={!isReading}
        aria-label={t('job.label')}
      />
      <p className={classes.figures}>{figures.join(' · ')}</p>
    </>
  );
}

function secondsSince(instant: string): number {
  return (Date.now() - Date.parse(instant)) / 1000;
}
