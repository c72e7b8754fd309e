import { thumbnailUrl } from '@causeway/contract/storage/view.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { fileIcon } from '#domain/storage/file-icon.ts';
import { Icon } from '#ui/icon.tsx';
import { pictureAddressesOf } from './picture-addresses.ts';
import { findPictureSource } from './picture-source.ts';
import classes from './card.module.css';

type RowPictureProps = {
  /** What stands in the row. */
  text: string;
  bucketId: string | undefined;
};

/** The picture of a card; where there is none to show, the sign of what stands there. */
export function RowPicture({ text, bucketId }: RowPictureProps) {
  const { t } = useTranslation('ways');
  const source = findPictureSource(text, location.origin);
  if (source?.kind === 'address') return <Picture url={source.url} name={text} />;
  if (source?.kind === 'object' && bucketId !== undefined) {
    return <ObjectPicture bucketId={bucketId} path={source.key} />;
  }
  const line = source?.kind === 'foreign' ? t('gallery.foreign', { host: source.host }) : undefined;
  return <Sign name={text} line={line} />;
}

function ObjectPicture({ bucketId, path }: { bucketId: string; path: string }) {
  const store = pictureAddressesOf(bucketId);
  const url = useSyncExternalStore(store.subscribe, () => store.find(path));
  useEffect(() => {
    if (url === undefined) store.want(path);
  }, [store, path, url]);
  if (!url) return <Sign name={path} />;
  return <Picture url={thumbnailUrl(url, 640)} name={path} />;
}

function Picture({ url, name }: { url: string; name: string }) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  if (url === brokenUrl) return <Sign name={name} />;
  return (
    <span className={classes.picture}>
      <img
        src={url}
        // What the row is called stands right below it.
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        onError={() => setBrokenUrl(url)}
      />
    </span>
  );
}

function Sign({ name, line }: { name: string; line?: string | undefined }) {
  return (
    <span className={classes.picture} title={line}>
      <Icon name={name === '' ? 'image' : fileIcon(name)} size={28} />
      {line !== undefined && <span className={classes.foreign}>{line}</span>}
    </span>
  );
}
