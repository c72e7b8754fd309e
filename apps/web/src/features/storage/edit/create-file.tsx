import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { notifyError } from '#platform/notify-error.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageFrame } from '#ui/page-frame.tsx';
import type { Bucket } from '../bucket.ts';
import { shownName } from '../keys.ts';
import { createFile } from '../object-actions.ts';
import { DeletedVersions } from '../versions/deleted-versions.tsx';

type CreateFileProps = { bucket: Bucket; path: string; onCreated: () => void };

/** An address may name a file that is not there, or not any more. */
export function CreateFile({ bucket, path, onCreated }: CreateFileProps) {
  const { t } = useTranslation('storage');
  const create = useMutation({
    mutationFn: () => createFile(bucket, path),
    onSuccess: onCreated,
    onError: notifyError,
  });
  return (
    <PageFrame>
      <EmptyState
        icon="file"
        title={t('edit.missing', { name: shownName(path) })}
        line={t('edit.missingLine')}
        action={
          bucket.canWrite && (
            <Button loading={create.isPending} onClick={() => create.mutate()}>
              {t('new.file')}
            </Button>
          )
        }
      />
      <DeletedVersions bucket={bucket} path={path} onRestored={onCreated} />
    </PageFrame>
  );
}
