import { fileTypeOf, isFolder } from '@causeway/contract/file-types.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isErrorBody } from '#platform/api/client.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { useObjectPath } from '#platform/navigation/object-path.ts';
import { folderOf } from '#domain/storage/storage-keys.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import { useBucket, type Bucket } from '../bucket.ts';
import { detailsQuery } from '../storage-query.ts';
import { useExploreHref } from '../use-folder-view.ts';
import { CreateFile } from './create-file.tsx';
import { ImageEditor } from './image-editor.tsx';
import { TextFile } from './text-file.tsx';

/** /edit/{path} of a bucket: one file, in the editor for its kind. */
export default function EditPage() {
  const bucket = useBucket();
  const path = useObjectPath().join('/');
  if (!bucket) return null;
  return <EditedFile key={`${bucket.connectorId} ${path}`} bucket={bucket} path={path} />;
}

function EditedFile({ bucket, path }: { bucket: Bucket; path: string }) {
  const { t } = useTranslation('storage');
  const exploreHref = useExploreHref();
  const isObject = path !== '' && !isFolder(path);
  const details = useQuery({ ...detailsQuery(bucket, path), enabled: isObject });
  if (details.data) {
    const Editor = fileTypeOf(path) === 'image' ? ImageEditor : TextFile;
    return <Editor bucket={bucket} details={details.data} />;
  }
  if (isErrorBody(details.error) && details.error.code === 'E_OBJECT_NOT_FOUND') {
    return <CreateFile bucket={bucket} path={path} onCreated={() => void details.refetch()} />;
  }
  return (
    <PageFrame>
      {details.isError || !isObject ? (
        <ErrorState
          error={details.error ?? t('edit.folder')}
          title={t('edit.failed')}
          {...(isObject && { onRetry: () => void details.refetch() })}
          actions={
            <Button component={AppLink} href={exploreHref(folderOf(path))} variant="default">
              {t('edit.toFolder')}
            </Button>
          }
        />
      ) : (
        <SkeletonLines count={12} />
      )}
    </PageFrame>
  );
}
