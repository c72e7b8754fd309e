import { expect } from 'vitest';
import { type StorageJob, storageJobRoutes } from '@causeway/contract/storage/jobs.ts';
import { eventually } from './eventually.ts';
import type { StorageWorkspace } from './storage-workspace.ts';

/** A job on objects, once it has come to its end. */
export function endedJob(space: StorageWorkspace, { id: jobId }: StorageJob): Promise<StorageJob> {
  return eventually(async () => {
    const job = await space.call(storageJobRoutes.read, { params: { jobId } });
    expect(['done', 'failed', 'cancelled']).toContain(job.state);
    return job;
  });
}
