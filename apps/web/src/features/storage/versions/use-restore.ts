import { storageRoutes, type ObjectVersion } from '@causeway/contract/storage/objects.ts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { notifyError } from '#platform/notify-error.ts';
import { folderOf, refreshFolders } from '#domain/storage/storage-keys.ts';
import { showUndo } from '#ui/show-undo.tsx';
import { inBucket, type Bucket } from '../bucket.ts';

type RestoreInput = {
  bucket: Bucket;
  path: string;
  versions: ObjectVersion[];
  onRestored?: (() => void) | undefined;
};

/** Makes an older version the current one. Nothing is lost by it, so it happens at once. */
export function useRestore({ bucket, path, versions, onRestored }: RestoreInput) {
  const { t } = useTranslation('storage');

  async function restore(versionId: string): Promise<void> {
    const body = { ...inBucket(bucket), path, versionId };
    await api.call(storageRoutes.restoreVersion, { body });
    await refreshFolders(bucket.connectorId, [folderOf(path)]);
    onRestored?.();
  }

  return useMutation({
    mutationFn: async (versionId: string) => {
      // Looked for before it happens: afterwards the list knows only the new one as the latest.
      const before = versions.find(({ isLatest, isDeletion }) => isLatest && !isDeletion);
      await restore(versionId);
      return before;
    },
    onSuccess: (before) => {
      if (!before) return;
      void showUndo(t('versions.restored'), () =>
        restore(before.versionId).catch((error: unknown) => notifyError(error)),
      );
    },
    onError: notifyError,
  });
}
