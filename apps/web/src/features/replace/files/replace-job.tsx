import { storageJobRoutes, type StorageJob } from '@causeway/contract/storage/jobs.ts';
import { Button, Progress } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { notifyError } from '#platform/notify-error.ts';
import classes from '../replace-log.module.css';
import { isRunning, replaceJobsQuery } from './files-query.ts';

type ReplaceJobProps = {
  connectorId: string;
  job: StorageJob;
  /** The job that took it back, or is about to. */
  undone: StorageJob | undefined;
  mayWrite: boolean;
};

const acts = ['cancel', 'resume', 'undo'] as const;
type Act = (typeof acts)[number];

/** One find and replace: how far it is, what it could not do, and what can be done about it. */
export function ReplaceJob({ connectorId, job, undone, mayWrite }: ReplaceJobProps) {
  const { t } = useTranslation('replace');
  const { dateTime } = useFormats();
  const current = undone ?? job;
  const act = useMutation({
    mutationFn: ({ name, jobId }: { name: Act; jobId: string }) =>
      api.call(storageJobRoutes[name], {
        params: { jobId },
        body: { connector: { id: connectorId } },
      }),
    onError: notifyError,
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: replaceJobsQuery(connectorId).queryKey }),
  });
  const offered: { name: Act; of: StorageJob }[] = [
    ...(isRunning(current) ? [{ name: 'cancel' as const, of: current }] : []),
    ...(current.state === 'cancelled' || current.state === 'failed'
      ? [{ name: 'resume' as const, of: current }]
      : []),
    ...(job.canUndo && !isRunning(job) ? [{ name: 'undo' as const, of: job }] : []),
  ];
  return (
    <li className={classes.line}>
      <div className={classes.job}>
        <p className={classes.words}>
          <span className={classes.what}>
            <q>{job.replaced?.find}</q> → <q>{job.replaced?.replaceWith}</q>
          </span>
          <JobState job={current} isUndo={undone !== undefined} />
          <span className={classes.facts}>
            {[...(job.startedBy ? [job.startedBy] : []), dateTime(job.createdAt)].join(' · ')}
          </span>
        </p>
        {isRunning(current) && (
          <Progress
            size={3}
            value={(100 * (current.done + current.failed)) / Math.max(1, current.total)}
            aria-label={t('files.progress')}
          />
        )}
        {current.failures.map(({ path, message }) => (
          <p key={path} className={classes.failure}>
            {[path, message].filter((part) => part !== '').join(': ')}
          </p>
        ))}
      </div>
      {mayWrite &&
        offered.map(({ name, of }) => (
          <Button
            key={name}
            size="compact-sm"
            variant="subtle"
            loading={act.isPending && act.variables.name === name}
            onClick={() => act.mutate({ name, jobId: of.id })}
          >
            {t(`files.act.${name}`)}
          </Button>
        ))}
    </li>
  );
}

function JobState({ job, isUndo }: { job: StorageJob; isUndo: boolean }) {
  const { t } = useTranslation('replace');
  const { number } = useFormats();
  const { state, done, failed, total } = job;
  const figures = { count: done, done: number(done), failed: number(failed), total: number(total) };
  if (isRunning(job)) return <span aria-live="polite">{t('files.state.running', figures)}</span>;
  const text = isUndo ? t('files.state.back', figures) : t('files.state.done', figures);
  return (
    <span aria-live="polite">
      {[
        text,
        ...(failed > 0 ? [t('files.state.failed', { count: failed, failed: number(failed) })] : []),
        ...(state === 'cancelled' ? [t('files.state.cancelled')] : []),
      ].join(' · ')}
    </span>
  );
}
