import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenHref } from '#platform/navigation/app-link.tsx';
import type { Bucket } from '../bucket.ts';
import { shownName } from '../keys.ts';
import { LinkDialog } from './link-dialog.tsx';
import { NameDialog } from './name-dialog.tsx';
import { createFile, createFolder, renameObject } from '../object-actions.ts';
import { TargetDialog } from './target-dialog.tsx';
import { useEditHref } from '../use-folder-view.ts';

const VersionsDialog = lazy(() => import('../versions/versions-dialog.tsx'));

export type OpenDialog =
  | { kind: 'rename'; path: string }
  | { kind: 'link'; path: string }
  | { kind: 'move' | 'copy'; keys: string[] }
  | { kind: 'versions'; path: string }
  | { kind: 'newFolder' }
  | { kind: 'newFile' };

type FolderDialogProps = {
  bucket: Bucket;
  folder: string;
  dialog: OpenDialog;
  onClose: () => void;
};

export function FolderDialog({ bucket, folder, dialog, onClose }: FolderDialogProps) {
  const { t } = useTranslation('storage');
  const openHref = useOpenHref();
  const editHref = useEditHref();
  if (dialog.kind === 'link') {
    return <LinkDialog bucket={bucket} path={dialog.path} onClose={onClose} />;
  }
  if (dialog.kind === 'versions') {
    return (
      <Suspense>
        <VersionsDialog bucket={bucket} path={dialog.path} onClose={onClose} />
      </Suspense>
    );
  }
  if (dialog.kind === 'rename') {
    const { path } = dialog;
    return (
      <NameDialog
        title={t('action.rename')}
        confirmLabel={t('action.rename')}
        initial={shownName(path)}
        onClose={onClose}
        onName={(name) => renameObject(bucket, path, name)}
      />
    );
  }
  if (dialog.kind === 'newFolder') {
    return (
      <NameDialog
        title={t('new.folder')}
        confirmLabel={t('new.create')}
        onClose={onClose}
        onName={(name) => createFolder(bucket, folder, name)}
      />
    );
  }
  if (dialog.kind === 'newFile') {
    return (
      <NameDialog
        title={t('new.file')}
        confirmLabel={t('new.create')}
        onClose={onClose}
        onName={async (name) => {
          await createFile(bucket, folder + name);
          openHref(editHref(folder + name));
        }}
      />
    );
  }
  return <TargetDialog bucket={bucket} kind={dialog.kind} keys={dialog.keys} onClose={onClose} />;
}
