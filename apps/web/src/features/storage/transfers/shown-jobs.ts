import type { StorageJob } from '@causeway/contract/storage/jobs.ts';
import { useState } from 'react';
import { isRunning } from '../storage-query.ts';

const pageOpenedAt = Date.now();

/** Jobs that run, and those that ended since the page was opened and were not put away. */
export function listShownJobs(jobs: StorageJob[], dismissed: ReadonlySet<string>): StorageJob[] {
  return jobs.filter(
    (job) =>
      !dismissed.has(job.id) &&
      (isRunning(job) || Date.parse(job.endedAt ?? job.createdAt) > pageOpenedAt),
  );
}

export function useDismissedJobs() {
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  return {
    dismissed,
    dismiss: (ids: string[]) => setDismissed(new Set([...dismissed, ...ids])),
  };
}
