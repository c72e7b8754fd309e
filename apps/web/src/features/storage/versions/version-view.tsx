import { fileTypeOf } from '@causeway/contract/file-types.ts';
import type { ObjectVersion } from '@causeway/contract/storage/objects.ts';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#ui/empty-state.tsx';
import type { Bucket } from '../bucket.ts';
import { shownName } from '../keys.ts';
import { Preview } from '../previews/preview.tsx';
import { PictureVersion } from './picture-version.tsx';
import { TextVersion } from './text-version.tsx';
import classes from './version-view.module.css';

export type VersionViewProps = {
  bucket: Bucket;
  path: string;
  version: ObjectVersion;
  /** Undefined while the object is deleted. */
  current: ObjectVersion | undefined;
  /** The one that this one replaced. */
  before: ObjectVersion | undefined;
};

/** One version: a text by what it changed, a picture beside the current one, others as they are. */
export function VersionView(props: VersionViewProps) {
  const { bucket, path, version } = props;
  const { t } = useTranslation('storage');
  const { url, isDeletion, updated_at, byte_size, etag } = version;
  const type = fileTypeOf(path);
  if (isDeletion || url === null) {
    return (
      <div className={classes.view}>
        <EmptyState icon="trash" title={t('versions.deletion')} line={t('versions.deletedLine')} />
      </div>
    );
  }
  if (type === 'image') return <PictureVersion {...props} />;
  if (type === 'text' || type === 'json' || type === 'markdown' || type === 'csv') {
    return <TextVersion {...props} />;
  }
  const isShownByAddress = type === 'video' || type === 'audio' || type === 'pdf';
  const item = {
    path,
    // Without its ending nothing is tried that would read the current version instead.
    name: isShownByAddress ? shownName(path) : '',
    url,
    byte_size,
    updated_at,
    etag,
  };
  return (
    <div className={classes.view}>
      <Preview bucket={bucket} item={item} />
    </div>
  );
}
