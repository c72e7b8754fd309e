import { formatBytes } from '@causeway/contract/bytes.ts';
import { storageRoutes, type ObjectVersion } from '@causeway/contract/storage/objects.ts';
import { downloadUrl } from '@causeway/contract/storage/view.ts';
import { ActionIcon, Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { notifyError } from '#platform/notify-error.ts';
import { folderOf, refreshFolders } from '#platform/storage/storage-keys.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { inBucket, type Bucket } from './bucket.ts';
import classes from './object-details.module.css';
import { versionsQuery } from './storage-query.ts';

type ObjectVersionsProps = { bucket: Bucket; path: string };

/** What an object was before, where the bucket keeps it; the newest first. */
export function ObjectVersions({ bucket, path }: ObjectVersionsProps) {
  const { t } = useTranslation('storage');
  const { data } = useQuery(versionsQuery(bucket, path));
  const restore = useMutation({
    mutationFn: (versionId: string) =>
      api.call(storageRoutes.restoreVersion, { body: { ...inBucket(bucket), path, versionId } }),
    onSuccess: () => refreshFolders(bucket.connectorId, [folderOf(path)]),
    onError: notifyError,
  });
  if (!data) return null;
  return (
    <section className={classes.versions}>
      <h3>{t('versions.title')}</h3>
      {data.isVersioned ? (
        <ul>
          {data.versions.map((version) => (
            <Version
              key={version.versionId}
              version={version}
              canRestore={bucket.canWrite && !restore.isPending}
              onRestore={() => restore.mutate(version.versionId)}
            />
          ))}
        </ul>
      ) : (
        <p className={classes.hint}>{t('versions.none')}</p>
      )}
    </section>
  );
}

type VersionProps = { version: ObjectVersion; canRestore: boolean; onRestore: () => void };

function Version({ version, canRestore, onRestore }: VersionProps) {
  const { t, i18n } = useTranslation('storage');
  const { dateTime } = useFormats();
  const { isLatest, isDeletion, updated_at, byte_size, url } = version;
  return (
    <li className={classes.version}>
      <div>
        {dateTime(updated_at)}
        <span>
          {isDeletion ? t('versions.deletion') : formatBytes(byte_size, i18n.language)}
          {isLatest && ` · ${t('versions.latest')}`}
        </span>
      </div>
      {url && (
        <>
          <VersionLink icon="eye" href={url} label={t('action.open')} isInNewTab />
          <VersionLink icon="download" href={downloadUrl(url)} label={t('action.download')} />
        </>
      )}
      {!isLatest && !isDeletion && canRestore && (
        <Button size="compact-xs" variant="default" onClick={onRestore}>
          {t('versions.restore')}
        </Button>
      )}
    </li>
  );
}

type VersionLinkProps = { icon: IconName; href: string; label: string; isInNewTab?: boolean };

function VersionLink({ icon, href, label, isInNewTab = false }: VersionLinkProps) {
  return (
    <ActionIcon
      component="a"
      href={href}
      size={24}
      aria-label={label}
      title={label}
      {...(isInNewTab && { target: '_blank', rel: 'noreferrer' })}
    >
      <Icon name={icon} size={14} />
    </ActionIcon>
  );
}
