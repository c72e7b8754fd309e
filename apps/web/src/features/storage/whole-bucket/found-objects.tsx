import { formatBytes } from '@causeway/contract/bytes.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { folderOf } from '#domain/storage/storage-keys.ts';
import { shownName } from '../keys.ts';
import type { ObjectItem } from '../storage-query.ts';
import { Thumbnail } from '../objects/thumbnail.tsx';
import { useExploreHref } from '../use-folder-view.ts';
import classes from './found-objects.module.css';

/** Objects from anywhere, each with the folder it lies in. */
export function FoundObjects({ items }: { items: ObjectItem[] }) {
  const { t, i18n } = useTranslation('storage');
  const { dateTime } = useFormats();
  const exploreHref = useExploreHref();
  return (
    <ul className={classes.list} aria-label={t('search.found')}>
      {items.map((item) => (
        <li key={item.path} className={classes.item}>
          <span className={classes.picture}>
            <Thumbnail item={item} size={128} iconSize={18} />
          </span>
          <span className={classes.words}>
            <AppLink className={classes.name} href={exploreHref(item.path)}>
              {shownName(item.path)}
            </AppLink>
            <AppLink className={classes.folder} href={exploreHref(folderOf(item.path))}>
              {folderOf(item.path) || '/'}
            </AppLink>
          </span>
          <span className={classes.size}>{formatBytes(item.byte_size, i18n.language)}</span>
          <span className={classes.date}>{item.updated_at && dateTime(item.updated_at)}</span>
        </li>
      ))}
    </ul>
  );
}
