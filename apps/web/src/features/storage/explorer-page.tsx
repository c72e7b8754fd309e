import { isFolder } from '@causeway/contract/file-types.ts';
import { lazy, Suspense, useEffect } from 'react';
import { showInCorner } from '#platform/corner.tsx';
import { useObjectPath } from '#platform/navigation/object-path.ts';
import { folderOf } from '#domain/storage/storage-keys.ts';
import { useBucket } from './bucket.ts';
import { FolderPage } from './folder/folder-page.tsx';
import { Tray } from './transfers/tray.tsx';
import { useFolderView } from './use-folder-view.ts';

const BucketScreenPage = lazy(() => import('./whole-bucket/bucket-screen.tsx'));

/** /explore/{path} of a bucket: a folder, an object over its folder, or a look at the whole bucket. */
export default function ExplorerPage() {
  const bucket = useBucket();
  const path = useObjectPath().join('/');
  const { view } = useFolderView();
  useEffect(() => showInCorner(Tray), []);
  if (!bucket) return null;
  const isObject = path !== '' && !isFolder(path);
  const folder = isObject ? folderOf(path) : path;
  const key = `${bucket.connectorId} ${folder}`;
  if (view.screen) {
    return (
      <Suspense fallback={null}>
        <BucketScreenPage
          key={bucket.connectorId}
          bucket={bucket}
          folder={folder}
          screen={view.screen}
        />
      </Suspense>
    );
  }
  return (
    <FolderPage key={key} bucket={bucket} folder={folder} openPath={isObject ? path : undefined} />
  );
}
