import { bucketIndexRoutes } from '@causeway/contract/storage/bucket-index.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { fileIcon } from '#domain/storage/file-icon.ts';
import { folderOf } from '#domain/storage/storage-keys.ts';
import { Icon } from '#ui/icon.tsx';
import { inBucket, type Bucket } from '../bucket.ts';
import { shownName } from '../keys.ts';
import { useExploreHref, useSearchHref } from '../use-folder-view.ts';
import classes from './found-elsewhere.module.css';
import { indexKey } from './index-query.ts';

const SHORTEST = 2;
const MOST = 4;

type FoundElsewhereProps = { bucket: Bucket; folder: string; text: string };

/** Who filters a folder often looks for a file that lies in another one. */
export function FoundElsewhere({ bucket, folder, text }: FoundElsewhereProps) {
  const { t } = useTranslation('storage');
  const exploreHref = useExploreHref();
  const searchHref = useSearchHref();
  const wanted = text.trim();
  const found = useQuery({
    queryKey: [...indexKey(bucket, 'elsewhere'), wanted],
    queryFn: ({ signal }) =>
      // As many more as this folder may have of them, which are in sight already.
      api.call(
        bucketIndexRoutes.search,
        { query: { ...inBucket(bucket), text: wanted, limit: 50 } },
        { signal },
      ),
    enabled: wanted.length >= SHORTEST,
    placeholderData: keepPreviousData,
  });
  const items = (found.data?.items ?? []).filter(({ path }) => folderOf(path) !== folder);
  if (wanted.length < SHORTEST || items.length === 0) return null;
  return (
    <nav className={classes.line} aria-label={t('elsewhere.label')}>
      <span className={classes.label}>{t('elsewhere.label')}</span>
      {items.slice(0, MOST).map(({ path, name }) => (
        <AppLink key={path} className={classes.file} href={exploreHref(path)} title={path}>
          <Icon name={fileIcon(name)} size={14} />
          <span className={classes.name}>{shownName(path)}</span>
          <span className={classes.folder}>{folderOf(path)}</span>
        </AppLink>
      ))}
      <AppLink className={classes.all} href={searchHref(wanted)}>
        {t('elsewhere.all')}
      </AppLink>
    </nav>
  );
}
