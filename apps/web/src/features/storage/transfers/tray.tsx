import type { StorageJob } from '@causeway/contract/storage/jobs.ts';
import { ActionIcon, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedWork } from '#platform/navigation/unsaved-work.ts';
import { Icon } from '#ui/icon.tsx';
import { useBucket, type Bucket } from '../bucket.ts';
import { isRunning, jobsQuery } from '../storage-query.ts';
import { AskedUpload } from './asked-upload.tsx';
import { listShownJobs, useDismissedJobs } from './shown-jobs.ts';
import { InterruptedUploads } from './interrupted-uploads.tsx';
import { JobLine } from './job-line.tsx';
import classes from './tray.module.css';
import { UploadLine } from './upload-line.tsx';
import { clearFinished, isAtWork, useUploads, type Upload } from './upload-queue.ts';

const MOST_LINES = 50;

/** Files and jobs on their way; it goes when there is nothing left to tell. */
export function Tray() {
  const uploads = useUploads();
  const bucket = useBucket();
  useUnsavedWork(uploads.some(isAtWork));
  return bucket ? <BucketTray key={bucket.connectorId} bucket={bucket} /> : null;
}

/** Once nothing moves: what still needs somebody is told before what is finished. */
function restOf(uploads: Upload[], jobs: StorageJob[], t: TFunction<'storage'>): string {
  const paused = uploads.filter(({ state }) => state === 'paused').length;
  if (paused > 0) return t('tray.paused', { count: paused });
  const failed = [...uploads, ...jobs].filter(({ state }) => state === 'failed').length;
  if (failed > 0) return t('tray.failed', { count: failed });
  return t('tray.ended', { count: uploads.length + jobs.length });
}

/** Those at work and those that failed first: a folder of thousands would bury them. */
function listShownUploads(uploads: Upload[]): Upload[] {
  if (uploads.length <= MOST_LINES) return uploads;
  const isCalm = ({ state }: Upload) => state === 'done' || state === 'waiting';
  const restless = uploads.filter((upload) => !isCalm(upload));
  return [...restless, ...uploads.filter(isCalm)].slice(0, MOST_LINES);
}

function BucketTray({ bucket }: { bucket: Bucket }) {
  const { t } = useTranslation('storage');
  const uploads = useUploads();
  const { data = [] } = useQuery(jobsQuery(bucket));
  const { dismissed, dismiss } = useDismissedJobs();
  const [isFolded, setIsFolded] = useState(false);
  const jobs = listShownJobs(data, dismissed);
  const shown = listShownUploads(uploads);
  const asking = uploads.find(({ state }) => state === 'asking');
  const askingCount = uploads.filter(({ state }) => state === 'asking').length;
  const atWork = uploads.filter(isAtWork).length + jobs.filter(isRunning).length;
  const ended = uploads.length + jobs.length - atWork;

  function clear() {
    clearFinished();
    dismiss(jobs.filter((job) => !isRunning(job)).map(({ id }) => id));
  }

  const interrupted = <InterruptedUploads bucket={bucket} uploads={uploads} />;
  if (uploads.length === 0 && jobs.length === 0) {
    return <div className={classes.corner}>{interrupted}</div>;
  }
  return (
    <div className={classes.corner}>
      {interrupted}
      <section className={classes.tray} aria-label={t('tray.title')}>
        <header className={classes.header}>
          <h2 className={classes.title} aria-live="polite">
            {atWork > 0 ? t('tray.atWork', { count: atWork }) : restOf(uploads, jobs, t)}
          </h2>
          <ActionIcon
            size={24}
            aria-label={t(isFolded ? 'tray.unfold' : 'tray.fold')}
            aria-expanded={!isFolded}
            onClick={() => setIsFolded(!isFolded)}
          >
            <Icon name={isFolded ? 'chevronUp' : 'chevronDown'} size={14} />
          </ActionIcon>
          {atWork === 0 && (
            <ActionIcon size={24} aria-label={t('tray.close')} onClick={clear}>
              <Icon name="close" size={14} />
            </ActionIcon>
          )}
        </header>
        {asking && <AskedUpload upload={asking} othersCount={askingCount - 1} />}
        {!isFolded && (
          <ul className={classes.lines}>
            {jobs.map((job) => (
              <JobLine key={job.id} bucket={bucket} job={job} onDismiss={() => dismiss([job.id])} />
            ))}
            {shown.map((upload) => (
              <UploadLine key={upload.id} upload={upload} />
            ))}
            {uploads.length > shown.length && (
              <li className={classes.more}>
                {t('tray.more', { count: uploads.length - shown.length })}
              </li>
            )}
          </ul>
        )}
        {!isFolded && ended > 1 && atWork > 0 && (
          <Button className={classes.clear} size="compact-xs" variant="subtle" onClick={clear}>
            {t('tray.clear')}
          </Button>
        )}
      </section>
    </div>
  );
}
