import type { StorageJob } from '@causeway/contract/storage/jobs.ts';
import { Button, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMayStop } from '#platform/current-project/use-may-stop.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import type { Bucket } from '../bucket.ts';
import { shownName } from '../keys.ts';
import { isRunning } from '../storage-query.ts';
import { cancelJob, undoJob } from '../jobs.ts';
import { ResumeButton } from './resume-button.tsx';
import classes from './tray.module.css';
import { LineButton } from './upload-line.tsx';

const iconsOfKinds: Record<StorageJob['kind'], IconName> = {
  copy: 'copy',
  move: 'folderMove',
  delete: 'trash',
  restore: 'undo',
  purge: 'trash',
  replace: 'replace',
};

type JobLineProps = { bucket: Bucket; job: StorageJob; onDismiss: () => void };

export function JobLine({ bucket, job, onDismiss }: JobLineProps) {
  const { t } = useTranslation('storage');
  const { number } = useFormats();
  const mayStop = useMayStop(job.startedById);
  const { kind, state, done, skipped, failed, total } = job;
  const ended = done + skipped + failed;
  const first = job.failures[0];
  const facts = isRunning(job)
    ? state === 'listing'
      ? t('job.listing', { number: number(total) })
      : t('job.running', { done: number(ended), total: number(total) })
    : t(`job.${state}`, { count: done, done: number(done), failed: number(failed) });
  return (
    <li className={classes.line} data-state={state}>
      <Icon name={state === 'done' ? 'success' : iconsOfKinds[kind]} />
      <div className={classes.what}>
        <span className={classes.name} title={job.paths.join('\n')}>
          {job.undoes ? t('job.undo') : t(`job.${kind}`, { what: whatOf(job, t) })}
        </span>
        <span className={classes.facts}>
          {facts}
          {skipped > 0 && ` · ${t('job.skipped', { count: skipped })}`}
        </span>
        {first && (
          <span className={classes.failure} title={first.message}>
            {[shownName(first.path), errorText(first)].filter(Boolean).join(': ')}
          </span>
        )}
        {isRunning(job) && (
          <Progress
            size={3}
            value={total === 0 ? 0 : (ended / total) * 100}
            aria-label={t('job.progress')}
          />
        )}
      </div>
      {isRunning(job) && mayStop && (
        <LineButton
          icon="stop"
          label={t('job.cancel')}
          onClick={() => void cancelJob(bucket, job)}
        />
      )}
      {(state === 'failed' || state === 'cancelled') && <ResumeButton bucket={bucket} job={job} />}
      {!isRunning(job) && job.canUndo && (
        <Button size="compact-xs" variant="light" onClick={() => void undoJob(bucket, job)}>
          {t('job.takeBack')}
        </Button>
      )}
      {!isRunning(job) && <LineButton icon="close" label={t('tray.dismiss')} onClick={onDismiss} />}
    </li>
  );
}

type Translate = ReturnType<typeof useTranslation<'storage'>>['t'];

function whatOf({ paths, pathCount }: StorageJob, t: Translate): string {
  const [first] = paths;
  if (pathCount === 1 && first !== undefined) return shownName(first);
  return t('job.things', { count: pathCount });
}
