import { Failure } from '@causeway/contract/errors.ts';
import { isFolder } from '@causeway/contract/file-types.ts';
import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import { type ListedObject, listPages } from '#platform/connectors/storage/list.ts';
import { findHead } from '#platform/connectors/storage/read.ts';
import type { Db } from '#platform/db/database.ts';
import { appendItems, type JobRow, type NewItem, type Requested } from './queries.ts';

/**
 * Opens what was asked for up into objects, page by page. Where it is cut off it goes on: behind the
 * last path that was written down.
 */
export async function findObjects(
  db: Db,
  bucket: Bucket,
  job: JobRow,
  hasToStop: () => Promise<boolean>,
): Promise<'found' | 'stopped'> {
  let { listedRequests: index, listedAfter: after } = job;
  for (; index < job.requested.length; index += 1, after = null) {
    const request = job.requested[index]!;
    if (!isFolder(request.from)) {
      const item = await findObject(bucket, job, request);
      await appendItems(db, job, [item], { listedRequests: index + 1, listedAfter: null });
    } else {
      const options = { depth: 'all' as const, after: after ?? undefined };
      for await (const page of listPages(bucket, request.from, options)) {
        const items = page.objects.map((object) => itemOf(job, request, object));
        const last = page.objects.at(-1)?.path ?? null;
        const reached = page.next === undefined ? [index + 1, null] : [index, last];
        await appendItems(db, job, items, {
          listedRequests: Number(reached[0]),
          listedAfter: reached[1] as string | null,
        });
        if (await hasToStop()) return 'stopped';
      }
    }
    if (index % 100 === 99 && (await hasToStop())) return 'stopped';
  }
  return 'found';
}

async function findObject(bucket: Bucket, job: JobRow, request: Requested): Promise<NewItem> {
  const head = await findHead(bucket, request.from);
  if (head) return itemOf(job, request, head);
  const { code, message } = new Failure('E_OBJECT_NOT_FOUND');
  return {
    source: request.from,
    target: request.to,
    byteSize: 0,
    etag: null,
    trashId: null,
    state: 'failed',
    code,
    message,
  };
}

/** An object of a folder keeps its place below the folder's new name. */
function itemOf(job: JobRow, { from, to }: Requested, object: ListedObject): NewItem {
  const { path, byteSize, etag } = object;
  return {
    source: path,
    target: to === null ? null : to + path.slice(from.length),
    byteSize,
    etag,
    trashId: job.kind === 'delete' && !job.permanent ? crypto.randomUUID() : null,
  };
}
