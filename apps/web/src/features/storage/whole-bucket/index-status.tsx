import { formatBytes } from '@causeway/contract/bytes.ts';
import { bucketIndexRoutes, type BucketIndex } from '@causeway/contract/storage/bucket-index.ts';
import { Button, Loader } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { notifyError } from '#platform/notify-error.ts';
import { Icon } from '#ui/icon.tsx';
import { inBucket, type Bucket } from '../bucket.ts';
import { indexKey, indexQuery } from './index-query.ts';
import classes from './index-status.module.css';

/** How old an index may be before looking at it starts another crawl. */
const FRESH_MINUTES = 60;

/** How much of the bucket is known, and since when. Opening it starts a crawl where one is due. */
export function IndexStatus({ bucket }: { bucket: Bucket }) {
  const { t, i18n } = useTranslation('storage');
  const { number } = useFormats();
  const { data } = useQuery(indexQuery(bucket));
  const { crawl, isStarting } = useCrawl(bucket);
  const isDue = useRef(true);
  useEffect(() => {
    if (isDue.current) crawl(FRESH_MINUTES);
    isDue.current = false;
  }, [crawl]);
  if (!data) return <div className={classes.status} />;
  const isCrawling = data.state === 'crawling';
  return (
    <div className={classes.status} aria-live="polite">
      {isCrawling && <Loader size={14} />}
      {data.state === 'failed' && <Icon name="warning" size={14} />}
      <span>
        {t('index.known', {
          count: data.objectCount,
          number: number(data.objectCount),
          size: formatBytes(data.byte_size, i18n.language),
        })}
      </span>
      <State index={data} />
      {!isCrawling && (
        <Button size="compact-xs" variant="default" loading={isStarting} onClick={() => crawl(0)}>
          {t('index.crawl')}
        </Button>
      )}
    </div>
  );
}

function State({ index }: { index: BucketIndex }) {
  const { t } = useTranslation('storage');
  const { ago, number } = useFormats();
  if (index.state === 'crawling') {
    return <span>{t('index.crawling', { number: number(index.crawled) })}</span>;
  }
  if (index.state === 'failed') {
    return <span className={classes.failed}>{t('index.failed', { reason: index.failure })}</span>;
  }
  return index.crawledAt && <span>{t('index.age', { ago: ago(index.crawledAt) })}</span>;
}

function useCrawl(bucket: Bucket) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (olderThanMinutes: number) =>
      api.call(bucketIndexRoutes.refresh, { body: { ...inBucket(bucket), olderThanMinutes } }),
    onSuccess: (index) => {
      queryClient.setQueryData(indexQuery(bucket).queryKey, index);
      if (index.state !== 'crawling') return undefined;
      return queryClient.invalidateQueries({ queryKey: indexKey(bucket) });
    },
    onError: notifyError,
  });
  return { crawl: mutate, isStarting: isPending };
}
