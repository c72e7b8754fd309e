import { useTranslation } from 'react-i18next';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import classes from './breadcrumbs.module.css';
import type { Bucket } from './bucket.ts';
import { useDropInto } from './objects/drag-objects.ts';
import { listFolders, shownName } from './keys.ts';
import { useExploreHref } from './use-folder-view.ts';

type BreadcrumbsProps = {
  bucket: Bucket;
  folder: string;
  /** The object in it, where there is one. */ name?: string;
};

/** From the bucket to here; the last one is the heading of the page. */
export function Breadcrumbs({ bucket, folder, name }: BreadcrumbsProps) {
  const { t } = useTranslation('storage');
  const folders = listFolders(folder);
  const labelOf = (key: string) => (key === '' ? bucket.name : shownName(key));
  const links = name === undefined ? folders.slice(0, -1) : folders;
  const title = name ?? labelOf(folder);
  return (
    <nav className={classes.path} aria-label={t('path')}>
      {links.map((key) => (
        <span key={key} className={classes.part}>
          <Part bucket={bucket} folder={key} label={labelOf(key)} />
          <Icon name="chevronRight" size={13} />
        </span>
      ))}
      <h1 className={classes.title} title={title}>
        {title}
      </h1>
    </nav>
  );
}

type PartProps = { bucket: Bucket; folder: string; label: string };

/** Objects can be dropped on it, too: that is how they get out of a folder. */
function Part({ bucket, folder, label }: PartProps) {
  const exploreHref = useExploreHref();
  const dropInto = useDropInto(bucket, folder);
  return (
    <AppLink className={classes.link} href={exploreHref(folder)} title={label} {...dropInto}>
      {label}
    </AppLink>
  );
}
