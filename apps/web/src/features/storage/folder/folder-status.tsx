import { storageRoutes } from '@causeway/contract/storage/objects.ts';
import { UnstyledButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { notifyError } from '#platform/notify-error.ts';
import { refreshFolders } from '#domain/storage/storage-keys.ts';
import { inBucket, type Bucket } from '../bucket.ts';
import classes from './folder-status.module.css';
import type { LoadedFolder } from './use-folder.ts';

type FolderStatusProps = {
  bucket: Bucket;
  folder: string;
  listing: LoadedFolder;
  selectedCount: number;
};

export function FolderStatus({ bucket, folder, listing, selectedCount }: FolderStatusProps) {
  const { t } = useTranslation('storage');
  const { number } = useFormats();
  const { items, total, query } = listing;
  const count = total ?? items.length;
  return (
    <section className={classes.bar} aria-label={t('status.label')}>
      <span>
        {query.data &&
          t(total === null && query.hasNextPage ? 'status.more' : 'status.count', {
            count,
            number: number(count),
          })}
      </span>
      {listing.indexedAt !== null && (
        <IndexAge bucket={bucket} folder={folder} at={listing.indexedAt} />
      )}
      {query.isFetchingNextPage && <span>{t('status.loading')}</span>}
      {selectedCount > 0 && <span>{t('selection.count', { count: selectedCount })}</span>}
      {listing.isChanged && (
        <UnstyledButton className={classes.action} onClick={() => void query.refetch()}>
          {t('status.changed')}
        </UnstyledButton>
      )}
      {query.isError && items.length > 0 && (
        <UnstyledButton className={classes.action} onClick={() => void query.fetchNextPage()}>
          {t('status.failed')}
        </UnstyledButton>
      )}
    </section>
  );
}

type IndexAgeProps = { bucket: Bucket; folder: string; at: string };

/** A long folder comes out of the index: how old that is, and a way to ask the bucket itself. */
function IndexAge({ bucket, folder, at }: IndexAgeProps) {
  const { t } = useTranslation('storage');
  const { ago } = useFormats();
  const asking = useMutation({
    mutationFn: async () => {
      // The server keeps what it read for a moment: whatever is asked next comes from there.
      const query = {
        ...inBucket(bucket),
        path: folder,
        order: 'date',
        fresh: 'true',
        limit: 1,
      } as const;
      await api.call(storageRoutes.list, { query });
      await refreshFolders(bucket.connectorId, [folder]);
    },
    onError: notifyError,
  });
  return (
    <>
      <span>{t('status.indexed', { ago: ago(at) })}</span>
      <UnstyledButton
        className={classes.action}
        disabled={asking.isPending}
        onClick={() => asking.mutate()}
      >
        {t(asking.isPending ? 'status.asking' : 'status.ask')}
      </UnstyledButton>
    </>
  );
}
