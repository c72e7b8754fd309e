import { fileTypeOf, isFolder } from '@causeway/contract/file-types.ts';
import { storageRoutes } from '@causeway/contract/storage/objects.ts';
import { downloadUrl, viewRoutes } from '@causeway/contract/storage/view.ts';
import { api } from '#platform/api/api.ts';
import { notifyError } from '#platform/notify-error.ts';
import { folderOf, refreshFolders } from '#domain/storage/storage-keys.ts';
import { inBucket, type Bucket } from './bucket.ts';
import { renamedTo } from './keys.ts';
import { transferObjects } from './jobs.ts';

const editable = new Set(['json', 'text', 'markdown', 'csv', 'image']);

/** Whether there is an editor for it. */
export function canEdit(key: string): boolean {
  return !isFolder(key) && editable.has(fileTypeOf(key));
}

/** One object is saved under its name; several, or a folder, as one zip file. */
export async function downloadObjects(bucket: Bucket, keys: string[]): Promise<void> {
  const [only] = keys;
  try {
    if (keys.length === 1 && only !== undefined && !isFolder(only)) {
      // The address in a listing that was open for hours may have ended.
      const body = { ...inBucket(bucket), paths: [only] };
      const [view] = await api.call(viewRoutes.viewUrls, { body });
      if (view) save(downloadUrl(view.url));
    } else {
      const { url } = await api.call(viewRoutes.prepareZip, {
        body: { ...inBucket(bucket), paths: keys },
      });
      save(url);
    }
  } catch (error) {
    await notifyError(error);
  }
}

/** An object keeps its content, a folder takes everything below it along. */
export async function renameObject(bucket: Bucket, key: string, name: string): Promise<void> {
  await transferObjects(bucket, 'move', [{ from: key, to: renamedTo(key, name) }], 'fail');
}

export async function createFolder(bucket: Bucket, folder: string, name: string): Promise<void> {
  await create(bucket, `${folder}${name.replace(/\/*$/, '')}/`);
}

/** Made empty, and only where there is none of that name. */
export async function createFile(bucket: Bucket, key: string): Promise<void> {
  await create(bucket, key, fileTypeOf(key) === 'json' ? '{}\n' : '');
}

async function create(bucket: Bucket, path: string, body = ''): Promise<void> {
  await api.call(storageRoutes.put, {
    body: { ...inBucket(bucket), path, body, onlyIfNew: true },
  });
  await refreshFolders(bucket.connectorId, [folderOf(path)]);
}

function save(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}
