import { formatBytes } from '@causeway/contract/bytes.ts';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import type { ObjectItem } from '../storage-query.ts';
import { removeObjects } from '../jobs.ts';
import type { ScreenProps } from './bucket-screen.tsx';
import classes from './duplicates-screen.module.css';
import { FoundObjects } from './found-objects.tsx';
import { duplicatesQuery } from './index-query.ts';
import { IndexStatus } from './index-status.tsx';

/** Objects with the same content, those that waste most first. */
export function DuplicatesScreen({ bucket, folder }: ScreenProps) {
  const { t, i18n } = useTranslation('storage');
  const { number } = useFormats();
  const found = useInfiniteQuery(duplicatesQuery(bucket, folder));
  const wasted = found.data?.pages[0]?.wasted;
  const groups = found.data?.pages.flatMap((page) => page.groups) ?? [];

  /** The oldest is taken to be the original. */
  function removeOthers(items: ObjectItem[]) {
    void removeObjects(
      bucket,
      items.slice(1).map(({ path }) => path),
    );
  }

  return (
    <>
      <IndexStatus bucket={bucket} />
      {found.isError && (
        <ErrorState
          error={found.error}
          title={t('duplicates.failed')}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        />
      )}
      {!found.data && !found.isError && <SkeletonTable rows={8} columns={3} />}
      {found.data && groups.length === 0 && (
        <EmptyState icon="files" title={t('duplicates.none')} line={t('duplicates.noneLine')} />
      )}
      {wasted && groups.length > 0 && (
        <p className={classes.wasted}>
          {t('duplicates.wasted', {
            count: wasted.object_count,
            number: number(wasted.object_count),
            size: formatBytes(wasted.byte_size, i18n.language),
          })}
        </p>
      )}
      {groups.map(({ etag, byte_size, count, items }) => (
        <section key={`${etag} ${byte_size}`} className={classes.group}>
          <header className={classes.header}>
            <h2>{t('duplicates.group', { count, size: formatBytes(byte_size, i18n.language) })}</h2>
            {bucket.canWrite && items.length > 1 && (
              <Button size="compact-xs" variant="default" onClick={() => removeOthers(items)}>
                {t('duplicates.keepOldest', { count: items.length - 1 })}
              </Button>
            )}
          </header>
          <FoundObjects items={items} />
        </section>
      ))}
      {found.hasNextPage && (
        <Button
          variant="default"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {t('search.more')}
        </Button>
      )}
    </>
  );
}
