import { deletedRoutes } from '@causeway/contract/storage/deleted.ts';
import {
  storageJobRoutes,
  type ClashRule,
  type StorageJob,
} from '@causeway/contract/storage/jobs.ts';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { notifyError } from '#platform/notify-error.ts';
import { folderOf, refreshFolders, storageKey } from '#domain/storage/storage-keys.ts';
import { inBucket, type Bucket } from './bucket.ts';
import { dropFromListings, isRunning, jobsQuery } from './storage-query.ts';

/** How long nobody has to wait for an event that was lost. */
const ASK_MS = 700;

export type TransferItem = { from: string; to: string };

/** Goes to the trash and leaves the screen at once; the tray offers the way back. */
export async function removeObjects(bucket: Bucket, keys: string[]): Promise<void> {
  dropFromListings(bucket, keys);
  await start(bucket, keys.map(folderOf), () =>
    api.call(storageJobRoutes.remove, { body: { ...inBucket(bucket), paths: keys } }),
  );
}

export async function transferObjects(
  bucket: Bucket,
  kind: 'copy' | 'move',
  items: TransferItem[],
  onClash: ClashRule = 'keep-both',
): Promise<StorageJob | undefined> {
  const folders = items.flatMap(({ from, to }) => [folderOf(from), folderOf(to)]);
  return start(bucket, folders, () =>
    api.call(storageJobRoutes.transfer, { body: { ...inBucket(bucket), kind, items, onClash } }),
  );
}

type TrashChoice = { ids?: string[] };

export async function restoreFromTrash(bucket: Bucket, choice: TrashChoice): Promise<void> {
  await start(bucket, [], () =>
    api.call(storageJobRoutes.restore, { body: { ...inBucket(bucket), ...choice } }),
  );
}

/** From the versions the bucket keeps, folders with all that was deleted below them. */
export async function restoreDeleted(bucket: Bucket, keys: string[]): Promise<void> {
  await start(bucket, keys.map(folderOf), () =>
    api.call(deletedRoutes.restore, { body: { ...inBucket(bucket), paths: keys } }),
  );
}

export async function purgeTrash(bucket: Bucket, choice: TrashChoice): Promise<void> {
  await start(bucket, [], () =>
    api.call(storageJobRoutes.purge, { body: { ...inBucket(bucket), ...choice } }),
  );
}

export async function undoJob(bucket: Bucket, job: StorageJob): Promise<void> {
  await start(bucket, job.paths.map(folderOf), () =>
    api.call(storageJobRoutes.undo, { params: { jobId: job.id }, body: inBucket(bucket) }),
  );
}

/** With another rule for names that are taken, where the one it was started with can only fail again. */
export async function resumeJob(
  bucket: Bucket,
  job: StorageJob,
  onClash?: ClashRule,
): Promise<void> {
  await start(bucket, job.paths.map(folderOf), () =>
    api.call(storageJobRoutes.resume, {
      params: { jobId: job.id },
      body: { ...inBucket(bucket), ...(onClash && { onClash }) },
    }),
  );
}

export async function cancelJob(bucket: Bucket, job: StorageJob): Promise<void> {
  await start(bucket, job.paths.map(folderOf), () =>
    api.call(storageJobRoutes.cancel, { params: { jobId: job.id }, body: inBucket(bucket) }),
  );
}

/** Shows the job at once and follows it to its end, when the folders it touched are read again. */
async function start(
  bucket: Bucket,
  folders: string[],
  send: () => Promise<StorageJob>,
): Promise<StorageJob | undefined> {
  try {
    const job = await send();
    showJob(bucket, job);
    void follow(bucket, job, folders);
    return job;
  } catch (error) {
    await notifyError(error);
    await refreshFolders(bucket.connectorId, folders);
    return undefined;
  }
}

async function follow(bucket: Bucket, job: StorageJob, folders: string[]): Promise<void> {
  let last = job;
  while (isRunning(last)) {
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
    const read = await api
      .call(storageJobRoutes.read, { params: { jobId: job.id }, query: inBucket(bucket) })
      // The line is down for a moment: the job goes on without us.
      .catch(() => last);
    last = read;
    showJob(bucket, last);
  }
  const { connectorId } = bucket;
  await Promise.all([
    refreshFolders(connectorId, folders),
    queryClient.invalidateQueries({ queryKey: storageKey(connectorId, 'jobs') }),
    // A restore puts things back anywhere.
    folders.length === 0 &&
      queryClient.invalidateQueries({ queryKey: storageKey(connectorId, 'list') }),
  ]);
}

function showJob(bucket: Bucket, job: StorageJob): void {
  queryClient.setQueryData(jobsQuery(bucket).queryKey, (jobs: StorageJob[] = []) => [
    job,
    ...jobs.filter(({ id }) => id !== job.id),
  ]);
}
