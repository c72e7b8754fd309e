import { formatBytes } from '@causeway/contract/bytes.ts';
import type { ObjectVersion } from '@causeway/contract/storage/objects.ts';
import { downloadUrl } from '@causeway/contract/storage/view.ts';
import { Button, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { VersionsFrame } from '#ui/versions-frame.tsx';
import type { Bucket } from '../bucket.ts';
import { shownName } from '../keys.ts';
import { versionsQuery } from '../storage-query.ts';
import { useRestore } from './use-restore.ts';
import { VersionView } from './version-view.tsx';
import classes from './versions-dialog.module.css';

type VersionsDialogProps = {
  bucket: Bucket;
  path: string;
  /** Which one is shown first; the newest otherwise. */
  openedId?: string;
  onRestored?: (() => void) | undefined;
  onClose: () => void;
};

/** What an object was, what each version changed, and the way back. */
export default function VersionsDialog(props: VersionsDialogProps) {
  const { bucket, path, openedId, onRestored, onClose } = props;
  const { t } = useTranslation('storage');
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, {
    getInitialValueInEffect: false,
  });
  const versions = useQuery(versionsQuery(bucket, path));
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('versions.list', { name: shownName(path) })}
      size={1100}
      fullScreen={isNarrow}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <QueryView query={versions}>
        {({ isVersioned, versions: list, hasOlder }) =>
          isVersioned ? (
            <Versions
              bucket={bucket}
              path={path}
              list={list}
              hasOlder={hasOlder}
              {...(openedId !== undefined && { openedId })}
              onRestored={() => {
                onRestored?.();
                onClose();
              }}
            />
          ) : (
            <EmptyState icon="history" title={t('versions.none')} line={t('versions.noneLine')} />
          )
        }
      </QueryView>
    </Modal>
  );
}

type VersionsProps = Omit<VersionsDialogProps, 'onClose'> & {
  list: ObjectVersion[];
  hasOlder: boolean;
};

function Versions({ bucket, path, list, hasOlder, openedId, onRestored }: VersionsProps) {
  const { t, i18n } = useTranslation('storage');
  const { moment } = useFormats();
  // Of a deleted file it is the last version that one came for.
  const first = list.find(({ isDeletion }) => !isDeletion) ?? list[0];
  const [chosenId, setChosenId] = useState(openedId ?? first?.versionId);
  const restore = useRestore({ bucket, path, versions: list, onRestored });
  const place = Math.max(
    0,
    list.findIndex(({ versionId }) => versionId === chosenId),
  );
  const chosen = list[place];
  if (!chosen) return null;
  const { isLatest, isDeletion, url } = chosen;
  return (
    <VersionsFrame
      isTall
      versions={list.map((version) => ({
        key: version.versionId,
        name: moment(version.updated_at),
        detail: [
          version.isDeletion
            ? t('versions.deletion')
            : formatBytes(version.byte_size, i18n.language),
          ...(version.isLatest ? [t('versions.latest')] : []),
        ].join(' · '),
      }))}
      chosen={chosen.versionId}
      onChoose={setChosenId}
      more={hasOlder && <p className={classes.hint}>{t('versions.older')}</p>}
    >
      <div className={classes.right}>
        <VersionView
          key={chosen.versionId}
          bucket={bucket}
          path={path}
          version={chosen}
          current={list.find((version) => version.isLatest && !version.isDeletion)}
          before={list.slice(place + 1).find((version) => !version.isDeletion)}
        />
        <div className={classes.actions}>
          {url && (
            <Button
              component="a"
              href={downloadUrl(url)}
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="download" size={14} />}
            >
              {t('action.download')}
            </Button>
          )}
          {!isLatest && !isDeletion && bucket.canWrite && (
            <Button
              size="compact-sm"
              leftSection={<Icon name="history" size={14} />}
              loading={restore.isPending}
              onClick={() => restore.mutate(chosen.versionId)}
            >
              {t('versions.restore')}
            </Button>
          )}
        </div>
      </div>
    </VersionsFrame>
  );
}
