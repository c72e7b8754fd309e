import { formatBytes } from '@causeway/contract/bytes.ts';
import type { ObjectVersion } from '@causeway/contract/storage/objects.ts';
import { downloadUrl } from '@causeway/contract/storage/view.ts';
import { ActionIcon, Button, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { Icon } from '#ui/icon.tsx';
import type { Bucket } from '../bucket.ts';
import { versionsQuery } from '../storage-query.ts';
import classes from './object-versions.module.css';
import { useRestore } from './use-restore.ts';

const VersionsDialog = lazy(() => import('./versions-dialog.tsx'));

const SHOWN = 8;

type ObjectVersionsProps = {
  bucket: Bucket;
  path: string;
  onRestored?: (() => void) | undefined;
};

/** What an object was before, where the bucket keeps it; the newest first. */
export function ObjectVersions({ bucket, path, onRestored }: ObjectVersionsProps) {
  const { t } = useTranslation('storage');
  const { data, error } = useQuery(versionsQuery(bucket, path));
  if (!data && !error) return null;
  return (
    <section className={classes.versions}>
      <h3>{t('versions.title')}</h3>
      {error && <p className={classes.hint}>{errorText(error)}</p>}
      {data?.isVersioned && (
        <VersionList bucket={bucket} path={path} versions={data.versions} onRestored={onRestored} />
      )}
      {data && !data.isVersioned && <p className={classes.hint}>{t('versions.none')}</p>}
    </section>
  );
}

type VersionListProps = ObjectVersionsProps & { versions: ObjectVersion[] };

/** The newest few; all of them, and what each holds, are a click away. */
export function VersionList({ bucket, path, versions, onRestored }: VersionListProps) {
  const { t } = useTranslation('storage');
  const { number } = useFormats();
  const [openedId, setOpenedId] = useState<string>();
  const restore = useRestore({ bucket, path, versions, onRestored });
  return (
    <>
      <ul className={classes.list}>
        {versions.slice(0, SHOWN).map((version) => (
          <Version
            key={version.versionId}
            version={version}
            canRestore={bucket.canWrite}
            isBusy={restore.isPending}
            onOpen={() => setOpenedId(version.versionId)}
            onRestore={() => restore.mutate(version.versionId)}
          />
        ))}
      </ul>
      {versions.length > SHOWN && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => setOpenedId(versions[0]?.versionId)}
        >
          {t('versions.all', { count: versions.length, number: number(versions.length) })}
        </Button>
      )}
      <Suspense>
        {openedId !== undefined && (
          <VersionsDialog
            bucket={bucket}
            path={path}
            openedId={openedId}
            onRestored={onRestored}
            onClose={() => setOpenedId(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

type VersionProps = {
  version: ObjectVersion;
  canRestore: boolean;
  isBusy: boolean;
  onOpen: () => void;
  onRestore: () => void;
};

function Version({ version, canRestore, isBusy, onOpen, onRestore }: VersionProps) {
  const { t, i18n } = useTranslation('storage');
  const { moment } = useFormats();
  const { isLatest, isDeletion, updated_at, byte_size, url } = version;
  return (
    <li className={classes.version}>
      <UnstyledButton className={classes.open} title={t('versions.open')} onClick={onOpen}>
        {moment(updated_at)}
        <span>
          {isDeletion ? t('versions.deletion') : formatBytes(byte_size, i18n.language)}
          {isLatest && ` · ${t('versions.latest')}`}
        </span>
      </UnstyledButton>
      {url && (
        <ActionIcon
          component="a"
          href={downloadUrl(url)}
          size={24}
          aria-label={t('action.download')}
          title={t('action.download')}
        >
          <Icon name="download" size={14} />
        </ActionIcon>
      )}
      {!isLatest && !isDeletion && canRestore && (
        <ActionIcon
          size={24}
          disabled={isBusy}
          aria-label={t('versions.restore')}
          title={t('versions.restore')}
          onClick={onRestore}
        >
          <Icon name="history" size={14} />
        </ActionIcon>
      )}
    </li>
  );
}
